// Script requests and their answers (the server's `desk/` folder). Offsets are UTF-16 units.

export interface FileRow {
  path: string;
  /** Why it is read-only, if it is. */
  locked: string | null;
  errors: number;
  warnings: number;
}

export interface Scripts {
  /** The folder of changes, if there is one. */
  folder: string | null;
  files: FileRow[];
  saves: number;
}

export interface Text {
  path: string;
  text: string;
  version: string;
  locked: string | null;
}

export interface Spot {
  path: string;
  from: number;
  to: number;
  line: number;
  label: string;
}

export interface Problem {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'note';
  code: string;
  message: string;
  label: string;
  story: string[];
  hints: { text: string; edit: [number, number, string] | null }[];
  related: Spot[];
}

export interface Elsewhere {
  path: string;
  line: number;
  severity: string;
  message: string;
}

export interface Found {
  problems: Problem[];
  elsewhere: Elsewhere[];
  tokens: [number, number, string][];
  outline: { name: string; kind: string; from: number; line: number }[];
}

export interface Offered {
  label: string;
  kind: string;
  detail: string;
  insert: string;
  documentation: string;
  from: number;
  to: number;
}

export interface Known {
  from: number;
  to: number;
  title: string;
  documentation: string;
  notes: string[];
}

export interface Taken {
  time: string;
  same: boolean;
  scenes: { location: number; place: string; script: string; goes_on: boolean; fate: string }[];
  untouched: number;
  minds: number;
  lost: string[];
  later: string | null;
}

export interface Saved {
  path: string;
  text: string | null;
  version: string;
  found: Found;
  error: Elsewhere | null;
  taken: Taken | null;
  saves: number;
}

/** A person's schedule as it is written. */
export interface Day {
  schedule: string;
  /** Who else follows it. */
  others: string[];
  periods: [number, number][];
}

/** A finding and its story. */
export interface Finding {
  script: number;
  code: string;
  message: string;
  spot: Spot | null;
  beats: { text: string; who: number[]; props: string[]; comes: [number, string, string][]; goes: number[] }[];
}

export interface Explored {
  scripts: number;
  situations: number;
  complete: boolean;
  bounds: string;
  findings: Finding[];
}

/** A link of a layer. */
export interface Link {
  layer: number;
  from: number[];
  how: string;
  to: number;
}

/** Why a request failed, as text for the page. */
export class Trouble extends Error {}

/** Asked before a request that changes the town; without consent the request is not sent. */
let mayChange: () => Promise<boolean> = () => Promise.resolve(true);
export function askBeforeChanges(ask: () => Promise<boolean>): void {
  mayChange = ask;
}

async function change(errand: Record<string, unknown>): Promise<Saved> {
  if (!(await mayChange())) throw new Trouble('Nothing was changed.');
  return send<Saved>(errand);
}

async function send<T>(errand: Record<string, unknown>): Promise<T> {
  let response: Response;
  try {
    response = await fetch('/api/desk', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(errand),
      signal: AbortSignal.timeout(35_000),
    });
  } catch {
    throw new Trouble('The studio does not answer.');
  }
  if (response.ok) return (await response.json()) as T;
  const said = await response.text();
  let why = said;
  try {
    why = (JSON.parse(said) as { trouble: string }).trouble;
  } catch {
    // It is plain text.
  }
  throw new Trouble(why || 'The desk cannot do that.');
}

export const scripts = () => send<Scripts>({ errand: 'scripts' });
export const open = (path: string) => send<Text>({ errand: 'open', path });
export const check = (path: string, text: string) => send<Found>({ errand: 'check', path, text });
export const complete = (path: string, text: string, at: number) => send<Offered[]>({ errand: 'complete', path, text, at });
export const hover = (path: string, text: string, at: number) => send<Known | null>({ errand: 'hover', path, text, at });
export const define = (path: string, text: string, at: number) => send<Spot[]>({ errand: 'define', path, text, at });
export const format = (text: string) => send<{ text: string | null; problem: string | null }>({ errand: 'format', text });
export const save = (path: string, text: string, version: string) => change({ errand: 'save', path, text, version });
export const weigh = ({ layer, from, how, to }: Link, weight: number) => change({ errand: 'weight', layer, from, how, to, weight });
/** Why each of some links cannot be changed, if it cannot. */
export const fixed = (links: Link[]) => send<(string | null)[]>({ errand: 'fixed', links: links.map(({ layer, from, how, to }) => ({ layer, from, how, to })) });
export const unlink = ({ layer, from, how, to }: Link) => change({ errand: 'unlink', layer, from, how, to });
export const link = (layer: number, from: string, to: string, holds_down: boolean, weight: number) => change({ errand: 'link', layer, from, to, holds_down, weight });
export const concept = (layer: number, name: string) => change({ errand: 'concept', layer, name });
export const day = (person: string) => send<Day>({ errand: 'day', person });
export const reschedule = (person: string, from: number, to: number) => change({ errand: 'reschedule', person, from, to });
export const explore = (path: string) => send<Explored>({ errand: 'explore', path });
export const undo = () => change({ errand: 'undo' });
export const copy = () => send<Scripts>({ errand: 'copy' });

/** The result of a change, as text. */
export interface Told {
  text: string;
  bad: boolean;
}

/** Waits for a request that changes a script, and returns its result as text; `as` overrides the text. */
export async function tell(errand: Promise<Saved>, as?: (saved: Saved) => string): Promise<Told> {
  try {
    const saved = await errand;
    if (!saved.taken) return { text: `Saved with errors: the town keeps the previous version: ${saved.error?.message ?? ''}`, bad: true };
    return { text: as?.(saved) ?? `Saved in ${saved.path}. The town uses it since ${saved.taken.time}.`, bad: false };
  } catch (why) {
    return { text: why instanceof Trouble ? why.message : String(why), bad: true };
  }
}

/** A declaration in a script that a panel links to. */
export type Target = { script: number; rule?: number } | { kind: string; name: string };

export const find = (target: Target) =>
  'script' in target
    ? send<Spot | null>({ errand: 'rule', script: target.script, rule: target.rule ?? null })
    : send<Spot | null>({ errand: 'named', ...target });
