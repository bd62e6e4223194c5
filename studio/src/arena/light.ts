// Light and shadow: what can be seen from a point between walls, and a map of how bright it is.

import type { Camera } from '../map/camera';
import type { Arena, Box, Light, Solid, Spot } from './answers';

/** A segment of a wall, in metres. */
export type Segment = [ax: number, ay: number, bx: number, by: number];

/** A step between the directions in which nothing stands, so that the edge of a disc looks round. */
const AROUND = 40;

/** How bright it is where no light falls, so that one still sees where to go. */
const DARKEST = 0.36;

/** The sides of solids that block a view at a height, in metres. */
export function segmentsOf(solids: Solid[], eye: number): Segment[] {
  const segments: Segment[] = [];
  for (const { rect, high } of solids) {
    if (high / 1000 < eye) continue;
    const [west, south, east, north] = metres(rect);
    segments.push([west, south, east, south], [east, south, east, north], [east, north, west, north], [west, north, west, south]);
  }
  return segments;
}

/** A rectangle in metres. */
export const metres = ([west, south, east, north]: Box): Box => [west / 1000, south / 1000, east / 1000, north / 1000];

/** The part of a disc that is seen from its middle, as a polygon in metres. */
export function seenFrom(x: number, y: number, reach: number, segments: Segment[]): Spot[] {
  const near = segments.filter(([ax, ay, bx, by]) => Math.min(ax, bx) < x + reach && Math.max(ax, bx) > x - reach && Math.min(ay, by) < y + reach && Math.max(ay, by) > y - reach);
  const angles: number[] = [];
  for (let n = 0; n < AROUND; n++) angles.push((n / AROUND) * Math.PI * 2 - Math.PI);
  for (const [ax, ay, bx, by] of near) {
    for (const turn of [Math.atan2(ay - y, ax - x), Math.atan2(by - y, bx - x)]) angles.push(turn - 1e-4, turn + 1e-4);
  }
  angles.sort((a, b) => a - b);
  return angles.map((turn) => {
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
    let nearest = reach;
    for (const [ax, ay, bx, by] of near) {
      const [ex, ey] = [bx - ax, by - ay];
      const across = dx * ey - dy * ex;
      if (Math.abs(across) < 1e-9) continue;
      const away = ((ax - x) * ey - (ay - y) * ex) / across;
      const along = ((ax - x) * dy - (ay - y) * dx) / across;
      if (away > 0 && away < nearest && along >= 0 && along <= 1) nearest = away;
    }
    return [x + dx * nearest, y + dy * nearest];
  });
}

/** A path around a polygon in metres, on the screen. */
export function outline(canvas: CanvasRenderingContext2D, points: readonly Spot[], camera: Camera): void {
  canvas.beginPath();
  points.forEach(([x, y], n) => {
    const [sx, sy] = camera.toScreen(x, y);
    if (n === 0) canvas.moveTo(sx, sy);
    else canvas.lineTo(sx, sy);
  });
  canvas.closePath();
}

/** Something that shines, in metres, with its colour as red, green and blue. */
export interface Glow {
  x: number;
  y: number;
  reach: number;
  level: number;
  colour: string;
}

/** Brightness, drawn small and laid over the picture. */
export class LightMap {
  private readonly map = document.createElement('canvas');
  private readonly canvas: CanvasRenderingContext2D;
  /** Lamps do not move, so their shadows are found once. */
  private readonly lamps: { glow: Glow; points: Spot[] }[] = [];
  private readonly shades: Light[] = [];

  constructor(
    private readonly arena: Arena,
    private readonly segments: Segment[],
  ) {
    const canvas = this.map.getContext('2d');
    if (!canvas) throw new Error('this browser cannot draw');
    this.canvas = canvas;
    arena.lights.forEach((light, n) => {
      const [west, south, east, north] = metres(light.rect);
      const [x, y] = [(west + east) / 2, (south + north) / 2];
      const holds = ([w, s, e, n]: Box) => w <= x * 1000 && x * 1000 <= e && s <= y * 1000 && y * 1000 <= n;
      // A later light covers an earlier one.
      const under = arena.lights.slice(0, n).reverse().find(({ rect }) => holds(rect))?.level ?? arena.floors.find(({ rect }) => holds(rect))?.light ?? 1;
      if (light.level <= under) {
        this.shades.push(light);
        return;
      }
      const reach = Math.hypot(east - west, north - south) * 0.62;
      this.lamps.push({ glow: { x, y, reach, level: light.level, colour: '255, 208, 138' }, points: seenFrom(x, y, reach, segments) });
    });
  }

  /** Darkens a picture where no light falls. By day there is more of it everywhere. */
  lay(onto: CanvasRenderingContext2D, camera: Camera, night: number, dark: boolean, glows: Glow[]): void {
    const { map, canvas } = this;
    const small = 0.5;
    map.width = Math.max(1, Math.ceil(camera.width * small));
    map.height = Math.max(1, Math.ceil(camera.height * small));
    canvas.setTransform(small, 0, 0, small, 0, 0);
    const dim = dark ? 0.9 : 1;
    // Moonlight is blue, so that lamps look warm beside it.
    const grey = (level: number) => {
      const bright = (DARKEST + (1 - DARKEST) * level) * (1 - night) + (DARKEST + 0.55 * level) * night;
      const part = (of: number) => Math.round(255 * Math.min(1, bright * dim * of));
      return `rgb(${part(1 - 0.16 * night)}, ${part(1 - 0.05 * night)}, ${part(1 + 0.22 * night)})`;
    };
    canvas.globalCompositeOperation = 'source-over';
    canvas.fillStyle = grey(0.05);
    canvas.fillRect(0, 0, camera.width, camera.height);
    for (const { rect, light, indoors } of this.arena.floors) this.fill(rect, grey(indoors ? light * 0.9 : light), camera, 0);
    for (const { rect, level } of this.shades) this.fill(rect, grey(level), camera, 0);
    canvas.globalCompositeOperation = 'lighter';
    for (const { glow, points } of this.lamps) this.shine(points, { ...glow, level: glow.level * (0.2 + 0.75 * night) }, camera);
    for (const glow of glows) this.shine(seenFrom(glow.x, glow.y, glow.reach, this.segments), glow, camera);
    onto.save();
    onto.globalCompositeOperation = 'multiply';
    onto.drawImage(map, 0, 0, camera.width, camera.height);
    onto.restore();
  }

  private fill(rect: Box, colour: string, camera: Camera, blur: number): void {
    const [west, south, east, north] = metres(rect);
    const [x, y] = camera.toScreen(west, north);
    this.canvas.fillStyle = colour;
    if (blur > 0) {
      this.canvas.shadowColor = colour;
      this.canvas.shadowBlur = blur;
    }
    this.canvas.fillRect(x, y, (east - west) * camera.scale, (north - south) * camera.scale);
    this.canvas.shadowBlur = 0;
  }

  private shine(points: readonly Spot[], { x, y, reach, level, colour }: Glow, camera: Camera): void {
    const [sx, sy] = camera.toScreen(x, y);
    const r = reach * camera.scale;
    if (level <= 0.01 || sx + r < 0 || sy + r < 0 || sx - r > camera.width || sy - r > camera.height) return;
    const light = this.canvas.createRadialGradient(sx, sy, 0, sx, sy, r);
    light.addColorStop(0, `rgba(${colour}, ${level})`);
    light.addColorStop(0.35, `rgba(${colour}, ${level * 0.62})`);
    light.addColorStop(0.75, `rgba(${colour}, ${level * 0.18})`);
    light.addColorStop(1, `rgba(${colour}, 0)`);
    this.canvas.fillStyle = light;
    outline(this.canvas, points, camera);
    this.canvas.fill();
  }
}
