// A tower in section: floors as rows, rooms with names, shafts with cars and queues. The walls are
// drawn anew only when the view changes; cars and queues with the people.

import type { Place, Shaft, Tower } from '../api';
import { QUEUES, RIDES, Pose, placeOf, type Feed, type Figure } from '../feed';
import type { Camera } from './camera';
import type { Palette } from './palette';

/** Height of a slab between two floors, in metres. */
const SLAB = 0.4;

/** Half of the width of a room, and of a shaft, in metres. Pictures only: a place is one tile. */
const ROOM = 7.5;
const SHAFT = 1.3;

/** Room that a person takes up beside others, and in a queue, in metres. */
const APART = 1;
/** Where it is crowded, people stand this close; those who do not fit are counted. */
const CLOSEST = 0.5;
const IN_QUEUE = 0.6;

/** People in one car or queue beyond this number are counted and not drawn one by one. */
const DRAWN_MAX = 9;

/** How fast a figure moves to its spot: this share of the way in a frame. */
const EASE = 0.2;

/** From this many pixels in a metre on, people are figures; before, they are dots. */
export const FIGURES_FROM = 4.4;

/** Size of the overview at the left edge. */
const STRIP = { left: 10, top: 12, width: 46, bottom: 12 };

interface Room {
  place: Place;
  floor: number;
  west: number;
  east: number;
}

/** Those who ride together, or wait together. */
interface Group {
  shaft: Shaft;
  /** Height of the feet, in metres. */
  y: number;
  people: number[];
}

export class Section {
  readonly high: number;
  readonly wide: number;
  private readonly rooms: Room[];
  private readonly byTile = new Map<string, Room>();
  private readonly offsets = new Map<number, { x: number; toX: number; seen: number }>();
  /** Where each lift last had people in it, in metres. */
  private readonly stoodAt = new Map<number, number>();
  cars: Group[] = [];
  queues: Group[] = [];
  /** The first passenger of the car in which somebody rides. */
  private leaders = new Map<number, number>();
  private hidden = new Set<number>();
  private crowds: { x: number; y: number; count: number }[] = [];
  private onFloor: number[] = [];
  /** The colour of each kind of place. */
  private readonly tints: Map<string, number>;
  private arranged = 0;

  constructor(
    readonly tower: Tower,
    places: Place[],
    before?: Section,
  ) {
    this.high = tower.floor_mm / 1000;
    this.wide = (tower.wide * tower.tile_mm) / 1000;
    this.rooms = this.layOut(places);
    this.tints = new Map([...new Set(places.map(({ name }) => name))].sort().map((name, index) => [name, index]));
    for (const room of this.rooms) this.byTile.set(`${room.floor},${Math.floor(room.place.x / tower.tile_mm)}`, room);
    for (const [number, at] of before?.stoodAt ?? []) this.stoodAt.set(number, at);
  }

  /** West, south, east and north, in metres. */
  get bounds(): [number, number, number, number] {
    return [-4, -3, this.wide + 4, this.tower.floors * this.high + 3];
  }

  floorAt(y: number): number {
    return Math.max(0, Math.min(this.tower.floors - 1, Math.floor((y + 0.01) / this.high)));
  }

  /** Rooms as wide as their neighbours, the shafts and the walls leave them. */
  private layOut(places: Place[]): Room[] {
    const { tower } = this;
    const tile = tower.tile_mm / 1000;
    const rooms: Room[] = [];
    const floors = new Map<number, Place[]>();
    for (const place of places) {
      const floor = this.floorAt(place.y / 1000);
      floors.set(floor, [...(floors.get(floor) ?? []), place]);
    }
    for (const [floor, there] of floors) {
      const shafts = tower.shafts.filter((shaft) => shaft.low <= floor && floor <= shaft.high).map(({ x }) => (x + 0.5) * tile);
      for (const place of there) {
        const x = place.x / 1000;
        const plate = tower.plates.find(([on, from, to]) => on === floor && from * tile <= x && x <= (to + 1) * tile);
        const others = there.filter((other) => other !== place).map((other) => other.x / 1000);
        const left = [x - ROOM, (plate?.[1] ?? 0) * tile, ...shafts.filter((at) => at <= x).map((at) => at + SHAFT), ...others.filter((at) => at <= x).map((at) => (at + x) / 2)];
        const right = [x + ROOM, ((plate?.[2] ?? tower.wide) + 1) * tile, ...shafts.filter((at) => at > x).map((at) => at - SHAFT), ...others.filter((at) => at > x).map((at) => (at + x) / 2)];
        rooms.push({ place, floor, west: Math.min(x - 0.5, Math.max(...left)), east: Math.max(x + 0.5, Math.min(...right)) });
      }
    }
    return rooms;
  }

  draw(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    const { tower, high } = this;
    const tile = tower.tile_mm / 1000;
    const box = (west: number, south: number, east: number, north: number): [number, number, number, number] => {
      const [x, y] = camera.toScreen(west, north);
      return [x, y, (east - west) * camera.scale, (north - south) * camera.scale];
    };
    canvas.fillStyle = palette.dark ? '#333c49' : '#dbe6ea';
    canvas.fillRect(0, 0, camera.width, camera.height);
    const [, ground] = camera.toScreen(0, 0);
    canvas.fillStyle = palette.meadow;
    canvas.fillRect(0, ground, camera.width, Math.max(0, camera.height - ground));
    canvas.fillStyle = palette.streetEdge;
    canvas.fillRect(0, ground, camera.width, Math.max(1.5, SLAB * camera.scale));
    // Slabs and walls are what is left of the whole.
    canvas.fillStyle = palette.wall;
    canvas.fillRect(...box(-1, 0, this.wide + 1, tower.floors * high + SLAB));
    const [, top] = camera.toTown(0, -10);
    const [, bottom] = camera.toTown(0, camera.height + 10);
    const seen = (floor: number) => floor * high < top && (floor + 1) * high > bottom;
    canvas.fillStyle = palette.room;
    for (const [floor, from, to] of tower.plates) {
      if (seen(floor)) canvas.fillRect(...box(from * tile, floor * high, (to + 1) * tile, floor * high + high - SLAB));
    }
    for (const room of this.rooms) {
      if (!seen(room.floor)) continue;
      const at = box(room.west, room.floor * high, room.east, room.floor * high + high - SLAB);
      canvas.globalAlpha = palette.dark ? 0.34 : 0.24;
      canvas.fillStyle = palette.people[(this.tints.get(room.place.name) ?? 0) % palette.people.length] ?? palette.prop;
      canvas.fillRect(...at);
      canvas.globalAlpha = 1;
      if (camera.scale < 3) continue;
      canvas.fillStyle = palette.wall;
      const thick = Math.max(1, camera.scale * 0.12);
      for (const x of [at[0], at[0] + at[2] - thick]) canvas.fillRect(x, at[1], thick, at[3] * 0.45);
      if (camera.scale >= FIGURES_FROM) this.furnish(canvas, camera, palette, room);
    }
    for (const shaft of tower.shafts) this.shaft(canvas, camera, palette, shaft);
    this.floorNumbers(canvas, camera, palette);
  }

  /** Tables, shelves or beds along the wall of a room, by its name: decoration. */
  private furnish(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, { place, floor, west, east }: Room): void {
    const [wide, high, legs] = /flat|home|room/.test(place.name) ? [2, 0.5, false] : /shop|closet|store/.test(place.name) ? [1.2, 1.7, false] : [1.4, 0.75, true];
    if (/door|street/.test(place.name)) return;
    canvas.fillStyle = palette.prop;
    canvas.strokeStyle = palette.propEdge;
    canvas.lineWidth = Math.max(0.6, Math.min(1.4, camera.scale * 0.06));
    const count = Math.min(4, Math.floor((east - west - 1) / (wide + 1.6)));
    for (let n = 0; n < count; n++) {
      const [x, y] = camera.toScreen(west + ((n + 0.5) * (east - west)) / count - wide / 2, floor * this.high + high);
      const [w, h] = [wide * camera.scale, high * camera.scale];
      canvas.fillRect(x, y, w, legs ? h * 0.3 : h);
      canvas.strokeRect(x, y, w, legs ? h * 0.3 : h);
      if (!legs) continue;
      canvas.fillRect(x + w * 0.1, y + h * 0.3, Math.max(1, w * 0.08), h * 0.7);
      canvas.fillRect(x + w * 0.82, y + h * 0.3, Math.max(1, w * 0.08), h * 0.7);
    }
  }

  private shaft(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, shaft: Shaft): void {
    const { high } = this;
    const x = this.middle(shaft);
    const [left, top] = camera.toScreen(x - SHAFT, (shaft.high + 1) * high - SLAB);
    const [right, bottom] = camera.toScreen(x + SHAFT, shaft.low * high);
    if (right < 0 || left > camera.width) return;
    canvas.fillStyle = shaft.kind === 'lift' ? (palette.dark ? '#24282d' : '#8d8578') : palette.street;
    canvas.globalAlpha = shaft.kind === 'lift' ? 0.85 : 0.7;
    canvas.fillRect(left, top, right - left, bottom - top);
    canvas.globalAlpha = 1;
    canvas.lineWidth = Math.max(0.7, Math.min(2, camera.scale * 0.14));
    canvas.strokeStyle = shaft.kind === 'lift' ? palette.room : palette.quiet;
    canvas.beginPath();
    if (shaft.kind === 'lift') {
      canvas.moveTo((left + right) / 2, top);
      canvas.lineTo((left + right) / 2, bottom);
      canvas.globalAlpha = 0.4;
    } else if (camera.scale > 2) {
      for (let floor = shaft.low; floor < shaft.high; floor++) {
        const [, from] = camera.toScreen(0, floor * high);
        const [, to] = camera.toScreen(0, (floor + 1) * high);
        if (to > camera.height || from < 0) continue;
        const turns = shaft.kind === 'stairs' && floor % 2 === 1;
        canvas.moveTo(turns ? right : left, from);
        canvas.lineTo(turns ? left : right, to);
      }
    }
    canvas.stroke();
    canvas.globalAlpha = 1;
    if (!shaft.open) this.closed(canvas, palette, [left, top, right, bottom], camera);
  }

  /** A closed shaft is barred on every floor. */
  private closed(canvas: CanvasRenderingContext2D, palette: Palette, [left, top, right, bottom]: [number, number, number, number], camera: Camera): void {
    canvas.strokeStyle = palette.accent;
    canvas.lineWidth = Math.max(1, Math.min(3, camera.scale * 0.2));
    canvas.strokeRect(left, top, right - left, bottom - top);
    const step = Math.max(6, this.high * camera.scale);
    canvas.beginPath();
    for (let y = Math.min(bottom, camera.height + step - ((camera.height - bottom) % step)); y - step >= Math.max(top, -step); y -= step) {
      canvas.moveTo(left, y);
      canvas.lineTo(right, y - step);
      canvas.moveTo(right, y);
      canvas.lineTo(left, y - step);
    }
    canvas.stroke();
  }

  private floorNumbers(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    const pixels = this.high * camera.scale;
    const every = [1, 2, 5, 10, 20, 50].find((n) => n * pixels >= 15) ?? 100;
    canvas.font = '600 11px ui-sans-serif, system-ui, sans-serif';
    canvas.textAlign = 'right';
    canvas.textBaseline = 'alphabetic';
    canvas.fillStyle = palette.ink;
    for (let floor = 0; floor < this.tower.floors; floor += every) {
      const [x, y] = camera.toScreen(-1.6, floor * this.high);
      if (y > 0 && y < camera.height + 20) canvas.fillText(String(floor), x, y - 1);
    }
  }

  /** The names of rooms, where there is room for them. */
  names(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    const pixels = (this.high - SLAB) * camera.scale;
    const size = Math.min(12.5, pixels * 0.55);
    if (size < 7) return;
    canvas.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
    canvas.textAlign = 'left';
    canvas.textBaseline = 'top';
    canvas.fillStyle = palette.ink;
    for (const room of this.rooms) {
      const [x, y] = camera.toScreen(room.west, room.floor * this.high + this.high - SLAB);
      const wide = (room.east - room.west) * camera.scale - 6;
      if (y < -pixels || y > camera.height || x > camera.width || x + wide < 0) continue;
      if (canvas.measureText(room.place.name).width <= wide) canvas.fillText(room.place.name, x + 4, y + 1.5);
    }
  }

  /** The middle of a shaft, in metres. */
  private middle(shaft: Shaft): number {
    return ((shaft.x + 0.5) * this.tower.tile_mm) / 1000;
  }

  private shaftAt(x: number, y: number): Shaft | undefined {
    const floor = this.floorAt(y);
    return this.tower.shafts.find((shaft) => Math.abs(this.middle(shaft) - x) < 0.75 && shaft.low <= floor && floor <= shaft.high);
  }

  /** Finds a spot for everybody: side by side in rooms and cars, one behind the other in queues. */
  arrange(feed: Feed): void {
    this.arranged += 1;
    const rooms = new Map<string, { room: Room | undefined; people: Figure[] }>();
    const cars = new Map<Shaft, Figure[]>();
    const queues = new Map<string, Group>();
    this.onFloor = new Array<number>(this.tower.floors).fill(0);
    for (const figure of [...feed.figures.values()].sort((a, b) => a.id - b.id)) {
      const floor = this.floorAt(figure.toY);
      this.onFloor[floor] = (this.onFloor[floor] ?? 0) + 1;
      const shaft = figure.marks & (RIDES | QUEUES) ? this.shaftAt(figure.toX, figure.toY) : undefined;
      if (shaft && figure.marks & RIDES) {
        if (shaft.kind === 'lift') cars.set(shaft, [...(cars.get(shaft) ?? []), figure]);
        else this.aim(figure.id, 0);
      } else if (shaft && shaft.kind === 'lift') {
        const key = `${shaft.number},${floor}`;
        const queue = queues.get(key) ?? { shaft, y: floor * this.high, people: [] };
        this.aim(figure.id, this.middle(shaft) + SHAFT + 0.5 + Math.min(queue.people.length, DRAWN_MAX) * IN_QUEUE - figure.toX);
        queue.people.push(figure.id);
        queues.set(key, queue);
      } else if (figure.pose === Pose.Walks) {
        this.aim(figure.id, 0);
      } else {
        const tile = `${floor},${Math.floor((figure.toX * 1000) / this.tower.tile_mm)}`;
        const there = rooms.get(tile) ?? { room: this.byTile.get(tile), people: [] };
        there.people.push(figure);
        rooms.set(tile, there);
      }
    }
    this.crowds = [];
    this.hidden = new Set();
    for (const { room, people } of rooms.values()) this.seat(room, people);
    this.queues = [...queues.values()];
    this.cars = [...cars].flatMap(([shaft, riders]) => this.group(shaft, riders));
    this.leaders = new Map(this.cars.flatMap(({ people }) => people.map((id): [number, number] => [id, people[0] ?? id])));
    for (const { people } of [...this.queues, ...this.cars]) for (const id of people.slice(DRAWN_MAX)) this.hidden.add(id);
    for (const [id, offset] of this.offsets) if (offset.seen !== this.arranged) this.offsets.delete(id);
  }

  private aim(id: number, toX: number): void {
    const known = this.offsets.get(id);
    if (known) [known.toX, known.seen] = [toX, this.arranged];
    else this.offsets.set(id, { x: toX, toX, seen: this.arranged });
  }

  private seat(room: Room | undefined, people: Figure[]): void {
    const [first] = people;
    if (!first) return;
    const [west, east] = room ? [room.west + 0.6, room.east - 0.6] : [first.toX - 1.5, first.toX + 1.5];
    const fitting = Math.max(1, Math.floor((east - west) / CLOSEST));
    const shown = Math.min(people.length, fitting);
    const apart = Math.min(APART, (east - west) / Math.max(1, shown));
    const wide = apart * (shown - 1);
    const middle = Math.min(Math.max(first.toX, west + wide / 2), east - wide / 2);
    people.forEach((figure, index) => this.aim(figure.id, middle - wide / 2 + Math.min(index, shown - 1) * apart - figure.toX));
    for (const { id } of people.slice(shown)) this.hidden.add(id);
    if (shown < people.length) this.crowds.push({ x: east + 1.4, y: this.floorAt(first.toY) * this.high, count: people.length });
  }

  /** Those in a shaft who are close together ride in one car. */
  private group(shaft: Shaft, riders: Figure[]): Group[] {
    const cars: Group[] = [];
    for (const figure of [...riders].sort((a, b) => a.toY - b.toY)) {
      const car = cars.at(-1);
      if (car && figure.toY - car.y < this.high * 0.8) car.people.push(figure.id);
      else cars.push({ shaft, y: figure.toY, people: [figure.id] });
      this.stoodAt.set(shaft.number, figure.toY);
    }
    for (const car of cars) {
      const shown = Math.min(car.people.length, DRAWN_MAX);
      const apart = Math.min(0.5, (2 * SHAFT - 0.7) / Math.max(1, shown - 1));
      car.people.forEach((id, index) => this.aim(id, (Math.min(index, shown - 1) - (shown - 1) / 2) * apart));
    }
    return cars;
  }

  /** The offset of a figure in metres, a step nearer to its spot. */
  of(id: number): number {
    const at = this.offsets.get(id);
    if (!at) return 0;
    at.x += (at.toX - at.x) * EASE;
    return at.x;
  }

  /** The person at whose height somebody is drawn: all in a car stand on its floor. */
  leaderOf(id: number): number {
    return this.leaders.get(id) ?? id;
  }

  isDrawn(id: number): boolean {
    return !this.hidden.has(id);
  }

  /** Cars with the people in them behind glass: drawn before the people. */
  drawCars(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, feed: Feed, now: number): void {
    const busy = new Set(this.cars.map(({ shaft }) => shaft.number));
    const idle = this.tower.shafts.filter((shaft) => shaft.kind === 'lift' && !busy.has(shaft.number));
    const cars = [...this.cars, ...idle.map((shaft) => ({ shaft, y: this.stoodAt.get(shaft.number) ?? shaft.low * this.high, people: [] as number[] }))];
    for (const car of cars) {
      // A car moves with its first passenger.
      const first = feed.figures.get(car.people[0] ?? -1);
      const y = first ? placeOf(first, now, feed.interval)[1] : car.y;
      const [left, top] = camera.toScreen(this.middle(car.shaft) - SHAFT + 0.1, y + this.high - SLAB);
      const wide = (2 * SHAFT - 0.2) * camera.scale;
      const high = (this.high - SLAB) * camera.scale;
      if (top > camera.height || top + high < 0) continue;
      canvas.fillStyle = car.people.length > 0 ? palette.bubble : palette.prop;
      canvas.strokeStyle = palette.ink;
      canvas.lineWidth = Math.max(0.8, Math.min(1.6, camera.scale * 0.12));
      canvas.globalAlpha = car.shaft.open ? 0.92 : 0.5;
      canvas.fillRect(left, top, wide, high);
      canvas.strokeRect(left, top, wide, high);
      canvas.globalAlpha = 1;
      this.count(canvas, camera, palette, car, left + wide / 2, top);
    }
  }

  /** How many there are, where not all are drawn. */
  drawCounts(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    for (const queue of this.queues) {
      const [x, y] = camera.toScreen(this.middle(queue.shaft) + SHAFT + 0.5 + DRAWN_MAX * IN_QUEUE, queue.y + this.high * 0.45);
      if (queue.people.length > DRAWN_MAX && camera.scale >= FIGURES_FROM) badge(canvas, palette, `${queue.people.length}`, x + 8, y);
    }
    for (const crowd of this.crowds) {
      const [x, y] = camera.toScreen(crowd.x, crowd.y + this.high * 0.42);
      if (y > 0 && y < camera.height && camera.scale >= FIGURES_FROM) badge(canvas, palette, `${crowd.count}`, x + 8, y);
    }
  }

  private count(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, car: Group, x: number, y: number): void {
    if (car.people.length > DRAWN_MAX && camera.scale >= FIGURES_FROM) badge(canvas, palette, `${car.people.length}`, x, y - 5);
  }

  /** The place at a point of the screen. */
  placeAt(camera: Camera, sx: number, sy: number): Place | undefined {
    const [x, y] = camera.toTown(sx, sy);
    const floor = Math.floor(y / this.high);
    const inside = (room: Room) => room.floor === floor && room.west <= x && x <= room.east;
    return camera.scale < 2.5 ? undefined : this.rooms.find(inside)?.place;
  }

  /** The rectangle of a place on the screen. */
  boxOf(camera: Camera, id: number): [number, number, number, number] | undefined {
    const room = this.rooms.find(({ place }) => place.id === id);
    if (!room) return undefined;
    const [x, y] = camera.toScreen(room.west, room.floor * this.high + this.high - SLAB);
    return [x, y, (room.east - room.west) * camera.scale, (this.high - SLAB) * camera.scale];
  }

  /** The overview is shown where the view is only a part of the tower. */
  private hasStrip(camera: Camera): boolean {
    return this.tower.floors * this.high * camera.scale > camera.height * 1.15 && camera.width > 420;
  }

  /** The height in metres at a point of the overview. */
  heightOn(camera: Camera, x: number, y: number): number | undefined {
    if (!this.hasStrip(camera) || x > STRIP.left + STRIP.width + 4) return undefined;
    const tall = camera.height - STRIP.top - STRIP.bottom;
    const part = 1 - (y - STRIP.top) / tall;
    return part < -0.02 || part > 1.02 ? undefined : part * this.tower.floors * this.high;
  }

  /** The whole tower at the left edge: how many are on each floor, and what is in view. */
  drawStrip(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    if (!this.hasStrip(camera)) return;
    const tall = camera.height - STRIP.top - STRIP.bottom;
    const each = tall / this.tower.floors;
    canvas.fillStyle = palette.dark ? 'rgba(24, 27, 31, 0.86)' : 'rgba(253, 251, 246, 0.9)';
    canvas.strokeStyle = palette.quiet;
    canvas.lineWidth = 1;
    canvas.beginPath();
    canvas.roundRect(STRIP.left - 3, STRIP.top - 3, STRIP.width + 6, tall + 6, 6);
    canvas.fill();
    canvas.stroke();
    const most = Math.max(8, ...this.onFloor.slice(1));
    canvas.fillStyle = palette.people[0] ?? palette.ink;
    this.onFloor.forEach((count, floor) => {
      const wide = Math.min(1, count / most) * STRIP.width;
      canvas.fillRect(STRIP.left, STRIP.top + tall - (floor + 1) * each, wide, Math.max(1, each - 0.6));
    });
    const part = (sy: number) => Math.min(1, Math.max(0, camera.toTown(0, sy)[1] / (this.tower.floors * this.high)));
    const [top, bottom] = [STRIP.top + tall * (1 - part(0)), STRIP.top + tall * (1 - part(camera.height))];
    canvas.strokeStyle = palette.accent;
    canvas.lineWidth = 2;
    canvas.strokeRect(STRIP.left - 1, top, STRIP.width + 2, Math.max(3, bottom - top));
  }
}

function badge(canvas: CanvasRenderingContext2D, palette: Palette, text: string, x: number, y: number): void {
  canvas.font = '700 10.5px ui-sans-serif, system-ui, sans-serif';
  const half = canvas.measureText(text).width / 2 + 4;
  canvas.fillStyle = palette.accent;
  canvas.beginPath();
  canvas.roundRect(x - half, y - 7, half * 2, 14, 7);
  canvas.fill();
  canvas.fillStyle = palette.dark ? '#202327' : '#ffffff';
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillText(text, x, y + 0.5);
}
