// Types of the server's answers: moments worth going to, and snapshots of everybody.

import { ask } from './api';

export interface Moment {
  tick: number;
  time: string;
  kind: 'edit' | 'silly' | 'wrong' | 'people';
  who: number | null;
  text: string;
}

export interface Somebody {
  id: number;
  name: string;
  role: string | null;
  place: string;
  does: string;
  coins: number | null;
  needs: Record<string, number>;
  likes: Record<string, number>;
}

export interface Everybody {
  tick: number;
  time: string;
  day: number;
  people: Somebody[];
}

export const moments = () => ask<Moment[]>('/api/timeline');
export const everybody = () => ask<Everybody>('/api/everybody');

/** A part of the past as a file; or why there is none. */
export async function clip(from: number, to: number): Promise<string | undefined> {
  const response = await fetch(`/api/clip?from=${Math.round(from)}&to=${Math.round(to)}`).catch(() => undefined);
  if (!response) return 'The studio does not answer.';
  if (!response.ok) return await response.text();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'clip.folktape';
  link.click();
  URL.revokeObjectURL(link.href);
  return undefined;
}
