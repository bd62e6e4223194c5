// Where figures are drawn: those who stand at one spot stand beside each other, inside their room and
// not on a table. Only the picture changes; the town knows nothing of it.

import { Pose, type Figure } from '../feed';
import type { Ground } from './ground';

/** How far figures keep from each other, in metres; more from north to south, because they are tall. */
const APART = 0.75;

/** Offsets that are tried one after the other: rings around the spot. */
const TRIED: [number, number][] = [[0, 0]];
for (let ring = 1; ring <= 8; ring++) {
  const count = 2 + ring * 4;
  for (let n = 0; n < count; n++) {
    const turn = (n / count) * Math.PI * 2 + ring;
    TRIED.push([Math.cos(turn) * ring * APART, Math.sin(turn) * ring * APART * 1.4]);
  }
}

/** How fast a figure moves to its spot: this share of the way in a frame. */
const EASE = 0.2;

export class Spread {
  private readonly offsets = new Map<number, { x: number; y: number; toX: number; toY: number }>();
  private readonly taken = new Map<string, [number, number][]>();

  /** Finds a spot for everybody who stands, in order of id. */
  arrange(figures: Iterable<Figure>, ground: Ground): void {
    this.taken.clear();
    const standing = [...figures].filter((figure) => figure.pose !== Pose.Walks).sort((a, b) => a.id - b.id);
    const known = new Set<number>();
    for (const figure of standing) {
      known.add(figure.id);
      const settled = figure.pose === Pose.Lies || figure.pose === Pose.Sits || figure.pose === Pose.Dines;
      const [toX, toY] = this.free(figure, settled, ground);
      const at = this.offsets.get(figure.id);
      if (at) [at.toX, at.toY] = [toX, toY];
      else this.offsets.set(figure.id, { x: 0, y: 0, toX, toY });
    }
    for (const [id, at] of this.offsets) {
      if (known.has(id)) continue;
      [at.toX, at.toY] = [0, 0];
      if (Math.hypot(at.x, at.y) < 0.01) this.offsets.delete(id);
    }
  }

  /** The offset of a figure, a step nearer to its spot. */
  of(id: number): [number, number] {
    const at = this.offsets.get(id);
    if (!at) return [0, 0];
    at.x += (at.toX - at.x) * EASE;
    at.y += (at.toY - at.y) * EASE;
    return [at.x, at.y];
  }

  private free(figure: Figure, settled: boolean, ground: Ground): [number, number] {
    const { toX, toY, z } = figure;
    const room = ground.roomAt(toX, toY, z);
    for (const [dx, dy] of TRIED) {
      const [x, y] = [toX + dx, toY + dy];
      if (room && !ground.isInside(room, x, y)) continue;
      // Whoever sits is at the table; whoever stands is beside it.
      if (!settled && ground.isFurnished(x, y, z)) continue;
      // Seats may be close together.
      if (this.take(x, y, settled ? 0.4 : APART * 0.9)) return [dx, dy];
    }
    return [0, 0];
  }

  /** Takes a spot if nobody is nearer than a distance. */
  private take(x: number, y: number, apart: number): boolean {
    const [cx, cy] = [Math.floor(x / APART), Math.floor(y / APART)];
    for (let n = cx - 1; n <= cx + 1; n++) {
      for (let m = cy - 2; m <= cy + 2; m++) {
        for (const [ox, oy] of this.taken.get(`${n},${m}`) ?? []) if (Math.hypot(ox - x, (oy - y) / 1.4) < apart) return false;
      }
    }
    const key = `${cx},${cy}`;
    this.taken.set(key, [...(this.taken.get(key) ?? []), [x, y]]);
    return true;
  }
}
