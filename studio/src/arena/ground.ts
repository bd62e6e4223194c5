// The ground of an arena: floors with cracks and rubble, walls and cover with a height, openings.

import type { Camera } from '../map/camera';
import type { Palette } from '../map/palette';
import type { Arena, Gate, Solid } from './answers';
import { LIFT } from './bodies';
import { metres } from './light';

/** The colours of an arena by theme. */
interface Stone {
  void: string;
  street: string;
  room: string;
  crack: string;
  rubble: string;
  top: string;
  side: string;
  coverTop: string;
  coverSide: string;
  edge: string;
}

const LIGHT: Stone = { void: '#8b8a7c', street: '#c9c5b8', room: '#d8c8ae', crack: '#a9a496', rubble: '#b1a997', top: '#8a7d6d', side: '#6a5c4d', coverTop: '#b08a5a', coverSide: '#7d5f3b', edge: '#4c4237' };
const DARK: Stone = { void: '#1c2023', street: '#74787b', room: '#857460', crack: '#5c6063', rubble: '#8b8375', top: '#aba193', side: '#655d52', coverTop: '#b48f5e', coverSide: '#6f5833', edge: '#22201c' };

/** Houses are drawn no higher than this, in metres, so that they hide little of what is behind. */
const HIGHEST = 3;

/** A stone or a leaf on the ground; decoration, always the same. */
interface Crumb {
  x: number;
  y: number;
  size: number;
  turn: number;
}

export class ArenaGround {
  readonly bounds: [number, number, number, number];
  /** Walls and cover, the northernmost first. */
  readonly solids: Solid[];
  private readonly crumbs: Crumb[] = [];
  private readonly cracks: [number, number, number, number][] = [];

  constructor(readonly arena: Arena) {
    const boxes = arena.floors.map(({ rect }) => metres(rect));
    const side = (n: number, pick: (...all: number[]) => number) => pick(...boxes.map((box) => box[n] ?? 0));
    this.bounds = boxes.length > 0 ? [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)] : [-20, -15, 20, 15];
    this.solids = [...arena.solids].sort((a, b) => b.rect[1] - a.rect[1]);
    this.scatter();
  }

  private scatter(): void {
    let seed = 91733;
    const chance = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return seed / 2 ** 32;
    };
    for (const { rect, indoors } of this.arena.floors) {
      const [west, south, east, north] = metres(rect);
      const size = (east - west) * (north - south);
      for (let n = 0; n < Math.min(260, size / (indoors ? 9 : 4)); n++) {
        const [x, y] = [west + chance() * (east - west), south + chance() * (north - south)];
        this.crumbs.push({ x, y, size: 0.05 + chance() ** 3 * 0.32, turn: chance() * 6.3 });
      }
      if (indoors) continue;
      for (let n = 0; n < Math.min(60, size / 22); n++) {
        let [x, y] = [west + chance() * (east - west), south + chance() * (north - south)];
        let turn = chance() * 6.3;
        for (let m = 0; m < 5; m++) {
          turn += (chance() - 0.5) * 1.6;
          const step = 0.4 + chance() * 0.8;
          const [nx, ny] = [x + Math.cos(turn) * step, y + Math.sin(turn) * step];
          if (nx < west || nx > east || ny < south || ny > north) break;
          this.cracks.push([x, y, nx, ny]);
          [x, y] = [nx, ny];
        }
      }
    }
  }

  /** Draws everything flat. */
  draw(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    const stone = palette.dark ? DARK : LIGHT;
    canvas.fillStyle = stone.void;
    canvas.fillRect(0, 0, camera.width, camera.height);
    const { scale } = camera;
    for (const { rect, indoors } of this.arena.floors) {
      const [west, south, east, north] = metres(rect);
      const [x, y] = camera.toScreen(west, north);
      const [w, h] = [(east - west) * scale, (north - south) * scale];
      canvas.fillStyle = indoors ? stone.room : stone.street;
      canvas.fillRect(x, y, w, h);
      if (!indoors || scale < 6) continue;
      canvas.strokeStyle = 'rgba(60, 40, 20, 0.13)';
      canvas.lineWidth = 1;
      canvas.beginPath();
      for (let at = y + scale * 0.45; at < y + h; at += scale * 0.45) {
        canvas.moveTo(x, at);
        canvas.lineTo(x + w, at);
      }
      canvas.stroke();
    }
    canvas.strokeStyle = stone.crack;
    canvas.lineWidth = Math.max(0.7, scale * 0.035);
    canvas.beginPath();
    for (const [ax, ay, bx, by] of this.cracks) {
      canvas.moveTo(...camera.toScreen(ax, ay));
      canvas.lineTo(...camera.toScreen(bx, by));
    }
    canvas.stroke();
    for (const { x, y, size, turn } of this.crumbs) {
      const [sx, sy] = camera.toScreen(x, y);
      if (sx < -20 || sy < -20 || sx > camera.width + 20 || sy > camera.height + 20 || size * scale < 0.8) continue;
      canvas.fillStyle = stone.rubble;
      canvas.beginPath();
      canvas.ellipse(sx, sy, size * scale, size * scale * 0.62, turn, 0, Math.PI * 2);
      canvas.fill();
    }
    this.shadows(canvas, camera);
  }

  /** Shadows of what stands, to the south-east. */
  private shadows(canvas: CanvasRenderingContext2D, camera: Camera): void {
    canvas.fillStyle = 'rgba(0, 0, 0, 0.2)';
    for (const { rect, high } of this.solids) {
      const [west, south, east, north] = metres(rect);
      const long = Math.min(1.1, (high / 1000) * 0.38);
      const [x0, y0] = camera.toScreen(west, north);
      const [x1, y1] = camera.toScreen(east, south);
      const d = long * camera.scale;
      canvas.beginPath();
      canvas.moveTo(x0, y1);
      canvas.lineTo(x0 + d, y1 + d * 0.7);
      canvas.lineTo(x1 + d, y1 + d * 0.7);
      canvas.lineTo(x1 + d, y0 + d * 0.7);
      canvas.lineTo(x1, y0);
      canvas.lineTo(x1, y1);
      canvas.closePath();
      canvas.fill();
    }
  }

  /** Draws a wall or cover as a block. `through` lets one see what is behind it. */
  block(canvas: CanvasRenderingContext2D, solid: Solid, camera: Camera, palette: Palette, through: boolean): void {
    const stone = palette.dark ? DARK : LIGHT;
    const [west, south, east, north] = metres(solid.rect);
    const [x0, y0] = camera.toScreen(west, north);
    const [x1, y1] = camera.toScreen(east, south);
    const up = Math.min(HIGHEST, solid.high / 1000) * LIFT * camera.scale;
    if (x1 < -4 || x0 > camera.width + 4 || y1 < -4 || y0 - up > camera.height + 4) return;
    const cover = solid.high < 1700;
    canvas.globalAlpha = through ? 0.42 : 1;
    canvas.fillStyle = cover ? stone.coverSide : stone.side;
    canvas.fillRect(x0, y1 - up, x1 - x0, up);
    if (camera.scale > 8) this.courses(canvas, x0, x1, y1, up, cover, camera.scale);
    canvas.fillStyle = cover ? stone.coverTop : stone.top;
    canvas.fillRect(x0, y0 - up, x1 - x0, y1 - y0);
    canvas.strokeStyle = stone.edge;
    canvas.lineWidth = Math.max(0.8, camera.scale * 0.035);
    canvas.strokeRect(x0, y0 - up, x1 - x0, y1 - y0);
    canvas.strokeRect(x0, y1 - up, x1 - x0, up);
    canvas.globalAlpha = 1;
  }

  /** Bricks of a wall, boards of a crate. */
  private courses(canvas: CanvasRenderingContext2D, x0: number, x1: number, y1: number, up: number, cover: boolean, scale: number): void {
    canvas.strokeStyle = 'rgba(0, 0, 0, 0.16)';
    canvas.lineWidth = 1;
    canvas.beginPath();
    const step = (cover ? 0.3 : 0.36) * LIFT * scale;
    for (let at = y1 - step; at > y1 - up + 1; at -= step) {
      canvas.moveTo(x0, at);
      canvas.lineTo(x1, at);
    }
    if (cover) {
      for (let at = x0 + scale * 0.5; at < x1 - 2; at += scale * 0.5) {
        canvas.moveTo(at, y1);
        canvas.lineTo(at, y1 - up);
      }
    }
    canvas.stroke();
  }

  /** A door leaf, or the gap where it stands open. */
  gate(canvas: CanvasRenderingContext2D, { from, to }: Gate, open: boolean, camera: Camera, palette: Palette): void {
    const [ax, ay] = camera.toScreen(from[0] / 1000, from[1] / 1000);
    const [bx, by] = camera.toScreen(to[0] / 1000, to[1] / 1000);
    canvas.strokeStyle = palette.door;
    canvas.lineWidth = Math.max(2, camera.scale * 0.14);
    canvas.lineCap = 'butt';
    canvas.globalAlpha = open ? 0.5 : 1;
    canvas.beginPath();
    canvas.moveTo(ax, ay);
    // An open leaf stands at a right angle to its wall.
    if (open) canvas.lineTo(ax - (by - ay) * 0.8, ay + (bx - ax) * 0.8);
    else canvas.lineTo(bx, by);
    canvas.stroke();
    canvas.globalAlpha = 1;
  }
}
