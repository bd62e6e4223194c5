// The spread of a rumour over the map: curved arrows from teller to listener, numbered by time.

import type { Rumour } from '../knows/answers';
import type { Camera } from './camera';
import type { Labels } from './labels';
import type { Palette } from './palette';

/** The ways in which a rumour goes on, with their colours by light and by dark. */
export const TELLINGS: { kind: string; word: string; light: string; dark: string }[] = [
  { kind: 'statement', word: 'told', light: '#2f7f83', dark: '#6fd0cd' },
  { kind: 'lie', word: 'lied', light: '#c2402a', dark: '#ff8f6d' },
  { kind: 'eavesdropping', word: 'overheard', light: '#8a5cc0', dark: '#cfaaf5' },
];
const ORIGIN = '#d39a1e';

/** Maximum number of arrows that are numbered. */
const NUMBERED_MAX = 80;

type Point = [number, number];

/** Where everybody of a rumour is drawn on the screen. People without a body are not. */
export function placesOf(rumour: Rumour, now: (id: number) => Point | undefined, camera: Camera): Map<number, Point> {
  const places = new Map<number, Point>();
  for (const person of rumour.people) {
    const at = now(person.id) ?? person.at ?? undefined;
    if (at) places.set(person.id, camera.toScreen(...at));
  }
  return spreadOut(places);
}

/** Moves points apart that would lie on each other: people sleep in one room. */
function spreadOut(places: Map<number, Point>): Map<number, Point> {
  const apart = 26;
  const done: Point[] = [];
  const moved = new Map<number, Point>();
  for (const [id, [x, y]] of places) {
    let at: Point = [x, y];
    for (let turn = 0; turn < 40 && done.some(([a, b]) => Math.hypot(a - at[0], b - at[1]) < apart); turn++) {
      const angle = turn * 2.4;
      const far = apart * Math.sqrt(turn + 1) * 0.75;
      at = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
    }
    done.push(at);
    moved.set(id, at);
  }
  return moved;
}

export function drawRumour(canvas: CanvasRenderingContext2D, rumour: Rumour, places: Map<number, Point>, labels: Labels, palette: Palette, frame: { width: number; height: number }): void {
  canvas.save();
  canvas.fillStyle = palette.dark ? 'rgba(14, 16, 20, 0.55)' : 'rgba(250, 247, 240, 0.6)';
  canvas.fillRect(0, 0, frame.width, frame.height);
  canvas.lineCap = 'round';
  const badges: { at: Point; number: number; colour: string }[] = [];
  for (const telling of rumour.tellings) {
    const [from, to] = [places.get(telling.from), places.get(telling.to)];
    if (!from || !to) continue;
    const way = TELLINGS.find(({ kind }) => kind === (telling.lie ? 'lie' : telling.kind)) ?? TELLINGS[0];
    const colour = (palette.dark ? way?.dark : way?.light) ?? palette.ink;
    badges.push({ at: arrow(canvas, from, to, colour, telling.lie), number: telling.number, colour });
  }
  for (const person of rumour.people) {
    const at = places.get(person.id);
    if (at) node(canvas, at, person.origin !== null, person.holds, palette);
  }
  if (badges.length <= NUMBERED_MAX) for (const { at, number, colour } of badges) badge(canvas, at, number, colour, labels);
  labels.clear();
  const [origins, others] = [rumour.people.filter(({ origin }) => origin), rumour.people.filter(({ origin }) => !origin)];
  for (const person of [...origins, ...others]) {
    const at = places.get(person.id);
    const ink = { ...palette, ink: person.origin ? palette.accent : palette.ink };
    // Under its circle, or over it.
    if (at && !labels.person(canvas, person.name, at[0], at[1] + 11, false, ink)) labels.person(canvas, person.name, at[0], at[1] - 25, false, ink);
  }
  canvas.restore();
}

/** A curved arrow; returns its middle. */
function arrow(canvas: CanvasRenderingContext2D, from: Point, to: Point, colour: string, dashed: boolean): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(1, Math.hypot(dx, dy));
  const bend = Math.min(60, length * 0.22);
  const control: Point = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  // It ends at the edge of the circle of the listener.
  const [tx, ty] = [to[0] - control[0], to[1] - control[1]];
  const toward = Math.max(1, Math.hypot(tx, ty));
  const end: Point = [to[0] - (tx / toward) * 11, to[1] - (ty / toward) * 11];
  canvas.strokeStyle = colour;
  canvas.fillStyle = colour;
  canvas.lineWidth = 2.4;
  canvas.setLineDash(dashed ? [7, 5] : []);
  canvas.beginPath();
  canvas.moveTo(...from);
  canvas.quadraticCurveTo(...control, ...end);
  canvas.stroke();
  canvas.setLineDash([]);
  const angle = Math.atan2(ty, tx);
  const wing = (turn: number): Point => [end[0] - 10 * Math.cos(angle + turn), end[1] - 10 * Math.sin(angle + turn)];
  canvas.beginPath();
  canvas.moveTo(end[0] + 2 * Math.cos(angle), end[1] + 2 * Math.sin(angle));
  canvas.lineTo(...wing(0.45));
  canvas.lineTo(...wing(-0.45));
  canvas.fill();
  return [(from[0] + 2 * control[0] + end[0]) / 4, (from[1] + 2 * control[1] + end[1]) / 4];
}

function node(canvas: CanvasRenderingContext2D, [x, y]: Point, origin: boolean, holds: boolean, palette: Palette): void {
  canvas.beginPath();
  canvas.arc(x, y, origin ? 8 : 6, 0, Math.PI * 2);
  canvas.fillStyle = holds ? (origin ? ORIGIN : palette.dark ? '#e8e1d2' : '#4a4238') : palette.paper;
  canvas.fill();
  canvas.strokeStyle = origin ? ORIGIN : palette.ink;
  canvas.lineWidth = origin ? 3.5 : 1.8;
  canvas.stroke();
  if (!origin) return;
  canvas.beginPath();
  canvas.arc(x, y, 12, 0, Math.PI * 2);
  canvas.lineWidth = 1.5;
  canvas.stroke();
}

/** The number of a telling, if there is room for it. */
function badge(canvas: CanvasRenderingContext2D, [x, y]: Point, number: number, colour: string, labels: Labels): void {
  if (!labels.claim([x - 9, y - 9, x + 9, y + 9])) return;
  canvas.beginPath();
  canvas.arc(x, y, 8.5, 0, Math.PI * 2);
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.font = '700 10.5px ui-sans-serif, system-ui, sans-serif';
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillStyle = '#fffdf8';
  canvas.fillText(String(number), x, y + 0.5);
}
