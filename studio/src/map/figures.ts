// Little people: a head, a body, and what one sees them do.

import { CARRIES, Pose, TALKS, type Figure } from '../feed';
import type { Palette } from './palette';

/** How tall somebody is drawn, in pixels: a little larger than life, and never too small to see. */
export function tallness(scale: number): number {
  return Math.min(46, Math.max(9, scale * 1.9));
}

/** Moments of a movement that are drawn: enough to look smooth. */
const PHASES = 12;

/** How long each movement takes, in milliseconds. */
const PERIOD: Record<Pose, number> = {
  [Pose.Stands]: 1,
  [Pose.Walks]: 600,
  [Pose.Works]: 1320,
  [Pose.Sleeps]: 2600,
  [Pose.Sits]: 1,
  [Pose.Dines]: 1,
  [Pose.Waits]: 5600,
};
const TALK_PERIOD = 1630;

/** Everybody who looks the same is drawn from one picture. */
export class Figures {
  private pictures: (HTMLCanvasElement | undefined)[] = [];
  private readonly dots = new Map<number, HTMLCanvasElement>();
  private unit = 0;
  private palette: Palette | undefined;
  private ratio = 1;

  /** Prepares for figures of a size. */
  prepare(scale: number, palette: Palette): void {
    const unit = tallness(scale) / 20;
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (unit === this.unit && palette === this.palette && ratio === this.ratio) return;
    this.unit = unit;
    this.palette = palette;
    this.ratio = ratio;
    this.pictures = [];
    this.dots.clear();
  }

  /** Draws somebody whose feet are at a point of the screen. */
  draw(canvas: CanvasRenderingContext2D, figure: Figure, x: number, y: number, scale: number, colour: number, now: number): void {
    const palette = this.palette;
    if (!palette) return;
    if (scale < 2.2) {
      const talks = figure.marks & TALKS ? 1 : 0;
      const key = -1 - (colour * 4 + talks * 2 + (figure.pose === Pose.Sleeps ? 1 : 0));
      const picture = this.dots.get(key) ?? this.dot(key, figure, colour, palette);
      canvas.drawImage(picture, x - 5, y - 5, 10, 10);
      return;
    }
    const period = figure.marks & TALKS ? TALK_PERIOD : PERIOD[figure.pose];
    const phase = period === 1 ? 0 : Math.floor((((now + figure.id * 137) % period) / period) * PHASES);
    const side = figure.side > 0 ? 1 : 0;
    const key = (((phase * 8 + figure.pose) * 8 + (figure.marks & 7)) * 2 + side) * 8 + colour;
    const picture = (this.pictures[key] ??= this.paint(figure, colour, (phase / PHASES) * period, palette));
    const size = 60 * this.unit;
    canvas.drawImage(picture, x - size / 2, y - size * 0.8, size, size);
  }

  private dot(key: number, figure: Figure, colour: number, palette: Palette): HTMLCanvasElement {
    const picture = document.createElement('canvas');
    picture.width = picture.height = Math.ceil(10 * this.ratio);
    const canvas = picture.getContext('2d');
    if (canvas) {
      canvas.scale(this.ratio, this.ratio);
      paintDot(canvas, figure, palette.people[colour] ?? palette.ink, palette);
    }
    this.dots.set(key, picture);
    return picture;
  }

  private paint(figure: Figure, colour: number, moment: number, palette: Palette): HTMLCanvasElement {
    const picture = document.createElement('canvas');
    const size = 60 * this.unit;
    picture.width = picture.height = Math.ceil(size * this.ratio);
    const canvas = picture.getContext('2d');
    if (!canvas) return picture;
    canvas.scale(picture.width / size, picture.height / size);
    canvas.translate(size / 2, size * 0.8);
    paintFigure(canvas, { ...figure, id: 0 }, this.unit, palette.people[colour] ?? palette.ink, palette, moment);
    return picture;
  }
}

function paintFigure(
  canvas: CanvasRenderingContext2D,
  figure: Figure,
  unit: number,
  colour: string,
  palette: Palette,
  now: number,
): void {
  canvas.fillStyle = palette.shadow;
  canvas.beginPath();
  canvas.ellipse(0, 0.4 * unit, 5 * unit, 1.9 * unit, 0, 0, Math.PI * 2);
  canvas.fill();
  if (figure.pose === Pose.Sleeps) {
    asleep(canvas, unit, colour, palette, now);
  } else {
    upright(canvas, figure, unit, colour, palette, now);
  }
  if (figure.marks & TALKS) bubble(canvas, unit, palette, now);
}

function paintDot(canvas: CanvasRenderingContext2D, figure: Figure, colour: string, palette: Palette): void {
  canvas.beginPath();
  canvas.arc(5, 5, figure.pose === Pose.Sleeps ? 2 : 3, 0, Math.PI * 2);
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.lineWidth = 1;
  canvas.strokeStyle = figure.marks & TALKS ? palette.ink : palette.halo;
  canvas.stroke();
}

function upright(
  canvas: CanvasRenderingContext2D,
  figure: Figure,
  unit: number,
  colour: string,
  palette: Palette,
  now: number,
): void {
  const walks = figure.pose === Pose.Walks;
  const seated = figure.pose === Pose.Sits || figure.pose === Pose.Dines;
  const works = figure.pose === Pose.Works;
  const swing = walks ? Math.sin((now / 600) * Math.PI * 2) : 0;
  const bob = walks ? Math.abs(swing) * 0.7 : works ? Math.max(0, Math.sin((now / 1320) * Math.PI * 2)) * 0.6 : 0;
  canvas.scale(figure.side, 1);
  const low = seated ? 4.5 : 0;
  // Legs.
  canvas.strokeStyle = palette.dark ? '#15171a' : '#4a4036';
  canvas.lineWidth = 1.9 * unit;
  canvas.lineCap = 'round';
  canvas.beginPath();
  if (seated) {
    canvas.moveTo(0, -3 * unit);
    canvas.lineTo(3.4 * unit, -3 * unit);
    canvas.lineTo(3.4 * unit, 0);
  } else {
    canvas.moveTo(-1 * unit, -6 * unit);
    canvas.lineTo((-1.2 - swing * 2) * unit, 0);
    canvas.moveTo(1 * unit, -6 * unit);
    canvas.lineTo((1.2 + swing * 2) * unit, 0);
  }
  canvas.stroke();
  // Body.
  const top = (-14 + low - bob) * unit;
  const bottom = (-4.6 + low * 0.55 - bob) * unit;
  canvas.beginPath();
  canvas.moveTo(-3.7 * unit, bottom);
  canvas.bezierCurveTo(-3.9 * unit, top + 2 * unit, -2.6 * unit, top, 0, top);
  canvas.bezierCurveTo(2.6 * unit, top, 3.9 * unit, top + 2 * unit, 3.7 * unit, bottom);
  canvas.closePath();
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.lineWidth = Math.max(0.8, 0.55 * unit);
  canvas.strokeStyle = palette.halo;
  canvas.stroke();
  // Head, looking where they go.
  canvas.beginPath();
  canvas.arc(0.5 * unit, top - 2.2 * unit, 3 * unit, 0, Math.PI * 2);
  canvas.fillStyle = palette.dark ? '#e6c9a8' : '#efcfae';
  canvas.fill();
  canvas.strokeStyle = colour;
  canvas.stroke();
  if (works) tool(canvas, unit, top, palette, now);
  if (figure.pose === Pose.Dines) cup(canvas, unit, top, palette);
  if (figure.marks & CARRIES) parcel(canvas, unit, top, palette);
  canvas.scale(figure.side, 1);
  if (figure.pose === Pose.Waits) waiting(canvas, unit, top, palette, now);
}

function tool(canvas: CanvasRenderingContext2D, unit: number, top: number, palette: Palette, now: number): void {
  canvas.save();
  canvas.translate(3.2 * unit, top + 5 * unit);
  canvas.rotate(Math.sin((now / 1320) * Math.PI * 2) * 0.5 + 0.5);
  canvas.strokeStyle = palette.quiet;
  canvas.lineWidth = 1.1 * unit;
  canvas.beginPath();
  canvas.moveTo(0, 0);
  canvas.lineTo(0, -5 * unit);
  canvas.moveTo(-1.6 * unit, -5 * unit);
  canvas.lineTo(1.6 * unit, -5 * unit);
  canvas.stroke();
  canvas.restore();
}

function cup(canvas: CanvasRenderingContext2D, unit: number, top: number, palette: Palette): void {
  canvas.fillStyle = palette.bubble;
  canvas.strokeStyle = palette.quiet;
  canvas.lineWidth = Math.max(0.7, 0.5 * unit);
  canvas.beginPath();
  canvas.roundRect(3.2 * unit, top + 1.5 * unit, 2.6 * unit, 3 * unit, 0.5 * unit);
  canvas.fill();
  canvas.stroke();
}

function parcel(canvas: CanvasRenderingContext2D, unit: number, top: number, palette: Palette): void {
  canvas.fillStyle = palette.door;
  canvas.strokeStyle = palette.halo;
  canvas.lineWidth = Math.max(0.7, 0.5 * unit);
  canvas.beginPath();
  canvas.rect(1.4 * unit, top + 4 * unit, 4.4 * unit, 3.6 * unit);
  canvas.fill();
  canvas.stroke();
}

function waiting(canvas: CanvasRenderingContext2D, unit: number, top: number, palette: Palette, now: number): void {
  const y = top - 8.5 * unit;
  canvas.strokeStyle = palette.quiet;
  canvas.lineWidth = Math.max(1, 0.8 * unit);
  canvas.beginPath();
  canvas.arc(0, y, 2.6 * unit, 0, Math.PI * 2);
  canvas.moveTo(0, y);
  const turn = (now / 5600) * Math.PI * 2;
  canvas.lineTo(Math.sin(turn) * 1.9 * unit, y - Math.cos(turn) * 1.9 * unit);
  canvas.stroke();
}

function asleep(canvas: CanvasRenderingContext2D, unit: number, colour: string, palette: Palette, now: number): void {
  canvas.fillStyle = colour;
  canvas.strokeStyle = palette.halo;
  canvas.lineWidth = Math.max(0.8, 0.55 * unit);
  canvas.beginPath();
  canvas.roundRect(-4 * unit, -4.6 * unit, 11 * unit, 5 * unit, 2.4 * unit);
  canvas.fill();
  canvas.stroke();
  canvas.beginPath();
  canvas.arc(-5.6 * unit, -2.1 * unit, 2.8 * unit, 0, Math.PI * 2);
  canvas.fillStyle = palette.dark ? '#e6c9a8' : '#efcfae';
  canvas.fill();
  canvas.strokeStyle = colour;
  canvas.stroke();
  canvas.fillStyle = palette.quiet;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  for (let n = 0; n < 2; n++) {
    const rise = (now / 2600 + n * 0.5) % 1;
    canvas.globalAlpha = 1 - rise;
    canvas.font = `700 ${(4.5 + rise * 2.5) * unit}px ui-sans-serif, system-ui, sans-serif`;
    canvas.fillText('z', (-4 + rise * 4) * unit, (-7 - rise * 7) * unit);
  }
  canvas.globalAlpha = 1;
}

function bubble(canvas: CanvasRenderingContext2D, unit: number, palette: Palette, now: number): void {
  const u = Math.max(unit, 0.75);
  const [x, y] = [5 * u, -24 * unit];
  canvas.fillStyle = palette.bubble;
  canvas.strokeStyle = palette.quiet;
  canvas.lineWidth = 0.9;
  canvas.beginPath();
  canvas.roundRect(x - 5.4 * u, y - 3.6 * u, 10.8 * u, 7.2 * u, 3.4 * u);
  canvas.fill();
  canvas.stroke();
  canvas.beginPath();
  canvas.moveTo(x - 3.6 * u, y + 3.2 * u);
  canvas.lineTo(x - 4.6 * u, y + 6.2 * u);
  canvas.lineTo(x - 0.9 * u, y + 3.4 * u);
  canvas.fill();
  canvas.fillStyle = palette.bubbleInk;
  for (let n = 0; n < 3; n++) {
    const lit = Math.sin((now / 1630) * Math.PI * 2 - n * 0.9);
    canvas.globalAlpha = 0.45 + 0.55 * Math.max(0, lit);
    canvas.beginPath();
    canvas.arc(x + (n - 1) * 2.9 * u, y, 0.95 * u, 0, Math.PI * 2);
    canvas.fill();
  }
  canvas.globalAlpha = 1;
}
