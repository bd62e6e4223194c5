// Types of the server's statistics (its `answer/` folder).

import { ask } from '../api';

export interface Hour {
  /** Seconds of the calendar. */
  at: number;
  time: string;
  places: Record<string, number>;
  needs: Record<string, number>;
  scenes: Record<string, number>;
  talks: Record<string, number>;
  friends: number;
  enemies: number;
}

export interface CountedRule {
  id: [number, number];
  name: string;
  count: number;
  /** Average number of search steps. */
  steps: number | null;
  last: string | null;
}

export interface Silly {
  tick: number;
  time: string;
  who: number;
  kind: string;
  text: string;
}

export interface Survey {
  since: string;
  criticised: boolean;
  hours: Hour[];
  scripts: { name: string; scenes: number; rules: CountedRule[] }[];
  silly: Silly[];
  kinds: Record<string, number>;
  actions: [number, number];
  faults: number;
  words: { roles: string[]; actions: string[]; scripts: string[]; places: string[] };
}

export interface Heat {
  since: string;
  counted: boolean;
  cell: number;
  /** East, north, the height of the floor in millimetres, and person-minutes. */
  cells: [number, number, number, number][];
  places: { place: string; minutes: number }[];
}

export interface WhoRow {
  id: number;
  name: string;
  role: string | null;
  times: number;
  seconds: number;
  longest: number;
  tick: number;
  time: string;
}

export interface Query {
  role: string;
  did: string;
  what: string;
  /** Seconds of the stage. */
  more: number;
  /** Seconds since midnight. */
  since: number | undefined;
}

export const survey = () => ask<Survey>('/api/survey');
export const heat = () => ask<Heat>('/api/heat');

export function who(query: Query): Promise<{ counted: boolean; rows: WhoRow[] } | undefined> {
  const words = new URLSearchParams({ role: query.role, did: query.did, what: query.what, more: String(query.more) });
  if (query.since !== undefined) words.set('since', String(query.since));
  return ask(`/api/who?${words.toString()}`);
}
