// Names on the map. Overlapping names are left out.

import type { Region } from './ground';
import type { Camera } from './camera';
import type { Palette } from './palette';

type Box = [left: number, top: number, right: number, bottom: number];

export class Labels {
  private taken: Box[] = [];

  clear(): void {
    this.taken = [];
  }

  /** Reserves a rectangle of the screen, if it is free. */
  claim(box: Box): boolean {
    const [left, top, right, bottom] = box;
    const meets = (other: Box) => left < other[2] && right > other[0] && top < other[3] && bottom > other[1];
    if (this.taken.some(meets)) return false;
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
    const mx = (Math.max(left, 0) + Math.min(right, camera.width - camera.covered)) / 2;
    const my = (Math.max(top, 0) + Math.min(bottom, camera.height - camera.below)) / 2;
    // Where people and furniture are, names keep to the upper wall.
    const x = mx;
    const y = region.indoors && high > pixels * 3.2 ? top + pixels * 0.95 : my;
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

  /** A short name under a figure. */
  person(canvas: CanvasRenderingContext2D, text: string, x: number, y: number, strong: boolean, palette: Palette): void {
    canvas.font = `${strong ? 700 : 500} ${strong ? 13 : 11}px ui-sans-serif, system-ui, sans-serif`;
    const half = canvas.measureText(text).width / 2 + 2;
    const free = this.claim([x - half, y - 2, x + half, y + 13]);
    if (!free && !strong) return;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'top';
    canvas.lineJoin = 'round';
    canvas.lineWidth = 3;
    canvas.strokeStyle = palette.halo;
    canvas.fillStyle = strong ? palette.accent : palette.ink;
    canvas.strokeText(text, x, y);
    canvas.fillText(text, x, y);
  }
}

function rank(region: Region): number {
  if (region.indoors && !region.inner) return 0;
  return region.indoors ? 1 : 2;
}

function size({ box: [west, south, east, north] }: Region): number {
  return (east - west) * (north - south);
}
