// The colours of the map: paper and ink by light, slate and chalk by dark.

export interface Palette {
  dark: boolean;
  paper: string;
  meadow: string;
  tree: string;
  treeEdge: string;
  grain: string;
  street: string;
  streetEdge: string;
  square: string;
  squareEdge: string;
  room: string;
  green: string;
  wall: string;
  shadow: string;
  door: string;
  glass: string;
  rough: string;
  prop: string;
  propEdge: string;
  ink: string;
  quiet: string;
  halo: string;
  bubble: string;
  bubbleInk: string;
  accent: string;
  people: string[];
}

export const light: Palette = {
  dark: false,
  paper: '#e4e3cf',
  meadow: '#dcdfc4',
  tree: '#b9c79a',
  treeEdge: '#9fb07f',
  grain: '#dcd8c6',
  street: '#faf7ef',
  streetEdge: '#cfc7b2',
  square: '#dfe5cb',
  squareEdge: '#c2cba8',
  room: '#f2e6d3',
  green: '#d3dfb8',
  wall: '#6b5c4c',
  shadow: 'rgba(74, 60, 44, 0.18)',
  door: '#c58b4a',
  glass: '#8fb6c4',
  rough: '#dccdb4',
  prop: '#d8bf98',
  propEdge: '#a98a60',
  ink: '#3b342b',
  quiet: '#7d7264',
  halo: 'rgba(255, 252, 244, 0.85)',
  bubble: '#ffffff',
  bubbleInk: '#3b342b',
  accent: '#b4472e',
  people: ['#2f6f73', '#b4472e', '#5b6aa8', '#8a6d1f', '#7a4e7c', '#3f7d4e', '#a2556d', '#4a6378'],
};

export const dark: Palette = {
  dark: true,
  paper: '#191c1e',
  meadow: '#1d2321',
  tree: '#2b3a30',
  treeEdge: '#38493d',
  grain: '#1e2226',
  street: '#2b3036',
  streetEdge: '#3c434b',
  square: '#26302b',
  squareEdge: '#37443c',
  room: '#383530',
  green: '#2d3b30',
  wall: '#8f867a',
  shadow: 'rgba(0, 0, 0, 0.35)',
  door: '#d09a5c',
  glass: '#6f97a6',
  rough: '#474239',
  prop: '#5b5142',
  propEdge: '#857659',
  ink: '#ece5d8',
  quiet: '#a79f92',
  halo: 'rgba(20, 22, 25, 0.8)',
  bubble: '#f4efe6',
  bubbleInk: '#2b2722',
  accent: '#f0a37e',
  people: ['#6cc1c0', '#f0906f', '#9fb0f0', '#dcb863', '#cf9ad2', '#8ccf9a', '#ee9fb6', '#9dbbd3'],
};

/** The colour of a word, always the same. */
export function colourOf(word: string): number {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % light.people.length;
}
