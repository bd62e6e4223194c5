// Figures of a story of the exploration, at a possible location.

import type { Place } from '../api';
import { Pose, placeOf as placeOfFigure, type Figure } from '../feed';

/** The parts of a story that concern the map. */
export interface Beat {
  who: number[];
  props: string[];
  comes: [number, string, string][];
  goes: number[];
}

export interface Actor {
  figure: Figure;
  name: string;
  /** Whether the current step is about them. */
  acts: boolean;
}

/** Duration of a move, in milliseconds. */
const WALK = 600;

/** Initial distance from the centre of the location, in metres. */
const AROUND = 1.7;

/** The figures after some steps of a story, with their positions. */
export function actors(beats: Beat[], place: Place, before: Actor[], now: number): Actor[] {
  const there = new Map<number, { name: string; x: number; y: number }>();
  let came = 0;
  for (const beat of beats) {
    for (const [id, name, role] of beat.comes) {
      // Around the location, each at its own position.
      const turn = came * 2.4;
      came += 1;
      there.set(id, { name: `${name} (${role})`, x: place.x / 1000 + Math.cos(turn) * AROUND, y: place.y / 1000 + Math.sin(turn) * AROUND });
    }
    const prop = place.props.find((prop) => beat.props.some((name) => name === prop.name));
    for (const id of beat.who) {
      const one = there.get(id);
      if (one && prop) [one.x, one.y] = [prop.x / 1000, prop.y / 1000];
    }
    for (const id of beat.goes) there.delete(id);
  }
  const acting = new Set(beats.at(-1)?.who ?? []);
  return [...there].map(([id, { name, x, y }]) => {
    const was = before.find((actor) => actor.figure.id === id)?.figure;
    const moves = was && Math.hypot(was.toX - x, was.toY - y) > 0.05;
    const figure: Figure = {
      id,
      fromX: was?.toX ?? x,
      fromY: was?.toY ?? y,
      toX: x,
      toY: y,
      z: place.z / 1000,
      since: moves ? now : now - WALK,
      pose: acting.has(id) ? Pose.Works : Pose.Stands,
      marks: 0,
      side: was && x < was.toX ? -1 : 1,
    };
    return { figure, name, acts: acting.has(id) };
  });
}

/** The interpolated position of a figure. */
export const placeOf = ({ figure }: Actor, now: number) => placeOfFigure(figure, now, WALK / 1.25);
