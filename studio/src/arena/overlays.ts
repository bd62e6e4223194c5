// What lies behind what is seen: how far each one hears and sees, what is believed, searched, exposed
// and rated.

import type { Camera } from '../map/camera';
import type { Labels } from '../map/labels';
import type { Palette } from '../map/palette';
import type { Arena, Behind, Cells, PostShown, Senses } from './answers';
import { MINDS, type BodyShown } from './bodies';
import { outline, seenFrom, type Segment } from './light';

/** The overlays, with their names for people. */
export const LAYERS = {
  hearing: 'Hearing',
  sight: 'Sight and timers',
  records: 'Believed places',
  search: 'Search map',
  exposure: 'Exposure map',
  posts: 'Places by query',
  roles: 'Roles and tokens',
  zones: 'Zones and routes',
} as const;

export type Layer = keyof typeof LAYERS;

/** The half angle of sight at a distance, in radians. */
function halfAngle({ spread, narrow, wide }: NonNullable<Senses['sight']>, away: number): number {
  const least = (narrow * Math.PI) / 180;
  const most = (wide * Math.PI) / 180;
  return Math.min(most, Math.max(least, spread / Math.max(1, away)));
}

/** The shape of sight around a body: wide near, narrow far, cut where walls stand. */
export function drawSight(canvas: CanvasRenderingContext2D, body: BodyShown, x: number, y: number, senses: Senses, camera: Camera, segments: Segment[]): void {
  const { sight } = senses;
  if (!sight) return;
  const turn = (body.heading / 180) * Math.PI;
  const colour = MINDS[body.mind] ?? '#9fb3a0';
  canvas.save();
  outline(canvas, seenFrom(x, y, sight.range / 1000, segments), camera);
  canvas.clip();
  const side = (sign: number): [number, number][] => {
    const points: [number, number][] = [];
    for (let n = 0; n <= 16; n++) {
      const away = ((n / 16) ** 1.6 * sight.range) / 1000;
      const angle = turn + sign * halfAngle(sight, away * 1000);
      points.push([x + Math.cos(angle) * away, y + Math.sin(angle) * away]);
    }
    return points;
  };
  outline(canvas, [...side(1), ...side(-1).reverse()], camera);
  canvas.globalAlpha = 0.2;
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.globalAlpha = 0.6;
  canvas.strokeStyle = colour;
  canvas.lineWidth = 1;
  canvas.stroke();
  canvas.restore();
}

/** How far a body hears a creeping, a walking and a running step. */
export function drawHearing(canvas: CanvasRenderingContext2D, body: BodyShown, senses: Senses, arena: Arena, paces: number[], camera: Camera): void {
  const factor = senses.hearing[body.mind as 0 | 1 | 2 | 3 | 4] ?? 1;
  const [reach, full] = arena.step ?? [0, 1];
  canvas.strokeStyle = MINDS[body.mind] ?? '#9fb3a0';
  for (const [n, pace] of paces.entries()) {
    const r = ((reach * Math.min(1, pace / full) * factor) / 1000) * camera.scale;
    if (r < 2) continue;
    canvas.globalAlpha = [0.9, 0.55, 0.3][n] ?? 0.3;
    canvas.setLineDash([[], [6, 5], [2, 6]][n] ?? []);
    canvas.lineWidth = 1.2;
    canvas.beginPath();
    canvas.arc(body.sx, body.sy, r, 0, Math.PI * 2);
    canvas.stroke();
  }
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
}

/** Where somebody is believed to be, against where it is. */
export function drawRecords(canvas: CanvasRenderingContext2D, behind: Behind, names: Map<number, string>, placeOf: (id: number) => [number, number] | undefined, labels: Labels, camera: Camera, palette: Palette): void {
  for (const { by, at, truth, age, state, channel, uncertainty } of behind.records) {
    const [x, y] = camera.toScreen(at[0] / 1000, at[1] / 1000);
    const colour = state === 'confirmed' ? '#e5484d' : state === 'lost' ? '#8fa6c9' : '#f0c14b';
    const from = placeOf(by);
    canvas.lineWidth = 1;
    canvas.strokeStyle = colour;
    canvas.globalAlpha = 0.5;
    if (from) line(canvas, ...camera.toScreen(...from), x, y, [2, 4]);
    if (truth) {
      const [tx, ty] = camera.toScreen(truth[0] / 1000, truth[1] / 1000);
      canvas.globalAlpha = 0.9;
      if (Math.hypot(tx - x, ty - y) > 6) line(canvas, x, y, tx, ty, [6, 3]);
    }
    canvas.globalAlpha = 0.9;
    canvas.beginPath();
    canvas.moveTo(x - 6, y - 6);
    canvas.lineTo(x + 6, y + 6);
    canvas.moveTo(x + 6, y - 6);
    canvas.lineTo(x - 6, y + 6);
    canvas.lineWidth = 2.2;
    canvas.stroke();
    if (uncertainty > 300) {
      canvas.globalAlpha = 0.4;
      canvas.beginPath();
      canvas.arc(x, y, (uncertainty / 1000) * camera.scale, 0, Math.PI * 2);
      canvas.stroke();
    }
    canvas.globalAlpha = 1;
    labels.thing(canvas, `${names.get(by) ?? ''}: ${state}, ${channel}, ${age.toFixed(1)} s`, x, y + 9, palette);
  }
}

/** How much longer each one must look to notice. */
export function drawTimers(canvas: CanvasRenderingContext2D, behind: Behind, placeOf: (id: number) => [number, number] | undefined, camera: Camera): void {
  for (const { by, of, share } of behind.sights) {
    const [from, to] = [placeOf(by), placeOf(of)];
    if (!from || !to || share <= 0) continue;
    const [ax, ay] = camera.toScreen(...from);
    const [bx, by_] = camera.toScreen(...to);
    canvas.strokeStyle = share >= 1 ? '#e5484d' : '#f0c14b';
    canvas.lineWidth = 1 + 2 * share;
    line(canvas, ax, ay, ax + (bx - ax) * share, ay + (by_ - ay) * share, []);
  }
}

/** A layer of cells: brighter is more. */
export function drawCells(canvas: CanvasRenderingContext2D, { at, cell, rows }: Cells, colour: string, camera: Camera): void {
  const side = (cell / 1000) * camera.scale;
  canvas.fillStyle = colour;
  for (const [n, row] of rows.entries()) {
    for (let m = 0; m < row.length; m++) {
      const level = row.charCodeAt(m) - 48;
      if (level <= 0) continue;
      const [x, y] = camera.toScreen((at[0] + m * cell) / 1000, (at[1] + (n + 1) * cell) / 1000);
      if (x > camera.width || y > camera.height || x + side < 0 || y + side < 0) continue;
      canvas.globalAlpha = 0.12 + 0.05 * level;
      canvas.fillRect(x, y, side + 0.5, side + 0.5);
    }
  }
  canvas.globalAlpha = 1;
}

/** Places to stand with their rating, and the criterion that gave zero. */
export function drawPosts(canvas: CanvasRenderingContext2D, posts: PostShown[], labels: Labels, camera: Camera, palette: Palette): void {
  const most = Math.max(0.001, ...posts.map(({ rating }) => rating));
  for (const { at, rating, zero, best } of posts) {
    const [x, y] = camera.toScreen(at[0] / 1000, at[1] / 1000);
    const warmth = rating / most;
    canvas.fillStyle = rating > 0 ? `hsl(${10 + 110 * warmth} 75% 50% / 0.85)` : 'rgba(110, 112, 118, 0.6)';
    canvas.beginPath();
    canvas.arc(x, y, best ? 9 : 6, 0, Math.PI * 2);
    canvas.fill();
    if (best) {
      canvas.strokeStyle = palette.accent;
      canvas.lineWidth = 2.5;
      canvas.stroke();
    }
    if (camera.scale > 14) labels.thing(canvas, zero ? `0: ${zero}` : rating.toFixed(2), x, y + 9, palette);
  }
}

/** Zones as frames, routes as dotted lines. */
export function drawZones(canvas: CanvasRenderingContext2D, { zones, routes }: Arena, labels: Labels, camera: Camera, palette: Palette): void {
  canvas.strokeStyle = palette.accent;
  canvas.lineWidth = 1.2;
  canvas.setLineDash([7, 6]);
  for (const { name, rect } of zones) {
    const [x0, y0] = camera.toScreen(rect[0] / 1000, rect[3] / 1000);
    const [x1, y1] = camera.toScreen(rect[2] / 1000, rect[1] / 1000);
    canvas.strokeRect(x0, y0, x1 - x0, y1 - y0);
    labels.thing(canvas, name, (x0 + x1) / 2, y0 + 3, palette);
  }
  canvas.setLineDash([2, 5]);
  for (const { points } of routes) {
    canvas.beginPath();
    for (const [n, [px, py]] of points.entries()) {
      const at = camera.toScreen(px / 1000, py / 1000);
      if (n === 0) canvas.moveTo(...at);
      else canvas.lineTo(...at);
    }
    canvas.stroke();
  }
  canvas.setLineDash([]);
}

/** The names of tokens under those who hold them. */
export function drawTokens(canvas: CanvasRenderingContext2D, { tokens, squads }: Behind, placeOf: (id: number) => [number, number] | undefined, labels: Labels, camera: Camera, palette: Palette): void {
  const held = new Map<number, string[]>();
  for (const { name, holders } of tokens) for (const id of holders) held.set(id, [...(held.get(id) ?? []), name]);
  for (const [id, names] of held) {
    const at = placeOf(id);
    if (!at) continue;
    const [x, y] = camera.toScreen(...at);
    labels.person(canvas, names.join(', '), x, y + 16, true, palette);
  }
  canvas.font = '600 12px ui-sans-serif, system-ui, sans-serif';
  canvas.textAlign = 'left';
  canvas.textBaseline = 'top';
  for (const [n, { name, phase }] of squads.entries()) {
    canvas.fillStyle = 'rgba(16, 18, 22, 0.72)';
    const text = `${name}: ${phase}`;
    canvas.fillRect(12, 12 + n * 22, canvas.measureText(text).width + 14, 19);
    canvas.fillStyle = '#f4efe6';
    canvas.fillText(text, 19, 15 + n * 22);
  }
}

function line(canvas: CanvasRenderingContext2D, ax: number, ay: number, bx: number, by: number, dash: number[]): void {
  canvas.setLineDash(dash);
  canvas.beginPath();
  canvas.moveTo(ax, ay);
  canvas.lineTo(bx, by);
  canvas.stroke();
  canvas.setLineDash([]);
}
