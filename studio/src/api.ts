// Types of the server's answers (its `answer/` folder).

import type { Arena } from './arena/answers';

export interface Area {
  id: number;
  name: string;
  within: number | null;
}

export type Rect = [west: number, south: number, east: number, north: number];

export interface Plate {
  area: number;
  use: 'street' | 'square' | 'room';
  rect: Rect;
  z: number;
  rough: Rect[];
}

export interface Way {
  way: 'door' | 'mouth' | 'stairs' | 'window';
  ends: [[number, number, number], [number, number, number]];
  width: number;
  upright: boolean;
  private: boolean;
}

export interface Prop {
  name: string;
  /** The name in scripts. */
  written: string;
  kind: string;
  x: number;
  y: number;
}

export interface Place {
  id: number;
  name: string;
  x: number;
  y: number;
  z: number;
  /** The ids of its scripts. */
  plays: number[];
  props: Prop[];
}

export interface Town {
  title: string;
  rate: number;
  areas: Area[];
  plates: Plate[];
  ways: Way[];
  locations: Place[];
  people: { id: number; name: string }[];
  /** The tower, if the ground is one. It is drawn in section, with its floors from south to north. */
  tower: Tower | null;
  /** What concerns hunters: walls, light, senses. */
  arena: Arena | null;
}

/** A connector of a tower, at a tile. */
export interface Shaft {
  number: number;
  kind: 'stairs' | 'escalator' | 'lift';
  x: number;
  low: number;
  high: number;
  capacity: number;
  open: boolean;
}

export interface Tower {
  floors: number;
  /** Number of tiles from wall to wall. */
  wide: number;
  floor_mm: number;
  tile_mm: number;
  plates: [floor: number, first: number, last: number][];
  shafts: Shaft[];
}

/** The present use of a tower. */
export interface TowerUse {
  floors: number;
  wide: number;
  shafts: (Shaft & { riding: number; waiting: number })[];
  kinds: { name: string; written: string; count: number; coins: number }[];
}

export interface Row {
  id: number;
  name: string;
  role: string | null;
  place: string;
  does: string;
  x: number;
  y: number;
  z: number;
}

export interface Found {
  kind: 'person' | 'location' | 'area';
  id: number;
  title: string;
  detail: string;
  x: number;
  y: number;
  z: number;
}

export interface Rule {
  /** The ids of its script and of itself. */
  id: [number, number];
  name: string;
  verdict: 'acts' | 'holds' | 'fails' | 'passed over';
  lines: string[];
  place: string | null;
}

export interface Feels {
  id: number;
  name: string;
  like: number;
  attraction: number;
  dominance: number;
  intimacy: number;
  interest: number;
}

export interface Person {
  id: number;
  name: string;
  /** The name in scripts, if the person has a mind. */
  written: string | null;
  role: string | null;
  roles: string[];
  place: string;
  does: string;
  driver: string;
  word: string | null;
  coins: number | null;
  carries: string[];
  persona: [number, number] | null;
  mood: [number, number] | null;
  needs: { name: string; level: number; course: number[] }[];
  schedule: { starts: string; ends: string; role: string; place: string; now: boolean }[];
  layers: string[];
  chain: { name: string; degree: number }[];
  fed_by: string[];
  runner_up: { name: string; degree: number; held_down_by: string[] } | null;
  holds_on: string | null;
  scene: {
    script: string;
    location: number;
    place: string;
    state: string | null;
    doing: string;
    rules: Rule[];
  } | null;
  company: string | null;
  feels: Feels[];
  sightings: { id: number; name: string; place: string; from: string; to: string | null }[];
  tidings: { text: string; from: string | null; sure: number }[];
  decisions: { time: string; text: string; reason: string }[];
  /** The offers of deciders, the strongest first. */
  offers: Offer[];
  /** What deciders beside the mind say of themselves. */
  thinks: { by: string; why: string | null; recent: string[]; tables: Table[] }[];
  attributes: Attribute[];
}

/** Somebody who wants to drive a person: a decider, a scene, or the game. */
export interface Offer {
  by: string;
  wants: string;
  channel: 'body' | 'voice' | 'gaze';
  urgency: string;
  drives: boolean;
  why: string | null;
}

/** A table of a decider. Without columns, the first cell of a row names it. */
export interface Table {
  title: string;
  columns: string[];
  rows: {
    cells: { text: string; tone: 'plain' | 'yes' | 'no' | 'unknown'; note: string | null }[];
    /** Whether it is the present one. */
    marked: boolean;
    /** Hours of the day, in minutes since midnight. */
    hours: [from: number, to: number] | null;
    depth: number;
  }[];
}

/** A value of the world or of a character, and what it can be set to. */
export interface Attribute {
  written: string;
  name: string;
  value: string;
  options: { label: string; set: string }[];
  range: [number, number] | null;
}

/** What one can ask about: actions of a layer, or rules of a script. */
export interface Expected {
  title: string;
  options: { name: string; query: string }[];
}

export interface Location {
  id: number;
  name: string;
  place: string;
  /** When it is open, and whether it is so now. */
  hours: [string, boolean] | null;
  /** Money that was paid here, in a tower. */
  coins: number | null;
  tags: string[];
  plays: string[];
  emitters: string[];
  rests_until: string | null;
  props: { name: string; written: string; kind: string; lost: boolean; held_by: string[] }[];
  scene: {
    script: string;
    phase: string;
    participants: {
      id: number;
      name: string;
      role: string;
      state: string | null;
      standing: string;
      doing: string;
      rules: Rule[];
    }[];
    facts: { text: string; claim: boolean; since: string }[];
  } | null;
  /** The last scene. */
  last: {
    script: string;
    began: string;
    over: string | null;
    who: string[];
    tried_by: string | null;
    tried_at: string | null;
    rules: Rule[];
  } | null;
  rules: { id: [number, number]; name: string; script: string; count: number; last: string | null }[];
  counted_since: string;
  around: { id: number; name: string; why: string }[];
}

/** The server's answer; undefined if there is none, or the server cannot be reached. */
export async function ask<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(8000) });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

export const town = () => ask<Town>('/api/town');
export const people = () => ask<Row[]>('/api/people');
export const person = (id: number) => ask<Person>(`/api/person/${id}`);
export const could = (id: number) => ask<Expected[]>(`/api/person/${id}/could`);
export const whyNot = (id: number, query: string) => ask<string[]>(`/api/person/${id}/why-not?${query}`);
export const location = (id: number) => ask<Location>(`/api/location/${id}`);
export const find = (words: string) => ask<Found[]>(`/api/find?q=${encodeURIComponent(words)}`);
