// Types of the server's answers about the game (its `answer/game.rs`), and moves of the player.

import { ask } from '../api';

export type Side = 'heir' | 'lover';

/** A facet with its values, as they are spoken of. */
export interface FacetWords {
  /** The name in scripts. */
  written: string;
  name: string;
  /** The question for it, with `*` for the person: Does * have a scar? */
  question: string;
  /** Values; the trait is what somebody has: red hair, no glasses. */
  values: { written: string; name: string; trait: string }[];
}

export interface Villager {
  id: number;
  name: string;
  /** The looks, by facet, as in scripts. */
  looks: Record<string, string>;
  /** Number of notes that fit, and that do not. */
  fits: [number, number];
}

export interface Note {
  day: number;
  night: boolean;
  from: { id: number; name: string };
  facet: string;
  name: string;
  value: string;
  shown: string;
  /** How sure the speaker was, from 0 to 5, and in words. */
  sure: number;
  words: string;
}

export interface Spoken {
  number: number;
  day: number;
  night: boolean;
  who: { id: number; name: string } | null;
  to: { id: number; name: string } | null;
  text: string;
}

/** What comes out at the end. */
export interface Verdict {
  won: boolean;
  winner: Side;
  picked: { id: number; name: string };
  lover: { id: number; name: string };
  witnesses: { id: number; name: string }[];
  /** How the lover looked that night, and how many believe it. */
  truth: { name: string; facet: string; value: string; shown: string; right: number; wrong: number }[];
  lies: { by: string; to: string; said: string; claimed: string | null; when: string; yours: boolean }[];
}

export interface Game {
  side: Side;
  /** From 1. */
  day: number;
  days: number;
  night: boolean;
  line_up: boolean;
  actions: number;
  actions_max: number;
  change_costs: number;
  /** How much of the half day has passed while a turn ends, from 0 to 1. */
  ending: number | null;
  visitor: number;
  player: { id: number; looks: Record<string, string> };
  transcript: Spoken[];
  notes: Note[];
  people: Villager[];
  facets: FacetWords[];
  changes: FacetWords[];
  times: string[];
  verdict: Verdict | null;
}

export interface GameShown {
  /** Why no game can be played here. */
  refused: string | null;
  days_max: number;
  game: Game | null;
}

export type GameMove =
  | { move: 'begin'; side: Side; days: number }
  | { move: 'say'; to: number; text: string }
  | { move: 'change'; facet: string; value: string }
  | { move: 'end_turn' }
  | { move: 'pick'; who: number };

/** Why a move was refused, with sentences that would be understood. */
export interface Refused {
  why: string;
  suggestions: string[];
}

export const game = () => ask<GameShown>('/api/game');

/** Makes a move. The answer is undefined if it was made. */
export async function move(made: GameMove): Promise<Refused | undefined> {
  try {
    const response = await fetch('/api/game', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(made), signal: AbortSignal.timeout(8000) });
    if (response.ok) return undefined;
    if (response.status === 409) return (await response.json()) as Refused;
  } catch {
    // The town is not reached.
  }
  return { why: 'The town does not answer.', suggestions: [] };
}

/** The most supported value of each facet. The surest notes count most. */
export function portrait(notes: Note[]): { looks: Record<string, string>; disputed: string[] } {
  const sums = new Map<string, Map<string, number>>();
  for (const note of notes) {
    const values = sums.get(note.facet) ?? new Map<string, number>();
    values.set(note.value, (values.get(note.value) ?? 0) + note.sure + 1);
    sums.set(note.facet, values);
  }
  const looks: Record<string, string> = {};
  for (const [facet, values] of sums) {
    const [best] = [...values].sort((a, b) => b[1] - a[1]);
    if (best) looks[facet] = best[0];
  }
  return { looks, disputed: [...sums].filter(([, values]) => values.size > 1).map(([facet]) => facet) };
}
