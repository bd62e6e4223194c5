// Types of the graph of a mind (the server's `answer/mind.rs`).

import { ask } from '../api';

export interface MindNode {
  id: number;
  name: string;
  /** Its name in links of the same layer. */
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
  /** From -1 (inhibits) to 1 (drives). */
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
