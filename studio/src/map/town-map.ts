// The map: canvas, camera and input.

import type { Place, Plate, Town } from '../api';
import { Feed, Pose, TALKS, placeOf, type Bubble, type Figure } from '../feed';
import { ArenaView } from '../arena/view';
import type { Rumour } from '../knows/answers';
import type { Heat } from '../survey/answers';
import { actors, placeOf as placeOfActor, type Actor, type Beat } from './actors';
import { Camera } from './camera';
import { Dots, Figures, tallness } from './figures';
import { Swarm } from './swarm';
import { Ground, onScreen } from './ground';
import { drawHeat } from './heat';
import { Labels } from './labels';
import { FIGURES_FROM, Section } from './section';
import { drawRumour, placesOf } from './rumour';
import { Spread } from './spread';
import { dark, light, type Palette } from './palette';
import { darkness, glow } from './sky';

/** Maximum number of people drawn as figures; beyond it they are dots. */
const CROWD = 2500;

/** Maximum number of names. */
const NAMES_MAX = 400;

/** Maximum number of speech bubbles. */
const BUBBLES_MAX = 12;

/** What was clicked. */
export type Picked = { kind: 'person'; id: number } | { kind: 'location'; id: number; prop?: string | undefined } | undefined;

export class TownMap {
  readonly camera = new Camera();
  ground: Ground | undefined;
  /** The ground in section, if it is a tower. */
  section: Section | undefined;
  /** The ground with walls, if characters hunt one another. */
  arena: ArenaView | undefined;
  names = new Map<number, string>();
  /** The colour of everybody, by their role. */
  colours = new Map<number, number>();
  selected: Picked;
  hovered: Picked;
  following: number | undefined;
  floor = 0;
  /** How long drawing takes, in milliseconds. */
  cost = 0;
  frameRate = 0;

  onpick: (picked: Picked) => void = () => {};
  /** Called when the ground is clicked, in metres; returns whether it was handled. */
  onground: (x: number, y: number) => boolean = () => false;
  /** Called when the map is pressed or pointed at in an arena, in metres; a press may be used up. */
  onpress: (x: number, y: number) => boolean = () => false;
  onpoint: (x: number, y: number) => void = () => {};
  onunfollow: () => void = () => {};
  onfloor: (z: number) => void = () => {};

  private readonly canvas: CanvasRenderingContext2D;
  private readonly base: HTMLCanvasElement;
  private readonly baseCanvas: CanvasRenderingContext2D;
  private readonly labels = new Labels();
  private readonly figures = new Figures();
  private readonly dots = new Dots();
  private readonly swarm = new Swarm();
  private readonly spread = new Spread();
  private arranged = -1;
  private lastSpoken = 0;
  /** Whether the first view has been chosen. */
  private begun = false;
  /** The words that are shown, for tests and tools. */
  spoken: string[] = [];
  palette: Palette = light;
  private stale = true;
  private heat: Heat | undefined;
  private sentView = '';
  private sentAt = 0;
  private lastDrawn = 0;
  private lit = new Set<Plate>();
  private litAt = 0;
  /** Figures of a story of the exploration. */
  private actors: Actor[] | undefined;
  private crowded = false;
  private rumour: Rumour | undefined;
  private counted = 0;
  private countedAt = 0;
  private drawn: { figure: Figure; x: number; y: number }[] = [];

  constructor(
    private readonly element: HTMLCanvasElement,
    private readonly feed: Feed,
  ) {
    const context = element.getContext('2d', { alpha: false });
    this.base = document.createElement('canvas');
    const base = this.base.getContext('2d', { alpha: false });
    if (!context || !base) throw new Error('this browser cannot draw');
    this.canvas = context;
    this.baseCanvas = base;
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const choose = () => {
      this.palette = scheme.matches ? dark : light;
      this.stale = true;
    };
    scheme.addEventListener('change', choose);
    choose();
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
    this.listen();
    requestAnimationFrame((now) => this.draw(now));
  }

  show(town: Town): void {
    const first = !this.ground;
    this.ground = new Ground(town);
    this.section = town.tower ? new Section(town.tower, town.locations, this.section) : undefined;
    const before = this.arena?.arena;
    if (!town.arena) this.arena = undefined;
    else if (JSON.stringify(before) !== JSON.stringify(town.arena)) this.arena = new ArenaView(town.arena);
    this.arranged = -1;
    this.names = new Map(town.people.map(({ id, name }) => [id, name]));
    if (first) {
      this.floor = this.ground.floors.find((z) => z >= 0) ?? 0;
      this.whole();
    }
    this.stale = true;
  }

  /** Shows the whole town. */
  whole(): void {
    if (this.ground) this.camera.fit(...(this.section?.bounds ?? this.arena?.ground.bounds ?? this.ground.bounds));
    this.moved();
  }

  /** In a large town the first view is where most people are about, and not the whole. */
  private begin(): void {
    if (this.begun || !this.ground || this.feed.figures.size === 0) return;
    this.begun = true;
    if (this.arena) return;
    if (this.section) return this.standBefore(this.section);
    if (this.camera.scale > 4) return;
    const counts = new Map<string, Figure[]>();
    for (const figure of this.feed.figures.values()) {
      if (figure.pose === Pose.Lies || Math.abs(figure.z * 1000 - this.floor) > 2500) continue;
      const key = `${Math.floor(figure.toX / 30)},${Math.floor(figure.toY / 30)}`;
      counts.set(key, [...(counts.get(key) ?? []), figure]);
    }
    const lively = ({ marks }: Figure) => 1 + (marks & 5 ? 2 : 0);
    const liveliness = (those: Figure[]) => those.reduce((sum, one) => sum + lively(one), 0);
    const [most] = [...counts.values()].sort((a, b) => liveliness(b) - liveliness(a));
    if (!most) return;
    const middle = (of: (figure: Figure) => number) => most.reduce((sum, one) => sum + of(one), 0) / most.length;
    this.camera.scale = Math.min(10, Math.max(6, this.camera.width / 100));
    this.camera.x = middle((one) => one.toX);
    this.camera.y = middle((one) => one.toY);
    this.moved();
  }

  /** A tower is first seen from the street, as wide as it is. */
  private standBefore({ bounds: [west, south, east, north] }: Section): void {
    const { camera } = this;
    camera.scale = Math.min(9, Math.max(camera.scale, (camera.width - 80) / (east - west)));
    camera.x = (west + east) / 2 - 30 / camera.scale;
    camera.y = Math.min((south + north) / 2, south - 1 + camera.height / 2 / camera.scale);
    this.moved();
  }

  /** Goes to a place of the town, in metres. */
  goTo(x: number, y: number, z?: number): void {
    this.camera.x = x;
    this.camera.y = y;
    this.camera.scale = Math.max(this.camera.scale, 14);
    if (z !== undefined) this.setFloor(this.floorAt(z));
    this.moved();
  }

  follow(id: number | undefined): void {
    this.following = id;
    this.feed.send({ wish: 'follow', who: id ?? null });
    if (id !== undefined) this.camera.scale = Math.max(this.camera.scale, 14);
    this.moved();
  }

  zoom(by: number, x?: number, y?: number): void {
    this.camera.zoom(by, x, y);
    this.moved();
  }

  pan(dx: number, dy: number): void {
    if (this.following !== undefined) {
      this.follow(undefined);
      this.onunfollow();
    }
    this.camera.pan(dx, dy);
    this.moved();
  }

  setFloor(z: number): void {
    if (z === this.floor) return;
    this.floor = z;
    this.stale = true;
    this.onfloor(z);
  }

  /** The floor that is nearest to a height. */
  private floorAt(z: number): number {
    const floors = this.ground?.floors ?? [];
    return floors.reduce((a, b) => (Math.abs(b - z) < Math.abs(a - z) ? b : a), floors[0] ?? 0);
  }

  /** Shows or hides the heat map. */
  warm(heat: Heat | undefined): void {
    this.heat = heat;
    this.stale = true;
  }

  /** Shows a story up to a step, or the town again. */
  tell(place: Place | undefined, beats: Beat[]): void {
    this.actors = place && beats.length > 0 ? actors(beats, place, this.actors ?? [], performance.now()) : undefined;
  }

  /** Shows or hides the spread of a rumour. Everybody in it comes into view. */
  rumoured(rumour: Rumour | undefined): void {
    const isNew = rumour?.key !== this.rumour?.key || rumour?.subject.key !== this.rumour?.subject.key;
    this.rumour = rumour;
    if (isNew) this.fitRumour();
  }

  /** Brings everybody of the rumour into view. */
  private fitRumour(): void {
    const places = this.rumour?.people.flatMap(({ at }) => (at ? [at] : [])) ?? [];
    if (places.length === 0 || this.section) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    // Beside the card with the legend, or under it.
    const { camera } = this;
    const { width, height } = camera;
    const [left, top] = width > 760 ? [340, 0] : [0, height * 0.5];
    [camera.width, camera.height] = [width - left, height - top];
    camera.fit(Math.min(...xs) - 4, Math.min(...ys) - 4, Math.max(...xs) + 4, Math.max(...ys) + 4, 22);
    [camera.width, camera.height] = [width, height];
    this.pan(left / 2, top / 2);
  }

  private moved(): void {
    this.stale = true;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const first = this.camera.width <= 1;
    this.camera.width = Math.max(1, clientWidth);
    this.camera.height = Math.max(1, clientHeight);
    for (const canvas of [this.element, this.base]) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
    }
    this.canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.baseCanvas.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.stale = true;
    if (first) this.whole();
    this.fitRumour();
  }

  private draw(now: number): void {
    const begun = performance.now();
    this.frameRate += (1000 / Math.max(1, now - this.lastDrawn) - this.frameRate) * 0.05;
    this.lastDrawn = now;
    this.begin();
    this.track(now);
    this.tellView(now);
    const { canvas, camera, ground, palette } = this;
    if (this.stale && ground) {
      if (this.section) this.section.draw(this.baseCanvas, camera, palette);
      else if (this.arena) this.arena.ground.draw(this.baseCanvas, camera, palette);
      else ground.draw(this.baseCanvas, camera, palette, this.floor);
      if (this.heat) drawHeat(this.baseCanvas, camera, this.heat, this.floor);
      this.stale = false;
    }
    canvas.save();
    canvas.setTransform(1, 0, 0, 1, 0, 0);
    canvas.drawImage(this.base, 0, 0);
    canvas.restore();
    if (ground && this.arena) {
      this.hunted(this.arena, now);
    } else if (ground) {
      // A rumour is read by daylight.
      if (!this.rumour) this.light(ground, now);
      this.labels.clear();
      this.mark(ground, now);
      if (this.section) {
        this.section.names(canvas, camera, this.inkByNight());
        this.section.drawCars(canvas, camera, palette, this.feed, now);
      } else {
        this.labels.places(canvas, ground.regions(this.floor), camera, this.inkByNight());
      }
      this.people(now);
      if (this.section) this.section.drawStrip(canvas, camera, palette);
      else ground.nameThings(canvas, this.labels, camera, this.inkByNight(), this.floor);
      if (this.rumour) {
        const place = (id: number) => {
          const figure = this.feed.figures.get(id);
          return figure && placeOf(figure, now, this.feed.interval);
        };
        this.labels.clear();
        drawRumour(canvas, this.rumour, placesOf(this.rumour, place, camera), this.labels, palette, camera);
      }
      if (this.actors) this.story(this.actors, now);
    }
    this.cost += (performance.now() - begun - this.cost) * 0.05;
    requestAnimationFrame((next) => this.draw(next));
  }

  /** An arena with everybody in it. */
  private hunted(arena: ArenaView, now: number): void {
    const { canvas, camera, palette, labels } = this;
    labels.clear();
    const selected = this.selected?.kind === 'person' ? this.selected.id : undefined;
    const bodies = arena.draw(canvas, camera, palette, labels, this.feed, this.names, this.colours, selected, now);
    this.drawn = bodies.flatMap(({ id, sx, sy }) => {
      const figure = this.feed.figures.get(id);
      return figure ? [{ figure, x: sx, y: sy }] : [];
    });
    const me = arena.now?.me?.id;
    const ink = dark;
    for (const { figure, x, y } of this.drawn) {
      const chosen = selected === figure.id || (this.hovered?.kind === 'person' && this.hovered.id === figure.id);
      if (figure.id !== me && (chosen || camera.scale > 30)) labels.person(canvas, this.names.get(figure.id) ?? '', x, y + 8, chosen, ink);
    }
    for (const { id, sx, sy } of arena.heard) {
      const figure = this.feed.figures.get(id);
      if (figure) this.drawn.push({ figure, x: sx, y: sy });
    }
    this.speak(this.speaking(now));
    this.drawn.length = bodies.length;
  }

  private track(now: number): void {
    const figure = this.following === undefined ? undefined : this.feed.figures.get(this.following);
    if (!figure) return;
    this.setFloor(this.floorAt(figure.z * 1000));
    const [x, y] = placeOf(figure, now, this.feed.interval);
    const [dx, dy] = [x - this.camera.x, y - this.camera.y];
    if (Math.hypot(dx, dy) * this.camera.scale < 0.5) return;
    const ease = Math.hypot(dx, dy) > 60 ? 1 : this.arena ? 0.2 : 0.12;
    this.camera.x += dx * ease;
    this.camera.y += dy * ease;
    this.stale = true;
  }

  /** Tells the server what is in view, a few times a second at the most. */
  private tellView(now: number): void {
    if (now - this.sentAt < 200) return;
    const margin = 40;
    let [west, north] = this.camera.toTown(-margin, -margin);
    let [east, south] = this.camera.toTown(this.camera.width + margin, this.camera.height + margin);
    // The overview of a tower needs everybody.
    if (this.section) [west, south, east, north] = this.section.bounds;
    // An arena is small, and its overlays concern everybody.
    if (this.arena) [west, south, east, north] = this.arena.ground.bounds;
    const mm = (metres: number) => Math.round(metres * 1000);
    const view = { west: mm(west), south: mm(south), east: mm(east), north: mm(north) };
    const text = JSON.stringify(view);
    if (text === this.sentView) return;
    this.sentView = text;
    this.sentAt = now;
    this.feed.send({ wish: 'view', ...view });
  }

  /** The colours of names, which stay readable by night. */
  private inkByNight(): Palette {
    const night = darkness(this.feed.clock.daytime) > 0.5 && !this.rumour;
    if (!night || this.palette.dark) return this.palette;
    const { ink, accent } = dark;
    return { ...this.palette, ink, accent, quiet: '#cfc8ba', halo: 'rgba(24, 30, 52, 0.75)' };
  }

  /** Evening and night, with lit windows where a person is awake. */
  private light(ground: Ground, now: number): void {
    const { canvas, camera } = this;
    const daytime = this.feed.clock.daytime;
    const night = darkness(daytime);
    const low = glow(daytime);
    if (low > 0) {
      canvas.fillStyle = `rgba(255, 150, 70, ${0.1 * low})`;
      canvas.fillRect(0, 0, camera.width, camera.height);
    }
    if (night <= 0.01) return;
    if (now - this.litAt > 400) {
      this.litAt = now;
      const awake = [...this.feed.figures.values()].filter((figure) => figure.pose !== Pose.Lies);
      this.lit = ground.roomsOf(awake);
    }
    // Night is everywhere but in the rooms that are lit.
    const lamps = [...this.lit].filter((plate) => plate.z === this.floor).map((plate) => onScreen(plate.rect, camera));
    canvas.beginPath();
    canvas.rect(0, 0, camera.width, camera.height);
    for (const lamp of lamps) canvas.rect(...lamp);
    canvas.fillStyle = `rgba(${this.palette.dark ? '6, 10, 34' : '16, 26, 82'}, ${(this.palette.dark ? 0.68 : 0.6) * night})`;
    canvas.fill('evenodd');
    canvas.beginPath();
    for (const lamp of lamps) canvas.rect(...lamp);
    canvas.fillStyle = `rgba(255, 184, 92, ${(this.palette.dark ? 0.3 : 0.26) * night})`;
    canvas.fill();
  }

  /** A ring round a place that is chosen or pointed at. */
  private mark(ground: Ground, now: number): void {
    for (const picked of [this.hovered, this.selected]) {
      if (picked?.kind !== 'location') continue;
      const place = ground.town.locations.find(({ id }) => id === picked.id);
      if (!place) continue;
      const [x, y] = this.camera.toScreen(place.x / 1000, place.y / 1000);
      const box = this.section?.boxOf(this.camera, place.id);
      if (box) {
        this.canvas.strokeStyle = this.palette.accent;
        this.canvas.lineWidth = 2;
        this.canvas.strokeRect(...box);
        if (this.camera.scale < FIGURES_FROM) this.labels.person(this.canvas, place.name, x, box[1] - 16, true, this.inkByNight());
        continue;
      }
      const reach = Math.max(12, this.camera.scale * 1.5);
      this.canvas.strokeStyle = this.palette.accent;
      this.canvas.lineWidth = 2;
      this.canvas.setLineDash([5, 4]);
      this.canvas.lineDashOffset = picked === this.selected ? -now / 60 : 0;
      this.canvas.beginPath();
      this.canvas.arc(x, y, reach, 0, Math.PI * 2);
      this.canvas.stroke();
      this.canvas.setLineDash([]);
      this.labels.person(this.canvas, place.name, x, y + reach + 3, true, this.inkByNight());
    }
  }

  /** Everybody on the screen, and where. */
  private onScreen(now: number): { figure: Figure; x: number; y: number }[] {
    const { camera } = this;
    const found = [];
    for (const figure of this.feed.figures.values()) {
      const [x, y] = placeOf(figure, now, this.feed.interval);
      const [sx, sy] = camera.toScreen(x, y);
      if (sx < -40 || sy < -40 || sx > camera.width + 40 || sy > camera.height + 60) continue;
      found.push({ figure, x: sx, y: sy });
    }
    return found;
  }

  /** Crowds are drawn as dots, without state per person. */
  private crowd(now: number): void {
    const { camera, feed, colours, swarm } = this;
    const { scale, width, height } = camera;
    const [left, top] = camera.toScreen(0, 0);
    const whole = feed.interval * 1.25;
    swarm.begin(width, height, this.palette);
    for (const figure of feed.figures.values()) {
      const part = Math.min(1, (now - figure.since) / whole);
      const x = left + (figure.fromX + (figure.toX - figure.fromX) * part) * scale;
      const y = top - (figure.fromY + (figure.toY - figure.fromY) * part) * scale;
      swarm.add(x, y, colours.get(figure.id) ?? 0);
    }
    swarm.draw(this.canvas);
  }

  private people(now: number): void {
    const { canvas, camera, palette } = this;
    this.crowded = this.feed.figures.size > CROWD && this.inView() > CROWD;
    if (this.crowded) {
      this.crowd(now);
      const chosen = [this.hovered, this.selected].filter((picked) => picked?.kind === 'person');
      const ids = new Set([...chosen.map((picked) => picked?.id), this.following]);
      this.drawn = this.onScreenOf(ids, now);
    } else {
      this.drawn = this.onScreen(now);
    }
    // Figures further south are in front; in a crowd the order does not matter.
    const crowd = this.crowded;
    if (this.section) this.placeInTower(this.section);
    else if (!crowd && this.ground && camera.scale >= 2.2) {
      if (this.arranged !== this.feed.frames) this.spread.arrange(this.drawn.map(({ figure }) => figure), this.ground);
      this.arranged = this.feed.frames;
      for (const one of this.drawn) {
        const [dx, dy] = this.spread.of(one.figure.id);
        one.x += dx * camera.scale;
        one.y -= dy * camera.scale;
      }
    }
    if (!crowd) this.drawn.sort((a, b) => a.y - b.y);
    const small = crowd || camera.scale < (this.section ? FIGURES_FROM : 2.2);
    this.figures.prepare(camera.scale, palette);
    const speaks = crowd || camera.scale < 4.5 ? undefined : this.speaking(now);
    for (const { figure, x, y } of this.drawn) {
      const chosen = this.selected?.kind === 'person' && this.selected.id === figure.id;
      const pointed = this.hovered?.kind === 'person' && this.hovered.id === figure.id;
      if (chosen || pointed) this.ring(x, y, chosen, now);
      const colour = this.colours.get(figure.id) ?? 0;
      if (small) {
        if (!crowd) this.dots.add(x, this.section ? y - camera.scale : y, colour);
        continue;
      }
      const elsewhere = Math.abs(figure.z * 1000 - this.floor) >= 2500;
      if (elsewhere) canvas.globalAlpha = 0.4;
      const quiet = speaks?.has(figure.id) ? { ...figure, marks: figure.marks & ~TALKS } : figure;
      this.figures.draw(canvas, quiet, x, y, colour, now);
      if (elsewhere) canvas.globalAlpha = 1;
    }
    this.dots.draw(canvas, palette);
    this.section?.drawCounts(canvas, camera, palette);
    const ink = this.inkByNight();
    const named = (id: number) => {
      const chosen = this.selected?.kind === 'person' && this.selected.id === id;
      const pointed = this.hovered?.kind === 'person' && this.hovered.id === id;
      return chosen || pointed || this.following === id;
    };
    this.speak(speaks);
    // A rumour has the names of those in it.
    if (this.rumour) return;
    // In a section there is a floor under the feet, so names are over the heads.
    const above = this.section ? -tallness(camera.scale) - 13 : 4;
    for (const { figure, x, y } of this.drawn) {
      if (named(figure.id)) this.labels.person(canvas, this.names.get(figure.id) ?? '', x, y + above, true, ink);
    }
    if (camera.scale < (this.section ? 20 : 9.5) || crowd) return;
    for (const { figure, x, y } of this.drawn.slice(0, NAMES_MAX)) {
      if (!named(figure.id)) this.labels.person(canvas, this.names.get(figure.id) ?? '', x, y + above, false, ink);
    }
  }

  /** People of a tower stand side by side; of a full car or a long queue only some are drawn. */
  private placeInTower(section: Section): void {
    if (this.arranged !== this.feed.frames) section.arrange(this.feed);
    this.arranged = this.feed.frames;
    this.drawn = this.drawn.filter(({ figure }) => section.isDrawn(figure.id));
    const heights = new Map(this.drawn.map(({ figure, y }) => [figure.id, y]));
    for (const one of this.drawn) {
      one.x += section.of(one.figure.id) * this.camera.scale;
      one.y = heights.get(section.leaderOf(one.figure.id)) ?? one.y;
    }
  }

  /** Who has words over their head. While time stands still, words stay. */
  private speaking(now: number): Map<number, Bubble> {
    const passed = this.feed.clock.paused ? 0 : Math.min(200, now - this.lastSpoken);
    this.lastSpoken = now;
    const { bubbles } = this.feed;
    for (const [id, bubble] of bubbles) {
      bubble.left -= passed;
      if (bubble.left <= 0) bubbles.delete(id);
    }
    return bubbles;
  }

  /** Words over heads: those of the chosen person first, then the newest. */
  private speak(speaks: Map<number, Bubble> | undefined): void {
    this.spoken = [];
    if (!speaks || speaks.size === 0) return;
    const tall = tallness(this.camera.scale);
    const first = (id: number) => (this.selected?.kind === 'person' && this.selected.id === id ? 1 : 0);
    const speakers = this.drawn.flatMap(({ figure, x, y }) => {
      const bubble = speaks.get(figure.id);
      // Small talk is only for those who look closely.
      const seen = bubble && (bubble.aloud || this.arena || this.camera.scale > 12 || first(figure.id) > 0);
      return seen && Math.abs(figure.z * 1000 - this.floor) < 2500 ? [{ bubble, x, y }] : [];
    });
    speakers.sort((a, b) => first(b.bubble.who) - first(a.bubble.who) || Number(b.bubble.aloud) - Number(a.bubble.aloud) || b.bubble.tick - a.bubble.tick);
    for (const { bubble, x, y } of speakers.slice(0, BUBBLES_MAX)) {
      if (this.labels.bubble(this.canvas, bubble.says, x, y - tall * 1.05, bubble.aloud, this.palette)) this.spoken.push(bubble.says);
    }
  }

  /** Figures of a story are in front, and the running town is faded. */
  private story(those: Actor[], now: number): void {
    const { canvas, camera } = this;
    canvas.fillStyle = this.palette.dark ? 'rgba(14, 16, 20, 0.66)' : 'rgba(250, 247, 240, 0.72)';
    canvas.fillRect(0, 0, camera.width, camera.height);
    this.labels.clear();
    const drawn = those.map((actor) => ({ actor, at: camera.toScreen(...placeOfActor(actor, now)) }));
    drawn.sort((a, b) => a.at[1] - b.at[1]);
    drawn.forEach(({ actor, at: [x, y] }) => {
      if (actor.acts) this.ring(x, y, true, now);
      this.figures.draw(canvas, actor.figure, x, y, actor.figure.id % 8, now);
    });
    for (const { actor, at: [x, y] } of drawn) this.labels.person(canvas, actor.name, x, y + 4, actor.acts, this.palette);
  }

  /** How many are in view, counted a few times a second. */
  private inView(): number {
    const now = performance.now();
    if (now - this.countedAt > 300) {
      this.countedAt = now;
      this.counted = this.onScreen(now).length;
    }
    return this.counted;
  }

  private onScreenOf(ids: Set<number | undefined>, now: number): { figure: Figure; x: number; y: number }[] {
    const found = [];
    for (const id of ids) {
      const figure = id === undefined ? undefined : this.feed.figures.get(id);
      if (!figure) continue;
      const [x, y] = this.camera.toScreen(...placeOf(figure, now, this.feed.interval));
      found.push({ figure, x, y });
    }
    return found;
  }

  /** The people who are drawn, also in a crowd. */
  private everybody(): { figure: Figure; x: number; y: number }[] {
    return this.crowded ? this.onScreen(performance.now()) : this.drawn;
  }

  private ring(x: number, y: number, chosen: boolean, now: number): void {
    const { canvas } = this;
    const tall = tallness(this.camera.scale);
    canvas.strokeStyle = this.palette.accent;
    canvas.lineWidth = chosen ? 2.5 : 1.5;
    canvas.beginPath();
    const pulse = chosen ? Math.sin(now / 300) : 0;
    canvas.ellipse(x, y, tall * 0.42 + pulse, tall * 0.18 + pulse * 0.5, 0, 0, Math.PI * 2);
    canvas.stroke();
  }

  /** Who or what is at a point of the screen. */
  pick(x: number, y: number): Picked {
    const tall = tallness(this.camera.scale);
    let best: Picked;
    let nearest = Math.max(10, tall * 0.6);
    for (const { figure, x: fx, y: fy } of this.everybody()) {
      const away = Math.hypot(x - fx, (y - (fy - tall * 0.4)) * 0.8);
      if (away < nearest) {
        nearest = away;
        best = { kind: 'person', id: figure.id };
      }
    }
    if (best) return best;
    if (this.section) {
      const room = this.section.placeAt(this.camera, x, y);
      return room && { kind: 'location', id: room.id };
    }
    return this.placeAt(x, y);
  }

  private placeAt(x: number, y: number): Picked {
    if (this.camera.scale < 3.2) return undefined;
    const reach = Math.max(8, this.camera.scale * 0.9);
    let nearest = reach;
    let found: Picked;
    for (const place of this.ground?.town.locations ?? []) {
      if (place.z !== this.floor) continue;
      for (const spot of [place, ...place.props]) {
        const [sx, sy] = this.camera.toScreen(spot.x / 1000, spot.y / 1000);
        const away = Math.hypot(x - sx, y - sy);
        if (away < nearest) {
          nearest = away;
          found = { kind: 'location', id: place.id, prop: 'written' in spot ? spot.written : undefined };
        }
      }
    }
    return found;
  }

  /** The position of a person on the page, for tests and tools. */
  screenOf(id: number): [number, number] | undefined {
    const found = this.everybody().find(({ figure }) => figure.id === id);
    return found && this.onPage(found.x, found.y);
  }

  /** A place of the town, in metres, on the page. */
  pageOf(x: number, y: number): [number, number] {
    return this.onPage(...this.camera.toScreen(x, y));
  }

  private onPage(x: number, y: number): [number, number] {
    const { left, top } = this.element.getBoundingClientRect();
    return [left + x, top + y];
  }

  private listen(): void {
    const { element } = this;
    const held = new Map<number, [number, number]>();
    let dragged = 0;
    // The overview of a tower leads to the height that is pressed.
    let climbs = false;
    const climb = (event: PointerEvent): boolean => {
      const height = this.section?.heightOn(this.camera, event.offsetX, event.offsetY);
      if (height === undefined) return false;
      this.pan(0, (height - this.camera.y) * this.camera.scale);
      return true;
    };
    element.addEventListener('pointerdown', (event) => {
      if (this.arena && event.button === 0 && !event.altKey && this.onpress(...this.camera.toTown(event.offsetX, event.offsetY))) return;
      element.setPointerCapture(event.pointerId);
      climbs = climb(event);
      held.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (held.size === 1) dragged = 0;
    });
    element.addEventListener('pointermove', (event) => {
      const last = held.get(event.pointerId);
      if (this.arena) this.onpoint(...this.camera.toTown(event.offsetX, event.offsetY));
      if (!last) return this.hover(event.offsetX, event.offsetY);
      if (climbs) return void climb(event);
      const [dx, dy] = [event.offsetX - last[0], event.offsetY - last[1]];
      dragged += Math.hypot(dx, dy);
      const others = [...held.entries()].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      if (other) {
        const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
        const after = Math.hypot(event.offsetX - other[0], event.offsetY - other[1]);
        const [mx, my] = [(event.offsetX + other[0]) / 2, (event.offsetY + other[1]) / 2];
        if (before > 4) this.zoom(after / before, mx, my);
        this.pan(dx / 2, dy / 2);
      } else if (dragged > 4) {
        this.pan(dx, dy);
        element.classList.add('dragging');
      }
      held.set(event.pointerId, [event.offsetX, event.offsetY]);
    });
    const release = (event: PointerEvent) => {
      if (!held.delete(event.pointerId)) return;
      element.classList.remove('dragging');
      if (!climbs && dragged <= 4 && held.size === 0 && event.type === 'pointerup') {
        const picked = this.pick(event.offsetX, event.offsetY);
        const [x, y] = this.camera.toTown(event.offsetX, event.offsetY);
        // The player walks to a clicked point without a person or location.
        if (picked || !this.onground(x, y)) this.onpick(picked);
      }
    };
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
    element.addEventListener('pointerleave', () => {
      this.hovered = undefined;
    });
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    element.addEventListener('dblclick', (event) => this.zoom(1.8, event.offsetX, event.offsetY));
  }

  private hover(x: number, y: number): void {
    this.hovered = this.pick(x, y);
    this.element.classList.toggle('pointing', this.hovered !== undefined);
  }
}
