// The ground: streets, squares, rooms, doors, and what stands in them. Drawn anew only when the view
// changes.

import type { Area, Plate, Town, Way } from '../api';
import type { Figure } from '../feed';
import type { Camera } from './camera';
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

export class Ground {
  readonly bounds: [number, number, number, number];
  readonly floors: number[];
  private readonly areas: Map<number, Area>;
  private readonly named = new Map<number, Region[]>();
  /** Rooms by the cells they touch. */
  private readonly cells = new Map<string, Plate[]>();
  private readonly trees: [x: number, y: number, size: number][];

  constructor(readonly town: Town) {
    this.areas = new Map(town.areas.map((area) => [area.id, area]));
    this.floors = [...new Set(town.plates.map((plate) => plate.z))].sort((a, b) => a - b);
    this.bounds = boxOf(town.plates);
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

  /** The rooms that contain some people. */
  roomsOf(figures: Figure[]): Set<Plate> {
    const rooms = new Set<Plate>();
    for (const { toX, toY, z } of figures) {
      const [x, y] = [toX * 1000, toY * 1000];
      const near = this.cells.get(`${Math.floor(x / CELL)},${Math.floor(y / CELL)}`) ?? [];
      const holds = ({ rect, z: floor }: Plate) =>
        x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3] && Math.abs(floor - z * 1000) < 2000;
      const room = near.find(holds);
      if (room) rooms.add(room);
    }
    return rooms;
  }

  /** Trees around the town where nothing else is; decoration, always the same. */
  private plant(): [number, number, number][] {
    const [west, south, east, north] = this.bounds;
    const boxes = this.town.plates.map(({ rect }) => rect.map((mm) => mm / 1000));
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
    for (const area of this.town.areas) {
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
    for (const place of this.town.locations) {
      if (place.z !== floor) continue;
      const [px, py] = camera.toScreen(place.x / 1000, place.y / 1000);
      if (px < -40 || py < -40 || px > camera.width + 40 || py > camera.height + 40) continue;
      const props = place.props.length > 0 ? place.props : [{ name: place.name, kind: place.name, x: place.x, y: place.y }];
      for (const prop of props) {
        const [x, y] = camera.toScreen(prop.x / 1000, prop.y / 1000);
        furniture(canvas, x, y, `${prop.kind} ${prop.name} ${place.name}`, camera.scale, palette);
      }
    }
  }

  private isSeen(plate: Plate, camera: Camera): boolean {
    const [x, y, w, h] = onScreen(plate.rect, camera);
    return x < camera.width + 20 && y < camera.height + 20 && x + w > -20 && y + h > -20;
  }
}

/** A piece of furniture, by what its name says. */
function furniture(
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  name: string,
  scale: number,
  palette: Palette,
): void {
  canvas.fillStyle = palette.prop;
  canvas.strokeStyle = palette.propEdge;
  canvas.lineWidth = Math.max(0.75, Math.min(1.5, scale * 0.06));
  const box = (w: number, h: number, round: number) => {
    canvas.beginPath();
    canvas.roundRect(x - (w * scale) / 2, y - (h * scale) / 2, w * scale, h * scale, round * scale);
    canvas.fill();
    canvas.stroke();
  };
  const has = (...words: string[]) => words.some((word) => name.includes(word));
  if (has('bed', 'cot')) {
    box(0.95, 1.9, 0.12);
    canvas.fillStyle = palette.bubble;
    canvas.globalAlpha = palette.dark ? 0.5 : 0.9;
    canvas.fillRect(x - 0.33 * scale, y - 0.82 * scale, 0.66 * scale, 0.4 * scale);
    canvas.globalAlpha = 1;
  } else if (has('counter', 'bar', 'stall', 'desk', 'till', 'stove')) {
    box(2, 0.7, 0.1);
  } else if (has('bench', 'seat', 'pew', 'sofa')) {
    box(1.5, 0.5, 0.1);
  } else if (has('table')) {
    box(1.3, 1.3, 0.2);
  } else if (has('tree', 'well', 'fountain', 'pond', 'privy')) {
    canvas.beginPath();
    canvas.arc(x, y, 0.7 * scale, 0, Math.PI * 2);
    canvas.fill();
    canvas.stroke();
  } else {
    box(0.8, 0.8, 0.14);
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
