// Names on the map. Overlapping names are left out.

import type { Region } from './ground';
import type { Camera } from './camera';
import type { Palette } from './palette';

type Box = [left: number, top: number, right: number, bottom: number];

export class Labels {
  private taken: Box[] = [];
  /** Bubbles stand over names of places, but not over each other. */
  private bubbles: Box[] = [];

  clear(): void {
    this.taken = [];
    this.bubbles = [];
  }

  /** Reserves a rectangle of the screen, if it is free. */
  claim(box: Box): boolean {
    if (this.taken.some((other) => meet(box, other))) return false;
    this.taken.push(box);
    return true;
  }

  /** The names of places: the large ones first, rooms when there is room for their names. */
  places(canvas: CanvasRenderingContext2D, regions: Region[], camera: Camera, palette: Palette): void {
    const sorted = [...regions].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
    for (const region of sorted) this.place(canvas, region, camera, palette);
  }

  private place(canvas: CanvasRenderingContext2D, region: Region, camera: Camera, palette: Palette): void {
    const [west, south, east, north] = region.box;
    const [left, top] = camera.toScreen(west, north);
    const [right, bottom] = camera.toScreen(east, south);
    if (right < 0 || bottom < 0 || left > camera.width || top > camera.height) return;
    const [wide, high] = [right - left, bottom - top];
    const upright = region.street && high > wide * 1.5;
    const length = upright ? high : wide;
    const pixels = region.indoors ? (region.inner ? 11 : 12.5) : 13.5;
    canvas.font = region.indoors
      ? `600 ${pixels}px ui-sans-serif, system-ui, sans-serif`
      : `italic 500 ${pixels}px ui-serif, Georgia, "Times New Roman", serif`;
    const text = region.area.name;
    const room = canvas.measureText(text).width;
    if (room > length * (region.indoors ? 0.92 : 1.4) || length < 26) return;
    // On the part of it that can be seen.
    const mx = (Math.max(left, 0) + Math.min(right, camera.width)) / 2;
    const my = (Math.max(top, 0) + Math.min(bottom, camera.height)) / 2;
    // Furniture and those who use it are at the upper wall, so names keep to the lower one.
    const x = mx;
    const y = region.indoors && high > pixels * 3.2 ? bottom - pixels * 0.95 : my;
    const half: [number, number] = upright ? [pixels * 0.7, room / 2 + 3] : [room / 2 + 3, pixels * 0.7];
    if (!this.claim([x - half[0], y - half[1], x + half[0], y + half[1]])) return;
    canvas.save();
    canvas.translate(x, y);
    if (upright) canvas.rotate(-Math.PI / 2);
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    canvas.lineJoin = 'round';
    canvas.lineWidth = 3.5;
    canvas.strokeStyle = palette.halo;
    canvas.fillStyle = region.inner || !region.indoors ? palette.quiet : palette.ink;
    canvas.strokeText(text, 0, 0);
    canvas.fillText(text, 0, 0);
    canvas.restore();
  }

  /** The name of a thing, small, if there is room. */
  thing(canvas: CanvasRenderingContext2D, text: string, x: number, y: number, palette: Palette): void {
    canvas.font = '500 10.5px ui-sans-serif, system-ui, sans-serif';
    const half = canvas.measureText(text).width / 2 + 2;
    if (!this.claim([x - half, y - 1, x + half, y + 12])) return;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'top';
    canvas.lineJoin = 'round';
    canvas.lineWidth = 3;
    canvas.strokeStyle = palette.halo;
    canvas.fillStyle = palette.quiet;
    canvas.strokeText(text, x, y);
    canvas.fillText(text, x, y);
  }

  /** Words over a head, on one to three lines. Says whether there was room for them. */
  bubble(canvas: CanvasRenderingContext2D, words: string, x: number, y: number, aloud: boolean, palette: Palette): boolean {
    canvas.font = `${aloud ? '' : 'italic '}500 12px ui-sans-serif, system-ui, sans-serif`;
    const lines = wrap(canvas, words, 168);
    const wide = Math.max(...lines.map((line) => canvas.measureText(line).width)) + 16;
    const high = lines.length * 15 + 9;
    const [left, top] = [x - wide / 2, y - high - 7];
    const box: Box = [left, top, left + wide, y];
    if (this.bubbles.some((other) => meet(box, other))) return false;
    this.bubbles.push(box);
    this.taken.push(box);
    canvas.fillStyle = palette.bubble;
    canvas.strokeStyle = palette.quiet;
    canvas.lineWidth = 1;
    canvas.beginPath();
    canvas.roundRect(left, top, wide, high, 8);
    canvas.fill();
    canvas.stroke();
    canvas.beginPath();
    canvas.moveTo(x - 5, top + high - 0.5);
    canvas.lineTo(x, y);
    canvas.lineTo(x + 5, top + high - 0.5);
    canvas.fill();
    canvas.fillStyle = palette.bubbleInk;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'top';
    lines.forEach((line, index) => canvas.fillText(line, x, top + 6 + index * 15));
    return true;
  }

  /** A short name under a figure. Says whether there was room for it. */
  person(canvas: CanvasRenderingContext2D, text: string, x: number, y: number, strong: boolean, palette: Palette): boolean {
    canvas.font = `${strong ? 700 : 500} ${strong ? 13 : 11}px ui-sans-serif, system-ui, sans-serif`;
    const half = canvas.measureText(text).width / 2 + 2;
    const free = this.claim([x - half, y - 2, x + half, y + 13]);
    if (!free && !strong) return false;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'top';
    canvas.lineJoin = 'round';
    canvas.lineWidth = 3;
    canvas.strokeStyle = palette.halo;
    canvas.fillStyle = strong ? palette.accent : palette.ink;
    canvas.strokeText(text, x, y);
    canvas.fillText(text, x, y);
    return true;
  }
}

const meet = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** A text on at most three lines of a width. */
function wrap(canvas: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = `${lines[last] ?? ''} ${word}`.trim();
    if (!lines[last] || canvas.measureText(longer).width <= width) lines[last] = longer;
    else if (lines.length < 3) lines.push(word);
    else {
      lines[last] += ' …';
      break;
    }
  }
  return lines;
}

function rank(region: Region): number {
  if (region.indoors && !region.inner) return 0;
  return region.indoors ? 1 : 2;
}

function size({ box: [west, south, east, north] }: Region): number {
  return (east - west) * (north - south);
}
