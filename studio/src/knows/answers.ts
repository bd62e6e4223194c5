// Types of the server's answers about beliefs (its `answer/knows.rs` and `answer/rumour.rs`).

import { ask } from '../api';

/** A person or a place, as queries name it: `person 3`, `place 17`. */
export interface Subject {
  key: string;
  kind: 'person' | 'place';
  id: number;
  name: string;
}

/** A subject of whom a person has a model. */
export interface Known extends Subject {
  beliefs: number;
  wrong: number;
}

/** A person in an answer. */
export interface Who {
  id: number;
  name: string;
}

/** One piece of evidence, as the system knows it. */
export interface Piece {
  kind: string;
  from: Who | null;
  place: string | null;
  when: string;
  strength: number;
  /** The origin that the teller named, as the owner of the belief quotes it. */
  claimed: { who: Who; place: string | null; when: string | null } | null;
  lie: boolean;
  /** Whether the owner of the belief does not know of it: an invention, a mix-up, a slip of memory. */
  unaware: boolean;
}

/** A step of the chain from a belief to its origin. */
export interface Step {
  who: Who;
  piece: Piece;
}

export interface Believed {
  /** The name in scripts. */
  facet: string;
  name: string;
  /** `null` if it is forgotten. */
  value: string | null;
  /** The value as queries name it. */
  key: string | null;
  truth: string | null;
  /** `null` if there is no truth to compare with. */
  right: boolean | null;
  strength: number;
  sure: string;
  /** From where, as the owner sees it. */
  basis: string;
  evidence: Piece[];
  candidates: { value: string | null; strength: number }[];
  history: { value: string | null; when: string }[];
  chain: Step[];
}

export interface Model {
  subject: Subject;
  facets: Believed[];
  sources: { who: Who; strength: number }[];
}

/** The distribution of a belief over the population. */
export interface Believers {
  subject: Subject | null;
  /** The subjects and facets that can be asked for. */
  subjects: Subject[];
  facets: { written: string; name: string; of: 'person' | 'place' }[];
  truth: string | null;
  /** Number of people with a mind. */
  minds: number;
  values: { key: string; value: string; right: boolean | null; people: (Who & { strength: number; sure: string; basis: string; lied_to: boolean })[] }[];
}

/** A telling of a rumour, in the order of time. */
export interface Telling {
  number: number;
  from: number;
  to: number;
  kind: string;
  when: string;
  lie: boolean;
  claimed: Who | null;
}

export interface Rumour {
  subject: Subject;
  facet: string;
  name: string;
  value: string;
  key: string;
  truth: string | null;
  right: boolean | null;
  holders: number;
  people: (Who & {
    /** In metres; `null` for people without a body. */
    at: [number, number] | null;
    /** Whether the belief is held now. */
    holds: boolean;
    /** How it came to its origin: observation, lie, … `null` for those who were told. */
    origin: string | null;
  })[];
  tellings: Telling[];
}

/** The question where a belief comes from. */
export interface RumourQuery {
  of: string;
  facet: string;
  value: string;
  /** Only the way to this person. */
  from?: number | undefined;
}

const words = (query: object) => new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))).toString();

export const knows = (id: number) => ask<Known[]>(`/api/person/${id}/knows`);
export const model = (id: number, subject: string) => ask<Model>(`/api/person/${id}/model?${words({ of: subject })}`);
export const believers = (query: { of?: string | undefined; facet?: string | undefined }) => ask<Believers>(`/api/believers?${words(query)}`);
export const rumour = (query: RumourQuery) => ask<Rumour>(`/api/rumour?${words(query)}`);

/** Kinds of evidence in words, from the owner's side. */
export const KINDS: Record<string, string> = {
  reflection: 'knows oneself',
  observation: 'saw it',
  transference: 'mixed up with somebody similar',
  confabulation: 'made it up unawares',
  lie: 'was lied to',
  implant: 'has always known',
  statement: 'was told',
  eavesdropping: 'overheard',
  declaration: 'said it',
  mutation: 'misremembered',
  forgetting: 'forgot',
  examination: 'read it',
};

/** What is said of the origin of a rumour. */
export const ORIGINS: Record<string, string> = {
  reflection: 'knows it of oneself',
  observation: 'saw it',
  transference: 'mixed somebody up',
  confabulation: 'made it up unawares',
  lie: 'lied',
  declaration: 'lied',
  implant: 'has always known',
  mutation: 'misremembered',
  examination: 'read it',
};
