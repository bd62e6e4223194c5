// The live feed: who is where, in the format of the server's `frame.rs`; what is going on and what
// people say, as JSON.

import type { ArenaNow } from './arena/answers';

const HEADER = 52;
const EACH = 16;

export const TALKS = 1;
export const CARRIES = 2;
export const IN_SCENE = 4;
/** On the way from floor to floor of a tower. */
export const RIDES = 8;
/** Waits for a lift. */
export const QUEUES = 16;

export const enum Pose {
  Stands,
  Walks,
  Works,
  Lies,
  Sits,
  Dines,
  Waits,
}

/** A person on the map, interpolated from the drawn to the reported position. */
export interface Figure {
  id: number;
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  z: number;
  since: number;
  pose: Pose;
  marks: number;
  /** The facing: 1 is east, -1 west. */
  side: number;
}

export interface Clock {
  tick: number;
  daytime: number;
  day: number;
  paused: boolean;
  /** Whether it is paused because of a breakpoint. */
  stopped: boolean;
  asked: number;
  reached: number;
  /** The first and the last tick that one can go to. */
  earliest: number;
  furthest: number;
  /** Changes when names and places may have changed. */
  edition: number;
}

/** Something that happened, or that a person says. */
export interface Line {
  number: number;
  tick: number;
  time: string;
  who: number;
  /** A sentence; empty if there are only words in a bubble. */
  text: string;
  says: string | null;
  /** Whether the words are content's own, and not about small talk. */
  aloud: boolean;
}

/** Words over a figure. */
export interface Bubble {
  who: number;
  tick: number;
  says: string;
  aloud: boolean;
  /** For how long it is still shown while time passes, in milliseconds. */
  left: number;
}

/** The breakpoints of the town, and what was met. */
export interface StopList {
  people: [number, string][];
  rules: [[number, number], string][];
  by: string | null;
}

export type Wish =
  | { wish: 'view'; west: number; south: number; east: number; north: number }
  | { wish: 'follow'; who: number | null }
  | { wish: 'pause'; on: boolean }
  | { wish: 'step'; ticks: number }
  | { wish: 'go'; tick: number }
  | { wish: 'stops'; people: number[]; rules: [number, number][] }
  | { wish: 'enter' | 'walk'; x: number; y: number; z: number }
  | { wish: 'accept'; location: number }
  | { wish: 'choose'; choice: string }
  | { wish: 'order'; who: number; order: 'come' | 'wait' | null }
  | { wish: 'interact'; who: number; what: string }
  | { wish: 'walk_out' }
  | { wish: 'set'; name: string; who: number | null; value: string }
  | { wish: 'edit'; edit: TowerEdit }
  | { wish: 'steer'; x: number; y: number; gait: number }
  | { wish: 'use'; what: string; x: number; y: number }
  | { wish: 'strike'; x: number; y: number }
  | { wish: 'puppet'; who: number; deed: string; x: number; y: number }
  | { wish: 'again' }
  | { wish: 'speed'; times: number | null };

/** A change of a tower: connectors by number, places by floor and tile. */
export type TowerEdit =
  | 'add_floor'
  | { close: number }
  | { open: number }
  | { wall: [floor: number, x: number] }
  | { unwall: [floor: number, x: number] }
  | { remove: string }
  | { place: [kind: string, floor: number, x: number] };

/** Maximum number of lines that are kept. */
const LINES = 300;

export class Feed {
  readonly figures = new Map<number, Figure>();
  /** The newest words of each person. */
  readonly bubbles = new Map<number, Bubble>();
  lines: Line[] = [];
  clock: Clock = { tick: 0, daytime: 0, day: 0, paused: false, stopped: false, asked: 1, reached: 0, earliest: 0, furthest: 0, edition: 0 };
  connected = false;
  /** The usual time between two frames, in milliseconds. */
  interval = 50;
  bytes = 0;
  frames = 0;
  /** The cost of decoding a frame, in milliseconds. */
  cost = 0;

  onclock: (clock: Clock) => void = () => {};
  onconnected: (connected: boolean) => void = () => {};
  onstranger: () => void = () => {};
  onlines: (lines: Line[]) => void = () => {};
  onstops: (stops: StopList) => void = () => {};
  onarena: (now: ArenaNow) => void = () => {};

  private socket: WebSocket | undefined;
  private last = 0;
  private standing: Partial<Record<Wish['wish'], Wish>> = {};

  open(): void {
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${window.location.host}/live`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      // A town tells a new page everything, and it may be another town.
      this.lines = [];
      this.bubbles.clear();
      this.set(true);
      for (const wish of Object.values(this.standing)) socket.send(JSON.stringify(wish));
    };
    socket.onmessage = (event) => {
      if (event.data instanceof ArrayBuffer) this.take(event.data);
      else this.told(JSON.parse(event.data as string) as { lines: Line[]; stops?: StopList } | { arena: ArenaNow });
    };
    socket.onclose = () => {
      this.set(false);
      setTimeout(() => this.open(), 1000);
    };
    this.socket = socket;
  }

  send(wish: Wish): void {
    // The settings are sent again after a reconnect.
    if (wish.wish === 'view' || wish.wish === 'follow') this.standing[wish.wish] = wish;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish));
  }

  private set(connected: boolean): void {
    this.connected = connected;
    this.onconnected(connected);
  }

  private told(told: { lines: Line[]; stops?: StopList } | { arena: ArenaNow }): void {
    if ('arena' in told) this.onarena(told.arena);
    else this.hear(told);
  }

  private hear(told: { lines: Line[]; stops?: StopList }): void {
    for (const { who, tick, says, aloud } of told.lines) {
      if (says) this.bubbles.set(who, { who, tick, says, aloud, left: Math.min(7000, 2200 + says.length * 55) });
    }
    if (told.lines.length > 0) {
      const fresh = told.lines.filter((line) => line.text);
      // After going back, what is known of the future happens again.
      const first = fresh[0]?.tick ?? Infinity;
      this.lines = [...this.lines.filter((line) => line.tick < first || line.number >= (fresh[0]?.number ?? 0)), ...fresh].slice(-LINES);
      this.onlines(this.lines);
    }
    if (told.stops) this.onstops(told.stops);
  }

  private take(buffer: ArrayBuffer): void {
    const view = new DataView(buffer);
    if (view.byteLength < HEADER || view.getUint8(0) !== 1) return;
    const now = performance.now();
    const passed = now - this.last;
    this.last = now;
    if (passed < 500) this.interval += (passed - this.interval) * 0.2;
    this.bytes += buffer.byteLength;
    this.frames += 1;
    const flags = view.getUint8(1);
    const changed = view.getUint32(4, true);
    const gone = view.getUint32(8, true);
    if (flags & 2) this.figures.clear();
    let at = HEADER;
    let stranger = false;
    for (let n = 0; n < changed; n++, at += EACH) stranger = this.see(view, at, now) || stranger;
    for (let n = 0; n < gone; n++, at += 4) this.figures.delete(view.getUint32(at, true));
    this.clock = {
      tick: view.getFloat64(16, true),
      daytime: view.getInt32(12, true),
      day: view.getInt32(24, true),
      paused: (flags & 1) !== 0,
      stopped: (flags & 4) !== 0,
      asked: view.getFloat32(28, true),
      reached: view.getFloat32(32, true),
      earliest: view.getFloat64(36, true),
      furthest: view.getFloat64(44, true),
      edition: view.getUint16(2, true),
    };
    for (const bubble of this.bubbles.values()) if (bubble.tick > this.clock.tick) this.bubbles.delete(bubble.who);
    this.onclock(this.clock);
    if (stranger) this.onstranger();
    this.cost += (performance.now() - now - this.cost) * 0.1;
  }

  private see(view: DataView, at: number, now: number): boolean {
    const id = view.getUint32(at, true);
    const x = view.getInt32(at + 4, true) / 1000;
    const y = view.getInt32(at + 8, true) / 1000;
    const z = view.getInt16(at + 12, true) / 10;
    const pose = view.getUint8(at + 14) as Pose;
    const marks = view.getUint8(at + 15);
    const known = this.figures.get(id);
    if (!known) {
      const figure = { id, fromX: x, fromY: y, toX: x, toY: y, z, since: now, pose, marks, side: 1 };
      this.figures.set(id, figure);
      return true;
    }
    const [drawnX, drawnY] = placeOf(known, now, this.interval);
    // A large jump is not interpolated.
    const far = Math.hypot(x - drawnX, y - drawnY) > 25;
    known.fromX = far ? x : drawnX;
    known.fromY = far ? y : drawnY;
    if (Math.abs(x - known.toX) > 0.02) known.side = x > known.toX ? 1 : -1;
    known.toX = x;
    known.toY = y;
    known.z = z;
    known.since = now;
    known.pose = pose;
    known.marks = marks;
    return false;
  }
}

/** The drawn position: one frame behind, so that the next frame is always available. */
export function placeOf(figure: Figure, now: number, interval: number): [number, number] {
  const part = Math.min(1, (now - figure.since) / (interval * 1.25));
  return [
    figure.fromX + (figure.toX - figure.fromX) * part,
    figure.fromY + (figure.toY - figure.fromY) * part,
  ];
}
