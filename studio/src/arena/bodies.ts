// Bodies in an arena, seen from above at a slant: which way they look, how they hold themselves, and
// what is on their mind.

import type { Camera } from '../map/camera';
import type { Palette } from '../map/palette';
import { ARMED, BURNING, CROUCHED, DEAD, HURT } from './answers';

/** How far a metre of height rises on the screen, in metres of the ground. */
export const LIFT = 0.6;

export interface BodyShown {
  id: number;
  /** Feet on the screen. */
  sx: number;
  sy: number;
  /** In degrees, from east to north. */
  heading: number;
  /** How fast it moves, in metres a second. */
  speed: number;
  mind: number;
  health: number;
  marks: number;
  /** Its size, 1 for most. */
  size: number;
  colour: string;
  me: boolean;
}

/** Draws a body with its feet at a point of the screen. */
export function drawBody(canvas: CanvasRenderingContext2D, body: BodyShown, camera: Camera, palette: Palette, now: number): void {
  const unit = camera.scale * body.size;
  const turn = (body.heading / 180) * Math.PI;
  const [dx, dy] = [Math.cos(turn), -Math.sin(turn)];
  canvas.save();
  canvas.translate(body.sx, body.sy);
  if (body.marks & DEAD) {
    lying(canvas, body, unit, dx, dy, palette);
    canvas.restore();
    return;
  }
  canvas.fillStyle = 'rgba(0, 0, 0, 0.32)';
  canvas.beginPath();
  canvas.ellipse(0, 0, unit * 0.34, unit * 0.24, 0, 0, Math.PI * 2);
  canvas.fill();
  const low = body.marks & CROUCHED ? 0.62 : 1;
  const rate = 2 + body.speed * 1.7;
  const swing = body.speed > 0.15 ? Math.sin((now / 1000) * rate * Math.PI + body.id) : 0;
  const shake = body.marks & BURNING ? Math.sin(now / 30) * 0.05 * unit : 0;
  const up = (metres: number) => -metres * LIFT * unit * low;
  // Legs step along the heading.
  canvas.strokeStyle = shade(body.colour, 0.45);
  canvas.lineCap = 'round';
  canvas.lineWidth = unit * 0.15;
  for (const side of [-1, 1]) {
    const [ox, oy] = [-dy * side * 0.11 * unit, dx * side * 0.08 * unit];
    const step = swing * side * 0.26 * unit;
    canvas.beginPath();
    canvas.moveTo(ox + shake, oy + up(0.8));
    canvas.lineTo(ox + dx * step, oy + dy * step * 0.7);
    canvas.stroke();
  }
  // Body.
  const lean = (body.speed > 3 ? 0.12 : 0.04) * unit;
  const [cx, cy] = [dx * lean + shake, up(1.12) + dy * lean * 0.7];
  canvas.fillStyle = body.marks & HURT ? '#ffffff' : body.colour;
  canvas.strokeStyle = 'rgba(0, 0, 0, 0.45)';
  canvas.lineWidth = Math.max(0.7, unit * 0.03);
  canvas.beginPath();
  canvas.ellipse(cx, cy, unit * 0.3, unit * 0.34 * (0.55 + 0.45 * low), 0, 0, Math.PI * 2);
  canvas.fill();
  canvas.stroke();
  if (body.me) {
    // A pale scarf, so that one finds oneself.
    canvas.fillStyle = palette.dark ? '#f4efe6' : '#fffdf6';
    canvas.beginPath();
    canvas.ellipse(cx, cy - unit * 0.2, unit * 0.22, unit * 0.09, 0, 0, Math.PI * 2);
    canvas.fill();
  }
  // Arms reach where the body looks.
  const reach = body.mind >= 4 && !body.me ? 0.5 : 0.32;
  canvas.strokeStyle = shade(body.colour, 0.75);
  canvas.lineWidth = unit * 0.11;
  for (const side of [-1, 1]) {
    const [ox, oy] = [-dy * side * 0.27 * unit, dx * side * 0.19 * unit];
    const arm = (reach + swing * side * 0.1) * unit;
    canvas.beginPath();
    canvas.moveTo(cx + ox, cy + oy - unit * 0.06);
    canvas.lineTo(cx + ox * 0.6 + dx * arm, cy + oy * 0.6 + dy * arm * 0.75);
    canvas.stroke();
  }
  if (body.marks & ARMED) {
    canvas.strokeStyle = palette.dark ? '#16181b' : '#22242a';
    canvas.lineWidth = Math.max(1.2, unit * 0.07);
    canvas.beginPath();
    canvas.moveTo(cx + dx * 0.15 * unit, cy + dy * 0.12 * unit);
    canvas.lineTo(cx + dx * 0.78 * unit, cy + dy * 0.6 * unit);
    canvas.stroke();
  }
  // Head, with a face where it looks.
  const [hx, hy] = [cx + dx * unit * 0.06, cy + up(0.5) / low + dy * unit * 0.05];
  canvas.fillStyle = shade(body.colour, 0.6);
  canvas.strokeStyle = 'rgba(0, 0, 0, 0.45)';
  canvas.lineWidth = Math.max(0.7, unit * 0.03);
  canvas.beginPath();
  canvas.arc(hx, hy, unit * 0.19, 0, Math.PI * 2);
  canvas.fill();
  canvas.stroke();
  canvas.fillStyle = '#e9c9a6';
  canvas.beginPath();
  canvas.arc(hx + dx * unit * 0.07, hy + dy * unit * 0.06 + unit * 0.02, unit * 0.125, 0, Math.PI * 2);
  canvas.fill();
  canvas.restore();
}

function lying(canvas: CanvasRenderingContext2D, body: BodyShown, unit: number, dx: number, dy: number, palette: Palette): void {
  canvas.fillStyle = 'rgba(120, 16, 16, 0.45)';
  canvas.beginPath();
  canvas.ellipse(0, 0, unit * 0.62, unit * 0.4, 0, 0, Math.PI * 2);
  canvas.fill();
  canvas.strokeStyle = shade(body.colour, palette.dark ? 0.7 : 0.8);
  canvas.lineCap = 'round';
  canvas.lineWidth = unit * 0.42;
  canvas.beginPath();
  canvas.moveTo(-dx * unit * 0.3, -dy * unit * 0.22);
  canvas.lineTo(dx * unit * 0.25, dy * unit * 0.18);
  canvas.stroke();
  canvas.fillStyle = shade(body.colour, 0.55);
  canvas.beginPath();
  canvas.arc(dx * unit * 0.58, dy * unit * 0.42, unit * 0.18, 0, Math.PI * 2);
  canvas.fill();
}

/** The colour of each state of mind: asleep, unaware, agitated, searching, chasing. */
export const MINDS = ['#8fa6c9', '#9fb3a0', '#f0c14b', '#f08c3a', '#e5484d'];

/** What is on a mind, over a head: asleep, uneasy with how much is missing, searching, or after one. */
export function drawMind(canvas: CanvasRenderingContext2D, body: BodyShown, attention: number, camera: Camera, now: number): void {
  if (body.me || body.marks & DEAD) return;
  const top = body.sy - (1.85 * LIFT * (body.marks & CROUCHED ? 0.7 : 1) + 0.42) * camera.scale * body.size;
  const r = Math.max(6, camera.scale * 0.3);
  const colour = MINDS[body.mind] ?? '#9fb3a0';
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  if (body.mind === 0) {
    const rise = (now / 2400 + body.id * 0.37) % 1;
    canvas.globalAlpha = 1 - rise;
    canvas.fillStyle = colour;
    canvas.font = `700 ${r * 1.6}px ui-sans-serif, system-ui, sans-serif`;
    canvas.fillText('z', body.sx + rise * r, top - rise * r * 1.6);
    canvas.globalAlpha = 1;
    return;
  }
  const share = Math.min(1, attention / 100);
  if (body.mind === 1 && share < 0.04) return;
  canvas.fillStyle = 'rgba(16, 18, 22, 0.72)';
  canvas.beginPath();
  canvas.arc(body.sx, top, r, 0, Math.PI * 2);
  canvas.fill();
  canvas.strokeStyle = colour;
  canvas.lineWidth = Math.max(1.5, r * 0.24);
  canvas.beginPath();
  canvas.arc(body.sx, top, r, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * (body.mind >= 3 ? 1 : share));
  canvas.stroke();
  if (body.mind === 1) return;
  canvas.fillStyle = colour;
  canvas.font = `800 ${r * 1.35}px ui-sans-serif, system-ui, sans-serif`;
  canvas.fillText(body.mind === 4 ? '!' : body.mind === 3 ? '…' : '?', body.sx, top + r * 0.06);
}

/** How much health is left, over the head of whoever has been hurt. */
export function drawHealth(canvas: CanvasRenderingContext2D, body: BodyShown, camera: Camera): void {
  if (body.marks & DEAD || body.health >= 100) return;
  const wide = Math.max(18, camera.scale * 0.9);
  const [x, y] = [body.sx - wide / 2, body.sy + Math.max(4, camera.scale * 0.22)];
  canvas.fillStyle = 'rgba(10, 10, 12, 0.65)';
  canvas.fillRect(x - 1, y - 1, wide + 2, 5);
  canvas.fillStyle = body.health > 50 ? '#7fc97f' : body.health > 25 ? '#f0c14b' : '#e5484d';
  canvas.fillRect(x, y, (wide * body.health) / 100, 3);
}

/** A colour as it is in less light, from 0 to 1. */
export function shade(colour: string, by: number): string {
  const number = Number.parseInt(colour.slice(1), 16);
  const part = (shift: number) => Math.round(((number >> shift) & 255) * by);
  return `rgb(${part(16)}, ${part(8)}, ${part(0)})`;
}
