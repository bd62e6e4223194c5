// What passes: sounds as rings, things in the air, shots and blows, smoke and fire.

import type { Camera } from '../map/camera';
import { DEAD, type ArenaNow, type Flight, type Hit, type Sound, type Volume } from './answers';
import { LIFT } from './bodies';
import type { Glow } from './light';

/** How long a ring spreads, and a shot is seen, in milliseconds. */
const RING = 900;
const SHOT = 170;
const BLOW = 260;
const PIECES = 700;

interface Aged<T> {
  what: T;
  since: number;
}

/** Keeps what passes for as long as it is seen. */
export class Effects {
  private rings: Aged<Sound>[] = [];
  private hits: Aged<Hit>[] = [];
  private flights: Aged<Flight>[] = [];
  private landed: Aged<Flight>[] = [];
  private volumes: Volume[] = [];
  private tick = 0;
  private ticked = 0;
  private burning: [number, number][] = [];
  /** Numbers that have been shown, so that nothing is shown twice. */
  private last = 0;
  /** Sounds that were drawn, for tests. */
  heard = 0;

  take(now: ArenaNow, at: number): void {
    if (now.tick < this.tick) {
      // The town went back.
      this.rings = [];
      this.hits = [];
      this.flights = [];
      this.landed = [];
      this.last = 0;
    }
    this.tick = now.tick;
    this.ticked = at;
    const fresh = <T extends [number, ...unknown[]]>(all: T[]) => all.filter(([number]) => number > this.last).map((what) => ({ what, since: at }));
    const rings = fresh(now.sounds);
    this.heard += rings.length;
    this.rings.push(...rings);
    this.hits.push(...fresh(now.hits));
    for (const flight of this.flights) {
      if (!now.flights.some(([number]) => number === flight.what[0])) this.landed.push({ what: flight.what, since: at });
    }
    this.flights = now.flights.map((what) => ({ what, since: at }));
    this.volumes = now.volumes;
    this.last = Math.max(this.last, ...now.sounds.map(([n]) => n), ...now.hits.map(([n]) => n));
    this.rings = this.rings.filter(({ since }) => at - since < RING).slice(-160);
    this.hits = this.hits.filter(({ since }) => at - since < BLOW);
    this.landed = this.landed.filter(({ since }) => at - since < PIECES);
  }

  /** The moment that is drawn, in ticks. */
  private moment(at: number, paused: boolean): number {
    return this.tick + (paused ? 0 : Math.min(12, ((at - this.ticked) / 1000) * 60));
  }

  /** Light that fire and shots give. */
  glows(at: number, burning: [number, number][]): Glow[] {
    this.burning = burning;
    const flicker = (n: number) => 0.85 + 0.15 * Math.sin(at / 70 + n * 2.1) * Math.sin(at / 113 + n);
    const fires = this.volumes.filter(([kind]) => kind === 'fire').map(([, x, y, radius], n) => ({ x: x / 1000, y: y / 1000, reach: (radius / 1000) * 3.6, level: 0.95 * flicker(n), colour: '255, 150, 60' }));
    const shots = this.hits.filter(({ what, since }) => what[1] && at - since < 90).map(({ what }) => ({ x: what[2] / 1000, y: what[3] / 1000, reach: 5, level: 0.9, colour: '255, 226, 160' }));
    const torches = burning.map(([x, y], n) => ({ x, y, reach: 4.5, level: 0.8 * flicker(n + 7), colour: '255, 150, 60' }));
    const bottles = this.flights.filter(({ what }) => what[1] === 'fire').map(({ what }) => ({ x: what[4] / 1000, y: what[5] / 1000, reach: 2, level: 0.25, colour: '255, 150, 60' }));
    return [...fires, ...shots, ...torches, ...bottles];
  }

  /** Sounds as rings: as far as a character with ears of one would hear them. */
  drawRings(canvas: CanvasRenderingContext2D, camera: Camera, at: number, strong: boolean): void {
    for (const { what: [, , x, y, reach, by], since } of this.rings) {
      const part = (at - since) / RING;
      if (part < 0 || part > 1) continue;
      const [sx, sy] = camera.toScreen(x / 1000, y / 1000);
      const r = (reach / 1000) * camera.scale * (1 - (1 - part) ** 2);
      canvas.strokeStyle = by ? `rgba(220, 236, 255, ${(strong ? 0.85 : 0.5) * (1 - part)})` : `rgba(255, 214, 120, ${0.9 * (1 - part)})`;
      canvas.lineWidth = by ? 1.3 : 2;
      canvas.beginPath();
      canvas.ellipse(sx, sy, r, r, 0, 0, Math.PI * 2);
      canvas.stroke();
    }
  }

  /** Smoke and clouds, which take the light of where they are. */
  drawSmoke(canvas: CanvasRenderingContext2D, camera: Camera, at: number): void {
    this.each(camera, (kind, sx, sy, r, fading, index) => {
      if (kind !== 'fire') this.smoke(canvas, sx, sy, r, at, index, fading, kind === 'smoke' ? [224, 226, 224] : [164, 176, 96]);
    });
  }

  /** Fires, which shine. */
  drawFires(canvas: CanvasRenderingContext2D, camera: Camera, at: number): void {
    this.each(camera, (kind, sx, sy, r, fading, index) => {
      if (kind === 'fire') this.fire(canvas, sx, sy, r, at, index, fading);
    });
  }

  private each(camera: Camera, draw: (kind: string, sx: number, sy: number, r: number, fading: number, index: number) => void): void {
    for (const [index, [kind, x, y, radius, ends]] of this.volumes.entries()) {
      const [sx, sy] = camera.toScreen(x / 1000, y / 1000);
      draw(kind, sx, sy, (radius / 1000) * camera.scale, Math.min(1, Math.max(0, (ends - this.tick) / 60)), index);
    }
  }

  private fire(canvas: CanvasRenderingContext2D, sx: number, sy: number, r: number, at: number, index: number, fading: number): void {
    canvas.save();
    canvas.globalCompositeOperation = 'lighter';
    const bed = canvas.createRadialGradient(sx, sy, 0, sx, sy, r);
    bed.addColorStop(0, `rgba(255, 150, 40, ${0.5 * fading})`);
    bed.addColorStop(1, 'rgba(200, 40, 0, 0)');
    canvas.fillStyle = bed;
    canvas.beginPath();
    canvas.ellipse(sx, sy, r, r * 0.9, 0, 0, Math.PI * 2);
    canvas.fill();
    const tongues = 26;
    for (let n = 0; n < tongues; n++) {
      const turn = n * 2.399 + index;
      const away = Math.sqrt((n + 0.5) / tongues) * r * 0.92;
      const life = (at / 620 + n * 0.377) % 1;
      const [fx, fy] = [sx + Math.cos(turn) * away, sy + Math.sin(turn) * away * 0.85 - life * r * 0.42];
      const size = r * 0.2 * (1 - life) * (0.7 + 0.3 * Math.sin(n * 9.1));
      canvas.fillStyle = `rgba(255, ${Math.round(190 - 130 * life)}, ${Math.round(80 - 70 * life)}, ${0.55 * (1 - life) * fading})`;
      canvas.beginPath();
      canvas.ellipse(fx, fy, Math.max(0.5, size * 0.7), Math.max(0.5, size * 1.3), 0, 0, Math.PI * 2);
      canvas.fill();
    }
    canvas.restore();
  }

  private smoke(canvas: CanvasRenderingContext2D, sx: number, sy: number, r: number, at: number, index: number, fading: number, [red, green, blue]: [number, number, number]): void {
    const puffs = 22;
    for (let n = 0; n < puffs; n++) {
      const turn = n * 2.399 + index + at / 5200;
      const away = Math.sqrt((n + 0.4) / puffs) * r * 0.8;
      const swell = 0.5 + 0.06 * Math.sin(at / 700 + n * 1.7);
      const [px, py] = [sx + Math.cos(turn) * away, sy + Math.sin(turn) * away * 0.85 - r * 0.16];
      const puff = canvas.createRadialGradient(px, py, 0, px, py, r * swell);
      puff.addColorStop(0, `rgba(${red}, ${green}, ${blue}, ${0.34 * fading})`);
      puff.addColorStop(1, `rgba(${red}, ${green}, ${blue}, 0)`);
      canvas.fillStyle = puff;
      canvas.beginPath();
      canvas.arc(px, py, r * swell, 0, Math.PI * 2);
      canvas.fill();
    }
  }

  /** Flames on a body. */
  drawBurning(canvas: CanvasRenderingContext2D, camera: Camera, at: number): void {
    canvas.save();
    canvas.globalCompositeOperation = 'lighter';
    for (const [index, [x, y]] of this.burning.entries()) {
      const [sx, sy] = camera.toScreen(x, y);
      for (let n = 0; n < 9; n++) {
        const life = (at / 430 + n * 0.311 + index * 0.17) % 1;
        const size = camera.scale * 0.26 * (1 - life);
        canvas.fillStyle = `rgba(255, ${Math.round(200 - 140 * life)}, 50, ${0.7 * (1 - life)})`;
        canvas.beginPath();
        canvas.ellipse(sx + Math.sin(n * 2.7 + at / 90) * camera.scale * 0.22, sy - camera.scale * (0.25 + life * 1.1), size * 0.7, size * 1.3, 0, 0, Math.PI * 2);
        canvas.fill();
      }
    }
    canvas.restore();
  }

  /** Things in the air, in an arc, and their pieces. */
  drawFlights(canvas: CanvasRenderingContext2D, camera: Camera, at: number, paused: boolean): void {
    const moment = this.moment(at, paused);
    for (const { what: [, kind, x0, y0, x1, y1, begins, lands] } of this.flights) {
      const part = Math.min(1, Math.max(0, (moment - begins) / Math.max(1, lands - begins)));
      const [gx, gy] = camera.toScreen((x0 + (x1 - x0) * part) / 1000, (y0 + (y1 - y0) * part) / 1000);
      const long = Math.hypot(x1 - x0, y1 - y0) / 1000;
      const up = (1.3 * (1 - part) + 4 * part * (1 - part) * Math.min(3, long * 0.25)) * LIFT * camera.scale;
      canvas.fillStyle = 'rgba(0, 0, 0, 0.3)';
      canvas.beginPath();
      canvas.ellipse(gx, gy, camera.scale * 0.12, camera.scale * 0.07, 0, 0, Math.PI * 2);
      canvas.fill();
      canvas.save();
      canvas.translate(gx, gy - up);
      canvas.rotate(moment / 5);
      canvas.fillStyle = kind === 'fire' ? '#ff9d3c' : kind === 'smoke' ? '#b9c2c7' : kind === 'bottle' ? '#6fbf8f' : '#9aa05c';
      const s = Math.max(3, camera.scale * 0.16);
      canvas.beginPath();
      canvas.roundRect(-s * 0.45, -s, s * 0.9, s * 2, s * 0.35);
      canvas.fill();
      canvas.restore();
    }
    for (const { what: [number, kind, , , x1, y1], since } of this.landed) {
      const part = (at - since) / PIECES;
      const [sx, sy] = camera.toScreen(x1 / 1000, y1 / 1000);
      canvas.fillStyle = `${kind === 'bottle' ? 'rgba(150, 230, 190, ' : 'rgba(230, 220, 200, '}${1 - part})`;
      for (let n = 0; n < 9; n++) {
        const turn = n * 0.7 + number;
        const away = camera.scale * (0.2 + part * (0.5 + (n % 3) * 0.3));
        canvas.fillRect(sx + Math.cos(turn) * away, sy + Math.sin(turn) * away * 0.8 - camera.scale * 0.5 * Math.sin(part * Math.PI), 2.5, 2.5);
      }
    }
  }

  /** Shots as lines, blows as sparks. */
  drawHits(canvas: CanvasRenderingContext2D, camera: Camera, at: number): void {
    for (const { what: [, shot, x0, y0, x1, y1, hit], since } of this.hits) {
      const part = (at - since) / (shot ? SHOT : BLOW);
      if (part > 1) continue;
      const height = 1.2 * LIFT * camera.scale;
      const [ax, ay] = camera.toScreen(x0 / 1000, y0 / 1000);
      const [bx, by] = camera.toScreen(x1 / 1000, y1 / 1000);
      if (shot) {
        canvas.strokeStyle = `rgba(255, 236, 170, ${0.95 * (1 - part)})`;
        canvas.lineWidth = 2.2 * (1 - part) + 0.4;
        canvas.beginPath();
        canvas.moveTo(ax, ay - height);
        canvas.lineTo(bx, by - height);
        canvas.stroke();
      }
      canvas.strokeStyle = hit ? `rgba(255, 70, 60, ${1 - part})` : `rgba(255, 240, 200, ${1 - part})`;
      canvas.lineWidth = 2;
      canvas.beginPath();
      for (let n = 0; n < 7; n++) {
        const turn = n * 0.9 + x1;
        const [near, far] = [camera.scale * 0.12, camera.scale * (0.2 + part * 0.5)];
        canvas.moveTo(bx + Math.cos(turn) * near, by - height + Math.sin(turn) * near);
        canvas.lineTo(bx + Math.cos(turn) * far, by - height + Math.sin(turn) * far);
      }
      canvas.stroke();
    }
  }

  /** Whether a body lies in smoke. */
  inSmoke(x: number, y: number): boolean {
    return this.volumes.some(([kind, vx, vy, radius]) => kind === 'smoke' && Math.hypot(x - vx / 1000, y - vy / 1000) < radius / 1000);
  }
}

/** Whether a body is dead. */
export const isDead = (marks: number) => (marks & DEAD) !== 0;
