// An arena on the map: ground, bodies between walls, light, what passes, and what lies behind.

import { placeOf, type Feed } from '../feed';
import type { Camera } from '../map/camera';
import type { Labels } from '../map/labels';
import type { Palette } from '../map/palette';
import { darkness } from '../map/sky';
import { BURNING, CROUCHED, DEAD, HURT, type Arena, type ArenaNow, type Behind, type BodyNow } from './answers';
import { drawBody, drawHealth, drawMind, LIFT, type BodyShown } from './bodies';
import { Effects } from './effects';
import { ArenaGround } from './ground';
import { LightMap, outline, seenFrom, segmentsOf, type Segment } from './light';
import { drawCells, drawHearing, drawPosts, drawRecords, drawSight, drawTimers, drawTokens, drawZones, type Layer } from './overlays';

/** The height of eyes, in metres. */
const EYES = 1.6;
const EYES_LOW = 1;

/** Who is nearer than this is noticed without being seen, in metres. */
const FELT = 2.5;

/** The speeds of the intruder, in millimetres a second: creeping, walking, running. */
export const PACES = [1200, 2600, 5000];

interface Drawn extends BodyShown {
  x: number;
  y: number;
  now: BodyNow;
}

export class ArenaView {
  readonly ground: ArenaGround;
  readonly effects = new Effects();
  layers = new Set<Layer>();
  behind: Behind | undefined;
  /** Whether only what the intruder sees is shown. */
  fog = true;
  now: ArenaNow | undefined;
  /** Where the mouse aims, in metres. */
  aim: [number, number] | undefined;
  /** What a click throws, and how far. */
  throws: { kind: string; reach: number } | undefined;
  private light: LightMap;
  private readonly tall: Segment[];
  private readonly low: Segment[];
  private walls: { open: string; tall: Segment[]; low: Segment[] } = { open: '', tall: [], low: [] };
  private readonly turns = new Map<number, number>();
  private seen: [number, number][] | undefined;
  /** Who is not seen, but may be heard to speak. */
  heard: Drawn[] = [];
  /** How much of the map each overlay drew, for tests. */
  shown: Partial<Record<Layer, number>> = {};

  constructor(readonly arena: Arena) {
    this.ground = new ArenaGround(arena);
    this.tall = segmentsOf(arena.solids, EYES);
    this.low = segmentsOf(arena.solids, EYES_LOW);
    this.light = new LightMap(arena, this.tall);
  }

  /** Takes in what has just been told. */
  take(now: ArenaNow): void {
    const gates = now.open.join(',');
    if (gates !== this.walls.open || !this.now) {
      const shut = this.arena.gates.filter(({ number }) => !now.open.includes(number));
      const leaves = shut.map(({ from, to }): Segment => [from[0] / 1000, from[1] / 1000, to[0] / 1000, to[1] / 1000]);
      this.walls = { open: gates, tall: [...this.tall, ...leaves], low: [...this.low, ...leaves] };
      this.light = new LightMap(this.arena, this.walls.tall);
    }
    this.now = now;
    this.effects.take(now, performance.now());
  }

  /** Draws everything that moves, over the ground. */
  draw(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, labels: Labels, feed: Feed, names: Map<number, string>, colours: Map<number, number>, selected: number | undefined, at: number): Drawn[] {
    const bodies = this.bodies(camera, palette, feed, colours, at);
    const me = bodies.find((body) => body.me);
    const { layers } = this;
    const placed = new Map(bodies.map((body): [number, [number, number]] => [body.id, [body.x, body.y]]));
    const place = (id: number) => placed.get(id);
    this.shown = {};
    for (const { number, from, to } of this.arena.gates) this.ground.gate(canvas, { number, from, to }, this.now?.open.includes(number) ?? true, camera, palette);
    if (this.behind) {
      for (const layer of this.behind.layers) {
        drawCells(canvas, layer, layer.title === 'search' ? '#f0a13c' : '#5aa9ff', camera);
        this.count(layer.title as Layer, layer.rows.length);
      }
    }
    if (layers.has('sight')) for (const body of bodies) this.sightOf(canvas, body, camera);
    const hidden = this.mask(me, bodies);
    this.standing(canvas, bodies.filter((body) => !hidden.has(body.id)), camera, palette, me, at);
    this.effects.drawSmoke(canvas, camera, at);
    const burning = bodies.filter(({ marks, id }) => (marks & BURNING) !== 0 && !hidden.has(id)).map((body): [number, number] => [body.x, body.y]);
    const glows = this.effects.glows(at, burning);
    // Eyes get used to the dark nearby.
    if (me) glows.push({ x: me.x, y: me.y, reach: 7, level: 0.22 * darkness(feed.clock.daytime), colour: '176, 196, 255' });
    this.light.lay(canvas, camera, darkness(feed.clock.daytime), palette.dark, glows);
    if (this.seen && this.fog) this.shroud(canvas, this.seen, camera);
    this.effects.drawFires(canvas, camera, at);
    this.effects.drawBurning(canvas, camera, at);
    this.effects.drawRings(canvas, camera, at, layers.has('hearing'));
    this.effects.drawFlights(canvas, camera, at, feed.clock.paused);
    this.effects.drawHits(canvas, camera, at);
    if (layers.has('zones')) {
      drawZones(canvas, this.arena, labels, camera, palette);
      this.count('zones', this.arena.zones.length + this.arena.routes.length);
    } else {
      this.exit(canvas, camera, at);
    }
    for (const body of bodies) {
      if (hidden.has(body.id) && layers.size === 0) continue;
      if (layers.has('hearing') && !body.me && !(body.marks & DEAD)) this.hearingOf(canvas, body, camera);
      drawMind(canvas, body, body.now[7], camera, at);
      if (!body.me) drawHealth(canvas, body, camera);
      if (body.id === selected) this.ring(canvas, body, camera, palette);
    }
    if (this.behind) {
      if (layers.has('records')) {
        drawRecords(canvas, this.behind, names, place, labels, camera, palette);
        this.count('records', this.behind.records.length);
      }
      if (layers.has('sight')) drawTimers(canvas, this.behind, place, camera);
      if (layers.has('posts')) {
        drawPosts(canvas, this.behind.posts, labels, camera, palette);
        this.count('posts', this.behind.posts.length);
      }
      if (layers.has('roles')) {
        drawTokens(canvas, this.behind, place, labels, camera, palette);
        this.count('roles', this.behind.tokens.length);
      }
    }
    if (me && !(me.marks & DEAD)) this.drawAim(canvas, me, camera);
    // Whoever is hidden has no name on the map, but is heard.
    this.heard = bodies.filter((body) => hidden.has(body.id));
    return bodies.filter((body) => !hidden.has(body.id) || layers.size > 0);
  }

  private count(layer: Layer, many: number): void {
    this.shown[layer] = (this.shown[layer] ?? 0) + many;
  }

  private bodies(camera: Camera, palette: Palette, feed: Feed, colours: Map<number, number>, at: number): Drawn[] {
    const bodies: Drawn[] = [];
    for (const now of this.now?.bodies ?? []) {
      const [id, heading, mind, health, marks, , size] = now;
      const figure = feed.figures.get(id);
      if (!figure) continue;
      const [x, y] = placeOf(figure, at, feed.interval);
      const [sx, sy] = camera.toScreen(x, y);
      const me = id === this.now?.me?.id;
      const moved = Math.hypot(figure.toX - figure.fromX, figure.toY - figure.fromY);
      const speed = feed.clock.paused ? 0 : Math.min(6, (moved / Math.max(16, feed.interval * 1.25)) * 1000);
      const aimed = me && this.aim ? (Math.atan2(this.aim[1] - y, this.aim[0] - x) * 180) / Math.PI : heading;
      const colour = me ? (palette.dark ? '#e8dcc0' : '#2d3b45') : (palette.people[colours.get(id) ?? 0] ?? palette.ink);
      bodies.push({ id, sx, sy, x, y, heading: this.turned(id, aimed, me), speed: at - figure.since > 150 ? 0 : speed, mind, health, marks, size: size / 100, colour, me, now });
    }
    return bodies.sort((a, b) => a.sy - b.sy);
  }

  /** A heading that does not jump. */
  private turned(id: number, to: number, at_once: boolean): number {
    const from = this.turns.get(id);
    const by = from === undefined || at_once ? undefined : ((to - from + 540) % 360) - 180;
    const heading = by === undefined ? to : (from ?? to) + by * 0.22;
    this.turns.set(id, heading);
    return heading;
  }

  /** Who the intruder does not see, if only that is shown. */
  private mask(me: Drawn | undefined, bodies: Drawn[]): Set<number> {
    this.seen = undefined;
    if (!me || !this.fog || this.now?.me?.fate) return new Set();
    const low = (me.marks & CROUCHED) !== 0;
    const seen = seenFrom(me.x, me.y, 60, low ? this.walls.low : this.walls.tall);
    this.seen = seen;
    const smoke = this.effects.inSmoke(me.x, me.y);
    const isSeen = (body: Drawn) => Math.hypot(body.x - me.x, body.y - me.y) < FELT || (!smoke && !this.effects.inSmoke(body.x, body.y) && within(body.x, body.y, seen));
    return new Set(bodies.filter((body) => !body.me && !isSeen(body)).map(({ id }) => id));
  }

  /** Walls and bodies, from north to south. */
  private standing(canvas: CanvasRenderingContext2D, bodies: Drawn[], camera: Camera, palette: Palette, me: Drawn | undefined, at: number): void {
    let next = 0;
    const order = [...bodies].sort((a, b) => b.y - a.y);
    const drawBefore = (south: number) => {
      for (let body = order[next]; body && body.y > south; body = order[++next]) drawBody(canvas, body, camera, palette, at);
    };
    for (const solid of this.ground.solids) {
      drawBefore(solid.rect[1] / 1000);
      // A wall in front of the intruder is drawn so that one sees through it.
      const [west, , east, north] = solid.rect;
      const behind = me !== undefined && me.y > north / 1000 - 0.2 && me.y < (north + solid.high * LIFT) / 1000 + 0.4 && me.x > west / 1000 - 0.5 && me.x < east / 1000 + 0.5;
      this.ground.block(canvas, solid, camera, palette, behind);
    }
    drawBefore(-Infinity);
  }

  /** What the intruder does not see lies in the dark. */
  private shroud(canvas: CanvasRenderingContext2D, seen: [number, number][], camera: Camera): void {
    outline(canvas, seen, camera);
    canvas.rect(0, 0, camera.width, camera.height);
    canvas.fillStyle = 'rgba(8, 10, 16, 0.42)';
    canvas.fill('evenodd');
  }

  private sightOf(canvas: CanvasRenderingContext2D, body: Drawn, camera: Camera): void {
    const senses = this.arena.senses[body.now[5]];
    if (!senses || body.me || body.marks & DEAD) return;
    drawSight(canvas, body, body.x, body.y, senses, camera, this.walls.tall);
    if (senses.sight) this.count('sight', 1);
  }

  private hearingOf(canvas: CanvasRenderingContext2D, body: Drawn, camera: Camera): void {
    const senses = this.arena.senses[body.now[5]];
    if (!senses) return;
    drawHearing(canvas, body, senses, this.arena, PACES, camera);
    this.count('hearing', 1);
  }

  /** The way out, which beckons. */
  private exit(canvas: CanvasRenderingContext2D, camera: Camera, at: number): void {
    const zone = this.arena.zones.find(({ name }) => name === 'exit');
    if (!zone) return;
    const [x0, y0] = camera.toScreen(zone.rect[0] / 1000, zone.rect[3] / 1000);
    const [x1, y1] = camera.toScreen(zone.rect[2] / 1000, zone.rect[1] / 1000);
    const pulse = 0.35 + 0.2 * Math.sin(at / 420);
    const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
    if (mx < 0 || my < 0 || mx > camera.width || my > camera.height) return this.arrow(canvas, mx, my, camera, pulse);
    canvas.fillStyle = `rgba(110, 220, 140, ${pulse * 0.45})`;
    canvas.fillRect(x0, y0, x1 - x0, y1 - y0);
    canvas.strokeStyle = `rgba(140, 240, 165, ${pulse + 0.25})`;
    canvas.lineWidth = 2;
    canvas.setLineDash([8, 6]);
    canvas.strokeRect(x0, y0, x1 - x0, y1 - y0);
    canvas.setLineDash([]);
    canvas.fillStyle = 'rgba(225, 255, 232, 0.95)';
    canvas.font = '700 13px ui-sans-serif, system-ui, sans-serif';
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    canvas.fillText('EXIT', (x0 + x1) / 2, (y0 + y1) / 2);
  }

  /** Where to go, at the edge of the picture. */
  private arrow(canvas: CanvasRenderingContext2D, mx: number, my: number, camera: Camera, pulse: number): void {
    const [cx, cy] = [camera.width / 2, camera.height / 2];
    const turn = Math.atan2(my - cy, mx - cx);
    const reach = Math.min((cx - 34) / Math.max(0.01, Math.abs(Math.cos(turn))), (cy - 34) / Math.max(0.01, Math.abs(Math.sin(turn))));
    canvas.save();
    canvas.translate(cx + Math.cos(turn) * reach, cy + Math.sin(turn) * reach);
    canvas.rotate(turn);
    canvas.fillStyle = `rgba(140, 240, 165, ${pulse + 0.3})`;
    canvas.beginPath();
    canvas.moveTo(18, 0);
    canvas.lineTo(-6, -11);
    canvas.lineTo(-1, 0);
    canvas.lineTo(-6, 11);
    canvas.fill();
    canvas.restore();
  }

  private ring(canvas: CanvasRenderingContext2D, body: Drawn, camera: Camera, palette: Palette): void {
    canvas.strokeStyle = palette.accent;
    canvas.lineWidth = 2.5;
    canvas.beginPath();
    canvas.ellipse(body.sx, body.sy, camera.scale * 0.5 * body.size, camera.scale * 0.34 * body.size, 0, 0, Math.PI * 2);
    canvas.stroke();
  }

  /** Where a throw would land, or a shot would go. */
  private drawAim(canvas: CanvasRenderingContext2D, me: Drawn, camera: Camera): void {
    const { aim } = this;
    if (!aim || this.now?.me?.fate) return;
    const [dx, dy] = [aim[0] - me.x, aim[1] - me.y];
    const away = Math.hypot(dx, dy);
    const part = this.throws ? Math.min(1, this.throws.reach / Math.max(0.01, away)) : 1;
    const [tx, ty] = camera.toScreen(me.x + dx * part, me.y + dy * part);
    canvas.strokeStyle = this.throws ? 'rgba(255, 240, 200, 0.8)' : 'rgba(255, 120, 110, 0.8)';
    canvas.lineWidth = 1.4;
    if (this.throws) {
      canvas.setLineDash([3, 6]);
      canvas.beginPath();
      canvas.moveTo(me.sx, me.sy - camera.scale * 0.6);
      canvas.quadraticCurveTo((me.sx + tx) / 2, (me.sy + ty) / 2 - camera.scale * Math.min(2.4, away * part * 0.3), tx, ty);
      canvas.stroke();
      canvas.setLineDash([]);
    }
    canvas.beginPath();
    canvas.ellipse(tx, ty, camera.scale * 0.34, camera.scale * 0.26, 0, 0, Math.PI * 2);
    canvas.moveTo(tx - 4, ty);
    canvas.lineTo(tx + 4, ty);
    canvas.moveTo(tx, ty - 4);
    canvas.lineTo(tx, ty + 4);
    canvas.stroke();
  }

  /** Whether anybody has just been hit, for a shake of the picture. */
  get struck(): boolean {
    const me = this.now?.bodies.find(([id]) => id === this.now?.me?.id);
    return me !== undefined && (me[4] & HURT) !== 0;
  }
}

/** Whether a point lies in a polygon. */
function within(x: number, y: number, points: readonly [number, number][]): boolean {
  let inside = false;
  for (let n = 0, before = points.length - 1; n < points.length; before = n++) {
    const [ax, ay] = points[n] ?? [0, 0];
    const [bx, by] = points[before] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
