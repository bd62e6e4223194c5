// Furniture: props drawn by the words in their names, and things that make a room look lived in.

import type { Rect } from '../api';
import type { Palette } from './palette';

type Look = 'bed' | 'counter' | 'stove' | 'bench' | 'seat' | 'table' | 'board' | 'tree' | 'water' | 'stall' | 'basin' | 'shelf' | 'light' | 'blanket' | 'box';

/** Words in names and how they look; the first that fits counts. Anything else is a box with its name. */
const WORDS: [Look, string[]][] = [
  ['board', ['board', 'chessboard']],
  ['bed', ['bed', 'cot', 'mattress']],
  ['blanket', ['blanket', 'rug', 'mat']],
  ['stove', ['stove', 'oven', 'hearth', 'fire', 'forge', 'pot', 'pots']],
  ['bench', ['bench', 'pew', 'sofa', 'kerb']],
  ['seat', ['seat', 'chair', 'stool', 'armchair', 'place']],
  ['stall', ['stall', 'barrow', 'kiosk', 'cart', 'tent']],
  ['counter', ['counter', 'bar', 'desk', 'till', 'lectern', 'workbench', 'loom', 'press', 'booth']],
  ['table', ['table']],
  ['tree', ['tree', 'linden', 'oak', 'rose', 'roses', 'bush', 'hedge', 'flowerbed', 'geraniums']],
  ['water', ['well', 'fountain', 'pond', 'pump']],
  ['basin', ['privy', 'toilet', 'basin', 'tub', 'bath']],
  ['shelf', ['shelf', 'shelves', 'cupboard', 'wardrobe', 'bookcase', 'rack']],
  ['light', ['lamp', 'lantern', 'candle', 'projector']],
];

/** Width and depth in metres. */
const SIZES: Record<Look, [number, number]> = {
  bed: [0.95, 1.9],
  counter: [2, 0.7],
  stove: [1, 0.8],
  bench: [1.4, 0.5],
  seat: [0.6, 0.6],
  table: [1.2, 1.2],
  board: [0.9, 0.9],
  tree: [1.5, 1.5],
  water: [1.4, 1.4],
  stall: [2.2, 1.2],
  basin: [0.6, 0.7],
  shelf: [1.6, 0.4],
  light: [0.35, 0.35],
  blanket: [1.8, 1.4],
  box: [0.5, 0.5],
};

/** Looks on which people may stand; beside all others they stand beside. */
const FLAT = new Set<Look>(['blanket', 'light']);

export function lookOf(...names: string[]): Look {
  for (const name of names) {
    const words = name.toLowerCase().split(/[^a-z]+/);
    const found = WORDS.find(([, known]) => known.some((word) => words.includes(word)));
    if (found) return found[0];
  }
  return 'box';
}

/** The box that a solid thing keeps clear, around its middle, in metres. */
export function solidBox(look: Look): [number, number] | undefined {
  return FLAT.has(look) ? undefined : SIZES[look];
}

export const depthOf = (look: Look) => SIZES[look][1];

/** Draws a thing with its middle at a point of the screen. */
export function drawThing(canvas: CanvasRenderingContext2D, x: number, y: number, look: Look, scale: number, palette: Palette): void {
  const [wide, deep] = SIZES[look];
  const box = (w = wide, d = deep, round = 0.1, dx = 0, dy = 0) => {
    canvas.beginPath();
    canvas.roundRect(x + (dx - w / 2) * scale, y + (dy - d / 2) * scale, w * scale, d * scale, round * scale);
    canvas.fill();
    canvas.stroke();
  };
  const disc = (r: number, dx = 0, dy = 0) => {
    canvas.beginPath();
    canvas.arc(x + dx * scale, y + dy * scale, r * scale, 0, Math.PI * 2);
    canvas.fill();
    canvas.stroke();
  };
  canvas.fillStyle = palette.prop;
  canvas.strokeStyle = palette.propEdge;
  canvas.lineWidth = Math.max(0.75, Math.min(1.5, scale * 0.06));
  switch (look) {
    case 'bed':
      box();
      canvas.fillStyle = palette.bubble;
      box(0.66, 0.4, 0.08, 0, -0.62);
      break;
    case 'bench':
    case 'seat':
      box(wide, deep, 0.08);
      box(wide, 0.12, 0.05, 0, -deep / 2);
      break;
    case 'table':
      canvas.fillStyle = palette.propEdge;
      for (const [dx, dy] of [[-0.8, 0], [0.8, 0], [0, -0.8], [0, 0.8]] as const) box(0.4, 0.4, 0.1, dx, dy);
      canvas.fillStyle = palette.prop;
      disc(0.6);
      break;
    case 'board':
      box();
      canvas.fillStyle = palette.propEdge;
      for (let n = 0; n < 16; n++) if ((n + Math.floor(n / 4)) % 2 === 0) canvas.fillRect(x + (-0.36 + (n % 4) * 0.18) * scale, y + (-0.36 + Math.floor(n / 4) * 0.18) * scale, 0.18 * scale, 0.18 * scale);
      break;
    case 'stove':
      box();
      canvas.fillStyle = palette.door;
      disc(0.15, -0.22);
      disc(0.15, 0.22);
      break;
    case 'stall': {
      box(wide, deep, 0.05);
      canvas.fillStyle = palette.bubble;
      for (let n = 0; n < 4; n++) canvas.fillRect(x + (-wide / 2 + n * 0.55 + 0.14) * scale, y - (deep / 2) * scale, 0.27 * scale, deep * 0.45 * scale);
      break;
    }
    case 'tree':
      canvas.fillStyle = palette.tree;
      canvas.strokeStyle = palette.treeEdge;
      disc(0.75);
      break;
    case 'water':
      disc(0.7);
      canvas.fillStyle = palette.glass;
      disc(0.46);
      break;
    case 'basin':
      box();
      canvas.fillStyle = palette.bubble;
      disc(0.18);
      break;
    case 'shelf':
      box(wide, deep, 0.03);
      canvas.beginPath();
      for (let n = 1; n < 6; n++) {
        canvas.moveTo(x + (-wide / 2 + n * 0.27) * scale, y - (deep / 2) * scale);
        canvas.lineTo(x + (-wide / 2 + n * 0.27) * scale, y + (deep / 2) * scale);
      }
      canvas.stroke();
      break;
    case 'light':
      canvas.fillStyle = palette.door;
      disc(0.18);
      break;
    case 'blanket':
      box(wide, deep, 0.05);
      canvas.strokeRect(x - (wide / 2 - 0.15) * scale, y - (deep / 2 - 0.15) * scale, (wide - 0.3) * scale, (deep - 0.3) * scale);
      break;
    default:
      box();
  }
}

/** Makes a room look lived in: a rug, and a shelf or a chest at a wall. Always the same for a room. */
export function furnish(canvas: CanvasRenderingContext2D, [west, south, east, north]: Rect, [x, y, w, h]: [number, number, number, number], scale: number, palette: Palette): void {
  const [wide, high] = [(east - west) / 1000, (north - south) / 1000];
  if (Math.min(wide, high) < 2.6) return;
  const kind = Math.abs(west * 31 + south * 17) % 3;
  canvas.save();
  canvas.globalAlpha *= 0.55;
  canvas.fillStyle = palette.rough;
  canvas.strokeStyle = palette.propEdge;
  canvas.lineWidth = 1;
  if (kind !== 1) {
    const [rw, rh] = [Math.min(3.2, wide * 0.45) * scale, Math.min(2.2, high * 0.4) * scale];
    canvas.beginPath();
    canvas.roundRect(x + w / 2 - rw / 2, y + h / 2 - rh / 2, rw, rh, 0.2 * scale);
    canvas.fill();
  }
  canvas.fillStyle = palette.prop;
  const along = (n: number, long: number) => {
    canvas.beginPath();
    canvas.rect(x + 0.2 * scale, y + h * n - (long * scale) / 2, 0.4 * scale, long * scale);
    canvas.fill();
    canvas.stroke();
  };
  along(0.55, 0.9);
  if (high > 6) along(0.8, 1.4);
  canvas.beginPath();
  canvas.arc(x + w - 0.6 * scale, y + h - 0.6 * scale, 0.26 * scale, 0, Math.PI * 2);
  canvas.fillStyle = palette.tree;
  canvas.fill();
  canvas.restore();
}
