// The ground: streets, squares, rooms, doors, and what stands in them. Drawn anew only when the view
// changes.

import type { Area, Place, Plate, Town, Way } from '../api';
import type { Figure } from '../feed';
import type { Camera } from './camera';
import { depthOf, drawThing, furnish, lookOf, solidBox } from './furniture';
import type { Labels } from './labels';
import type { Palette } from './palette';

/** Size of a cell in millimetres. */
const CELL = 5000;

/** Words in area names that mean grass. */
const GREEN = /\b(park|gardens?|meadow)\b/;

/** An area: its extent, and its nesting depth. */
export interface Region {
  area: Area;
  depth: number;
  indoors: boolean;
  street: boolean;
  /** West, south, east and north, in metres. */
  box: [number, number, number, number];
  inner: boolean;
}

/** Something that is drawn at a place, in metres. */
interface Thing {
  look: ReturnType<typeof lookOf>;
  name: string;
  /** Whether it is one of several props of a place. */
  detail: boolean;
  x: number;
  y: number;
  z: number;
}

/** The key of a cell of solid things. */
const cellOf = (x: number, y: number) => `${Math.floor(x / 3)},${Math.floor(y / 3)}`;

function thingsOf(place: Place): Thing[] {
  const z = place.z;
  if (place.props.length === 0) return [{ look: lookOf(place.name), name: place.name, detail: false, x: place.x / 1000, y: place.y / 1000, z }];
  const [only] = place.props.length === 1 ? place.props : [];
  if (only) return [{ look: lookOf(only.kind, only.name, place.name), name: place.name, detail: false, x: only.x / 1000, y: only.y / 1000, z }];
  const things = place.props.map((prop) => ({ look: lookOf(prop.kind, prop.name), name: prop.name, detail: true, x: prop.x / 1000, y: prop.y / 1000, z }));
  // A stall with its spots, a table with its chairs: the place itself is a thing, too.
  const look = lookOf(place.name);
  return look === 'box' ? things : [{ look, name: place.name, detail: false, x: place.x / 1000, y: place.y / 1000, z }, ...things];
}

export class Ground {
  readonly bounds: [number, number, number, number];
  readonly floors: number[];
  private readonly areas: Map<number, Area>;
  private readonly named = new Map<number, Region[]>();
  /** Rooms by the cells they touch. */
  private readonly cells = new Map<string, Plate[]>();
  private readonly trees: [x: number, y: number, size: number][];
  private readonly things: Thing[];
  private readonly solids = new Map<string, (Thing & { box: [number, number] })[]>();

  constructor(readonly town: Town) {
    this.areas = new Map(town.areas.map((area) => [area.id, area]));
    this.floors = [...new Set(town.plates.map((plate) => plate.z))].sort((a, b) => a - b);
    // Open ground has no plates: then locations say where something is to be seen.
    this.bounds = town.plates.length > 0 ? boxOf(town.plates) : around(town.locations);
    this.things = town.locations.flatMap(thingsOf);
    for (const thing of this.things) this.putSolid(thing);
    for (const plate of town.plates) if (plate.use === 'room') this.index(plate);
    this.trees = this.plant();
  }

  private index(plate: Plate): void {
    const [west, south, east, north] = plate.rect.map((mm) => Math.floor(mm / CELL)) as [number, number, number, number];
    for (let x = west; x <= east; x++) {
      for (let y = south; y <= north; y++) {
        const key = `${x},${y}`;
        this.cells.set(key, [...(this.cells.get(key) ?? []), plate]);
      }
    }
  }

  private putSolid(thing: Thing): void {
    const box = solidBox(thing.look);
    if (!box) return;
    const keys = new Set<string>();
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) keys.add(cellOf(thing.x + dx * (box[0] / 2 + 0.3), thing.y + dy * (box[1] / 2 + 0.3)));
    for (const key of keys) this.solids.set(key, [...(this.solids.get(key) ?? []), { ...thing, box }]);
  }

  /** The rooms that contain some people. */
  roomsOf(figures: Figure[]): Set<Plate> {
    const rooms = new Set<Plate>();
    for (const { toX, toY, z } of figures) {
      const room = this.roomAt(toX, toY, z);
      if (room) rooms.add(room);
    }
    return rooms;
  }

  /** Trees around the town where nothing else is; decoration, always the same. */
  private plant(): [number, number, number][] {
    const [west, south, east, north] = this.bounds;
    const boxes = this.town.plates.length > 0 ? this.town.plates.map(({ rect }) => rect.map((mm) => mm / 1000)) : [this.bounds];
    let seed = 20117;
    const chance = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return seed / 2 ** 32;
    };
    const far = Math.max(60, (east - west) * 0.35);
    const trees: [number, number, number][] = [];
    const groves = Math.min(160, Math.round(((east - west + 2 * far) * (north - south + 2 * far)) / 900));
    for (let n = 0; n < groves; n++) {
      const [gx, gy] = [west - far + chance() * (east - west + 2 * far), south - far + chance() * (north - south + 2 * far)];
      const many = 1 + Math.floor(chance() * 5);
      for (let m = 0; m < many; m++) {
        const [x, y, size] = [gx + (chance() - 0.5) * 16, gy + (chance() - 0.5) * 14, 0.9 + chance() * 1.4];
        const clear = (box: number[]) =>
          x < (box[0] ?? 0) - 4 || y < (box[1] ?? 0) - 4 || x > (box[2] ?? 0) + 4 || y > (box[3] ?? 0) + 4;
        if (boxes.every(clear)) trees.push([x, y, size]);
      }
    }
    return trees.sort((a, b) => b[1] - a[1]);
  }

  private drawTrees(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    for (const [x, y, size] of this.trees) {
      const [sx, sy] = camera.toScreen(x, y);
      const r = size * camera.scale;
      if (sx < -r || sy < -r || sx > camera.width + r || sy > camera.height + r) continue;
      canvas.fillStyle = palette.shadow;
      canvas.beginPath();
      canvas.ellipse(sx + r * 0.25, sy + r * 0.3, r, r * 0.9, 0, 0, Math.PI * 2);
      canvas.fill();
      canvas.fillStyle = palette.tree;
      canvas.strokeStyle = palette.treeEdge;
      canvas.lineWidth = Math.max(0.6, Math.min(1.5, r * 0.08));
      canvas.beginPath();
      canvas.arc(sx, sy, r, 0, Math.PI * 2);
      canvas.fill();
      canvas.stroke();
      canvas.beginPath();
      canvas.arc(sx - r * 0.2, sy - r * 0.22, r * 0.5, Math.PI * 0.9, Math.PI * 1.7);
      canvas.stroke();
    }
  }

  /** The names on a floor. */
  regions(floor: number): Region[] {
    const known = this.named.get(floor) ?? this.gather(floor);
    this.named.set(floor, known);
    return known;
  }

  private gather(floor: number): Region[] {
    const within = (area: number, whole: number): boolean => {
      let at: number | null = area;
      for (let n = 0; at !== null && n < 32; n++) {
        if (at === whole) return true;
        at = this.areas.get(at)?.within ?? null;
      }
      return false;
    };
    const regions: Region[] = [];
    // The name of the whole stands in the heading; on the map it would look like that of a part.
    const roots = this.town.areas.filter((area) => area.within === null);
    for (const area of this.town.areas) {
      if (roots.length === 1 && area.within === null && this.town.areas.length > 1) continue;
      const all = this.town.plates.filter((plate) => within(plate.area, area.id));
      const own = this.town.plates.filter((plate) => plate.area === area.id);
      if (all.length === 0) continue;
      const indoors = all.every((plate) => plate.use === 'room');
      // The name of an outdoor area stands on its own ground, not between its houses.
      const plates = indoors ? all.filter((plate) => plate.z === floor) : own.length === 0 ? all : own;
      if (plates.length === 0) continue;
      let depth = 0;
      for (let at = area.within; at !== null && depth < 32; depth++) at = this.areas.get(at)?.within ?? null;
      regions.push({
        area,
        depth,
        indoors,
        street: !indoors && own.some((plate) => plate.use === 'street') && !own.some((p) => p.use === 'square'),
        box: indoors ? boxOf(plates) : widest(plates),
        inner: indoors && this.isIndoors(area.within),
      });
    }
    return regions;
  }

  private isIndoors(id: number | null): boolean {
    if (id === null) return false;
    const own = this.town.plates.filter((plate) => plate.area === id);
    return own.length > 0 && own.every((plate) => plate.use === 'room');
  }

  draw(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, floor: number): void {
    canvas.fillStyle = palette.paper;
    canvas.fillRect(0, 0, camera.width, camera.height);
    this.grain(canvas, camera, palette);
    this.drawTrees(canvas, camera, palette);
    const shown = this.town.plates.filter((plate) => plate.z <= floor && this.isSeen(plate, camera));
    const outdoors = shown.filter((plate) => plate.use !== 'room');
    const rooms = shown.filter((plate) => plate.use === 'room').sort((a, b) => a.z - b.z);
    const edge = Math.max(1, Math.min(3, camera.scale * 0.16));
    for (const plate of outdoors) {
      const street = plate.use === 'street';
      canvas.strokeStyle = street ? palette.streetEdge : palette.squareEdge;
      canvas.lineWidth = edge * 2;
      canvas.strokeRect(...onScreen(plate.rect, camera));
    }
    for (const plate of outdoors) {
      canvas.fillStyle = plate.use === 'street' ? palette.street : palette.square;
      canvas.fillRect(...onScreen(plate.rect, camera));
    }
    const drop = Math.min(7, camera.scale * 0.5);
    canvas.fillStyle = palette.shadow;
    for (const plate of rooms) {
      const [x, y, w, h] = onScreen(plate.rect, camera);
      canvas.fillRect(x + drop, y + drop, w, h);
    }
    const wall = Math.max(1, Math.min(5, camera.scale * 0.22));
    for (const plate of rooms) {
      const box = onScreen(plate.rect, camera);
      canvas.globalAlpha = plate.z === floor ? 1 : 0.45;
      const green = GREEN.test(this.areas.get(plate.area)?.name ?? '');
      canvas.fillStyle = green ? palette.green : palette.room;
      canvas.fillRect(...box);
      if (camera.scale > 5 && !green) this.boards(canvas, box, camera, palette);
      if (camera.scale > 5 && !green) furnish(canvas, plate.rect, box, camera.scale, palette);
      canvas.strokeStyle = palette.wall;
      canvas.lineWidth = wall;
      canvas.strokeRect(...box);
      canvas.globalAlpha = 1;
    }
    for (const plate of shown) if (plate.z === floor) this.rough(canvas, plate, camera, palette);
    for (const way of this.town.ways) this.way(canvas, way, camera, palette, wall, floor);
    if (camera.scale > 3.2) this.props(canvas, camera, palette, floor);
  }

  /** A faint grid of ten metres, so that movement has a measure, on a meadow. */
  private grain(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
    const step = camera.scale > 4 ? 10 : 50;
    const margin = 12;
    const [w, s, e, n] = this.bounds;
    const [left, top] = camera.toScreen(w - margin, n + margin);
    const [right, bottom] = camera.toScreen(e + margin, s - margin);
    canvas.fillStyle = palette.meadow;
    canvas.beginPath();
    canvas.roundRect(left, top, right - left, bottom - top, 10 * camera.scale);
    canvas.fill();
    canvas.strokeStyle = palette.grain;
    canvas.lineWidth = 1;
    canvas.beginPath();
    const [west, north] = camera.toTown(0, 0);
    const [east, south] = camera.toTown(camera.width, camera.height);
    for (let x = Math.ceil(west / step) * step; x < east; x += step) {
      const [sx] = camera.toScreen(x, 0);
      canvas.moveTo(Math.round(sx) + 0.5, 0);
      canvas.lineTo(Math.round(sx) + 0.5, camera.height);
    }
    for (let y = Math.ceil(south / step) * step; y < north; y += step) {
      const [, sy] = camera.toScreen(0, y);
      canvas.moveTo(0, Math.round(sy) + 0.5);
      canvas.lineTo(camera.width, Math.round(sy) + 0.5);
    }
    canvas.stroke();
  }

  /** Floor boards, faintly. */
  private boards(
    canvas: CanvasRenderingContext2D,
    [x, y, w, h]: [number, number, number, number],
    camera: Camera,
    palette: Palette,
  ): void {
    canvas.strokeStyle = palette.dark ? 'rgba(255,255,255,0.03)' : 'rgba(90,60,20,0.055)';
    canvas.lineWidth = 1;
    canvas.beginPath();
    for (let at = y + camera.scale * 0.5; at < y + h; at += camera.scale * 0.5) {
      canvas.moveTo(x, at);
      canvas.lineTo(x + w, at);
    }
    canvas.stroke();
  }

  private rough(canvas: CanvasRenderingContext2D, plate: Plate, camera: Camera, palette: Palette): void {
    if (camera.scale < 2) return;
    canvas.fillStyle = palette.rough;
    for (const rect of plate.rough) {
      const [x, y, w, h] = onScreen(rect, camera);
      canvas.beginPath();
      canvas.roundRect(x, y, w, h, Math.min(4, camera.scale * 0.2));
      canvas.fill();
    }
  }

  private way(
    canvas: CanvasRenderingContext2D,
    way: Way,
    camera: Camera,
    palette: Palette,
    wall: number,
    floor: number,
  ): void {
    const [[ax, ay, az], [bx, by, bz]] = way.ends;
    if (az !== floor && bz !== floor) return;
    const [x, y] = camera.toScreen(ax / 1000, ay / 1000);
    if (x < -50 || y < -50 || x > camera.width + 50 || y > camera.height + 50) return;
    const half = ((way.width / 1000) * camera.scale) / 2;
    if (way.way === 'mouth') {
      // Where streets meet there is no edge.
      canvas.fillStyle = palette.street;
      const deep = Math.max(2, wall * 1.2);
      if (way.upright) canvas.fillRect(x - deep, y - half + 1, deep * 2, half * 2 - 2);
      else canvas.fillRect(x - half + 1, y - deep, half * 2 - 2, deep * 2);
      return;
    }
    if (way.way === 'stairs') {
      const [ex, ey] = camera.toScreen(bx / 1000, by / 1000);
      canvas.strokeStyle = palette.quiet;
      canvas.lineWidth = Math.max(1, half);
      canvas.setLineDash([2, 3]);
      canvas.beginPath();
      canvas.moveTo(x, y);
      canvas.lineTo(ex, ey);
      canvas.stroke();
      canvas.setLineDash([]);
      return;
    }
    // An opening in the wall, with a leaf in it.
    canvas.strokeStyle = palette.room;
    canvas.lineWidth = wall + 1;
    line(canvas, x, y, half, way.upright);
    canvas.strokeStyle = way.way === 'window' ? palette.glass : palette.door;
    canvas.lineWidth = Math.max(1, wall * (way.private ? 0.8 : 0.5));
    line(canvas, x, y, half, way.upright);
  }

  private props(canvas: CanvasRenderingContext2D, camera: Camera, palette: Palette, floor: number): void {
    for (const { look, x, y } of this.thingsIn(camera, floor)) drawThing(canvas, ...camera.toScreen(x, y), look, camera.scale, palette);
  }

  /** Names under things: of a place, and of its props where they differ. */
  nameThings(canvas: CanvasRenderingContext2D, labels: Labels, camera: Camera, palette: Palette, floor: number): void {
    if (camera.scale < 8) return;
    for (const { look, name, detail, x, y } of this.thingsIn(camera, floor)) {
      if (camera.scale < (detail ? 17 : 12) && (detail || this.roomAt(x, y, floor / 1000))) continue;
      const [sx, sy] = camera.toScreen(x, y);
      labels.thing(canvas, name, sx, sy + (depthOf(look) / 2) * camera.scale + 2, palette);
    }
    for (const place of this.town.locations) {
      if (place.props.length < 2 || place.z !== floor || lookOf(place.name) !== 'box') continue;
      const north = Math.max(...place.props.map(({ y }) => y));
      const [sx, sy] = camera.toScreen(place.x / 1000, north / 1000);
      if (sx > 0 && sx < camera.width) labels.thing(canvas, place.name, sx, sy - camera.scale - 13, palette);
    }
  }

  private thingsIn(camera: Camera, floor: number): Thing[] {
    return this.things.filter((thing) => {
      if (thing.z !== floor) return false;
      const [x, y] = camera.toScreen(thing.x, thing.y);
      return x > -40 && y > -40 && x < camera.width + 40 && y < camera.height + 40;
    });
  }

  /** The room at a place, in metres. */
  roomAt(x: number, y: number, z: number): Plate | undefined {
    const near = this.cells.get(`${Math.floor((x * 1000) / CELL)},${Math.floor((y * 1000) / CELL)}`) ?? [];
    return near.find(({ rect, z: floor }) => x * 1000 >= rect[0] && x * 1000 <= rect[2] && y * 1000 >= rect[1] && y * 1000 <= rect[3] && Math.abs(floor - z * 1000) < 2000);
  }

  /** Whether a place is inside a room, away from its walls and from its name at the lower one. */
  isInside({ rect: [west, south, east, north] }: Plate, x: number, y: number): boolean {
    const roomy = north - south > 4000;
    return x * 1000 > west + 350 && x * 1000 < east - 350 && y * 1000 > south + (roomy ? 1700 : 300) && y * 1000 < north - 300;
  }

  /** Whether a solid thing stands at a place, or so near that a figure would stand on it. */
  isFurnished(x: number, y: number, z: number): boolean {
    for (const thing of this.solids.get(cellOf(x, y)) ?? []) {
      if (Math.abs(thing.z - z * 1000) > 1000) continue;
      const [w, d] = thing.box;
      if (Math.abs(x - thing.x) < w / 2 + 0.25 && Math.abs(y - thing.y) < d / 2 + 0.25) return true;
    }
    return false;
  }

  private isSeen(plate: Plate, camera: Camera): boolean {
    const [x, y, w, h] = onScreen(plate.rect, camera);
    return x < camera.width + 20 && y < camera.height + 20 && x + w > -20 && y + h > -20;
  }
}

function line(canvas: CanvasRenderingContext2D, x: number, y: number, half: number, upright: boolean): void {
  canvas.beginPath();
  canvas.moveTo(upright ? x : x - half, upright ? y - half : y);
  canvas.lineTo(upright ? x : x + half, upright ? y + half : y);
  canvas.stroke();
}

/** A rectangle of the town as x, y, width and height on the screen. */
export function onScreen(rect: readonly number[], camera: Camera): [number, number, number, number] {
  const [west = 0, south = 0, east = 0, north = 0] = rect;
  const [x, y] = camera.toScreen(west / 1000, north / 1000);
  return [x, y, ((east - west) / 1000) * camera.scale, ((north - south) / 1000) * camera.scale];
}

/** A box around places, in metres. */
function around(places: Place[]): [number, number, number, number] {
  const spots = places.flatMap((place) => [place, ...place.props]);
  if (spots.length === 0) return [-12, -9, 12, 9];
  const [xs, ys] = [spots.map(({ x }) => x / 1000), spots.map(({ y }) => y / 1000)];
  return [Math.min(...xs) - 9, Math.min(...ys) - 7, Math.max(...xs) + 9, Math.max(...ys) + 7];
}

function boxOf(plates: Plate[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rect } of plates) {
    box[0] = Math.min(box[0], rect[0] / 1000);
    box[1] = Math.min(box[1], rect[1] / 1000);
    box[2] = Math.max(box[2], rect[2] / 1000);
    box[3] = Math.max(box[3], rect[3] / 1000);
  }
  return box;
}

/** The largest plate, as the place for a name. */
function widest(plates: Plate[]): [number, number, number, number] {
  const size = ({ rect }: Plate) => (rect[2] - rect[0]) * (rect[3] - rect[1]);
  const largest = plates.reduce((a, b) => (size(b) > size(a) ? b : a));
  return boxOf([largest]);
}
