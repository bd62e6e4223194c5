// Types of what the server says about an arena: the ground once, what moves with every frame, and
// what lies behind it on request.

import { ask } from '../api';

/** A place in millimetres. */
export type Spot = [x: number, y: number];

/** West, south, east and north, in millimetres. */
export type Box = [west: number, south: number, east: number, north: number];

/** Something solid with a height: a wall, or cover. */
export interface Solid {
  rect: Box;
  high: number;
  /** Whether it is a wall of a room. */
  wall: boolean;
}

/** A piece of ground. */
export interface Floor {
  rect: Box;
  /** From 0 to 1. */
  light: number;
  indoors: boolean;
}

/** A level of light in a rectangle, from 0 to 1. */
export interface Light {
  rect: Box;
  level: number;
}

export interface Zone {
  name: string;
  rect: Box;
}

export interface Route {
  name: string;
  points: Spot[];
}

/** A door or another opening that can be shut. */
export interface Gate {
  number: number;
  from: Spot;
  to: Spot;
}

/** Eyes and ears of a kind of character. Lengths in millimetres, angles in degrees. */
export interface Senses {
  name: string;
  sight: { range: number; spread: number; narrow: number; wide: number } | null;
  /** Factors of hearing by state of mind. */
  hearing: [number, number, number, number, number];
}

/** The ground of an arena, and what does not change. */
export interface Arena {
  floors: Floor[];
  solids: Solid[];
  lights: Light[];
  zones: Zone[];
  routes: Route[];
  gates: Gate[];
  senses: Senses[];
  /** Names of the queries for posts. */
  queries: string[];
  /** Reach of a step at full speed, and that speed in millimetres a second. */
  step: [reach: number, speed: number] | null;
  /** What the intruder can use, by the name of its attribute. */
  kit: string[];
  /** Whether it can be played. */
  playable: boolean;
}

export const DEAD = 1;
export const BURNING = 2;
export const CROUCHED = 4;
export const ARMED = 8;
export const HURT = 16;

/** A body: id, heading in degrees, state of mind, health in percent, marks, senses, size in percent,
 * attention in percent of what discovers. */
export type BodyNow = [id: number, heading: number, mind: number, health: number, marks: number, senses: number, size: number, attention: number];

/** A sound: its number, kind, place, reach at a factor of one, and maker. */
export type Sound = [number: number, kind: string, x: number, y: number, reach: number, by: number];

/** Something thrown: its number, kind, from, to, and when it began and lands. */
export type Flight = [number: number, kind: string, x0: number, y0: number, x1: number, y1: number, begins: number, lands: number];

/** A shot or a blow: its number, whether it is a shot, from, to, and who was hit. */
export type Hit = [number: number, shot: boolean, x0: number, y0: number, x1: number, y1: number, hit: number];

/** Smoke, fire, or a cloud: its kind, place, radius, and when it ends. */
export type Volume = [kind: string, x: number, y: number, radius: number, ends: number];

export interface Me {
  id: number;
  health: number;
  /** How much is left of what can be used. */
  kit: number[];
  fate: 'caught' | 'escaped' | null;
  /** Whether a hit has taken control for a moment. */
  dazed: boolean;
  /** The gait: 0 crouched, 1 walking, 2 running. */
  gait: number;
}

/** What an arena shows with every frame. */
export interface ArenaNow {
  tick: number;
  me: Me | null;
  bodies: BodyNow[];
  sounds: Sound[];
  flights: Flight[];
  hits: Hit[];
  volumes: Volume[];
  /** The numbers of the gates that are open. */
  open: number[];
}

/** What a character or a squad believes of somebody. */
export interface RecordShown {
  by: number;
  about: number | null;
  at: Spot;
  /** Where it is in truth. */
  truth: Spot | null;
  age: number;
  state: string;
  channel: string;
  uncertainty: number;
}

/** A layer of cells: rows from the south, a digit for each cell. */
export interface Cells {
  title: string;
  at: Spot;
  cell: number;
  rows: string[];
}

/** A place to stand, with its rating, and the criterion that gave zero. */
export interface PostShown {
  at: Spot;
  rating: number;
  zero: string | null;
  best: boolean;
}

export interface TokenShown {
  name: string;
  squad: string;
  holders: number[];
  asks: number[];
  note: string;
}

/** What lies behind what is seen. */
export interface Behind {
  records: RecordShown[];
  sights: { by: number; of: number; share: number }[];
  layers: Cells[];
  posts: PostShown[];
  tokens: TokenShown[];
  squads: { name: string; phase: string }[];
}

/** Asks what lies behind, for the layers that are shown. */
export function behind(layers: string[], who: number | undefined, query: string): Promise<Behind | undefined> {
  const words = new URLSearchParams({ layers: layers.join(','), query });
  if (who !== undefined) words.set('who', String(who));
  return ask<Behind>(`/api/arena?${words.toString()}`);
}
