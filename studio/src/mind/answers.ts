// The map of a mind, in the words of the server's `answer/mind.rs`.

import { ask } from '../api';

export interface MindNode {
  id: number;
  name: string;
  /** As a link of the same layer names it. */
  written: string;
  layer: number;
  kind: 'concept' | 'need' | 'test' | 'flag' | 'feeling' | 'action';
  activation: number;
  chosen: boolean;
}

export interface MindLink {
  layer: number;
  from: number[];
  how: 'one' | 'all' | 'any';
  to: number;
  /** From -1, which holds down, to 1, which drives. */
  weight: number;
  threshold: number;
  passes: number;
}

export interface Mind {
  id: number;
  name: string;
  layers: { id: number; name: string }[];
  nodes: MindNode[];
  links: MindLink[];
}

export const mind = (id: number) => ask<Mind>(`/api/mind/${id}`);
