// Figures: a head, a body, and a pose.

import { CARRIES, Pose, TALKS, type Figure } from '../feed';
import type { Palette } from './palette';

/** Height of a figure in pixels: a little larger than life, with a minimum. */
export function tallness(scale: number): number {
  return Math.min(46, Math.max(9, scale * 1.9));
}

/** Margins of a figure around its feet, in twentieths of its height. */
const [LEFT, ABOVE, WIDE, HIGH] = [11, 33, 25, 37];

/** Number of animation frames per movement. */
const PHASES = 12;

/** Duration of each movement, in milliseconds. */
const PERIOD: Record<Pose, number> = {
  [Pose.Stands]: 1,
  [Pose.Walks]: 600,
  [Pose.Works]: 1320,
  [Pose.Lies]: 2600,
  [Pose.Sits]: 1,
  [Pose.Dines]: 1,
  [Pose.Waits]: 5600,
};
const TALK_PERIOD = 1630;

/** Sprite cache: figures that look the same share one image. */
export class Figures {
  private pictures: (HTMLCanvasElement | undefined)[] = [];
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
  }

  /** Draws a figure with its feet at a point of the screen. */
  draw(canvas: CanvasRenderingContext2D, figure: Figure, x: number, y: number, colour: number, now: number): void {
    const palette = this.palette;
    if (!palette) return;
    const period = figure.marks & TALKS ? TALK_PERIOD : PERIOD[figure.pose];
    const phase = period === 1 ? 0 : Math.floor((((now + figure.id * 137) % period) / period) * PHASES);
    const side = figure.side > 0 ? 1 : 0;
    const key = (((phase * 8 + figure.pose) * 8 + (figure.marks & 7)) * 2 + side) * 8 + colour;
    const picture = (this.pictures[key] ??= this.paint(figure, colour, (phase / PHASES) * period, palette));
    canvas.drawImage(picture, x - LEFT * this.unit, y - ABOVE * this.unit, WIDE * this.unit, HIGH * this.unit);
  }

  private paint(figure: Figure, colour: number, moment: number, palette: Palette): HTMLCanvasElement {
    const picture = document.createElement('canvas');
    const [wide, high] = [WIDE * this.unit, HIGH * this.unit];
    picture.width = Math.ceil(wide * this.ratio);
    picture.height = Math.ceil(high * this.ratio);
    const canvas = picture.getContext('2d');
    if (!canvas) return picture;
    canvas.scale(picture.width / wide, picture.height / high);
    canvas.translate(LEFT * this.unit, ABOVE * this.unit);
    paintFigure(canvas, { ...figure, id: 0 }, this.unit, palette.people[colour] ?? palette.ink, palette, moment);
    return picture;
  }
}

/** People as dots, for when they are far away: colour by colour, which is quick. */
export class Dots {
  private readonly places: number[][] = [];

  add(x: number, y: number, colour: number): void {
    (this.places[colour] ??= []).push(x, y);
  }

  /** Draws all added dots and clears the list. */
  draw(canvas: CanvasRenderingContext2D, palette: Palette): void {
    this.places.forEach((places, colour) => {
      canvas.fillStyle = palette.people[colour] ?? palette.ink;
      // Two strokes across each other look round at this size.
      for (let n = 0; n + 1 < places.length; n += 2) {
        const x = places[n] ?? 0;
        const y = places[n + 1] ?? 0;
        canvas.fillRect(x - 2.5, y - 1.5, 5, 3);
        canvas.fillRect(x - 1.5, y - 2.5, 3, 5);
      }
      places.length = 0;
    });
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
  if (figure.pose === Pose.Lies) {
    asleep(canvas, unit, colour, palette, now);
  } else {
    upright(canvas, figure, unit, colour, palette, now);
  }
  if (figure.marks & TALKS) bubble(canvas, unit, palette, now);
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
