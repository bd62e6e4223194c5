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

/** The dark theme by day: dim enough for a dark room, and lighter than its night. */
export const dark: Palette = {
  dark: true,
  paper: '#3f463d',
  meadow: '#465042',
  tree: '#56684d',
  treeEdge: '#6a7d5f',
  grain: '#454d43',
  street: '#5d6166',
  streetEdge: '#74797f',
  square: '#52604d',
  squareEdge: '#6b7a64',
  room: '#6a6155',
  green: '#55694d',
  wall: '#c2b8a8',
  shadow: 'rgba(0, 0, 0, 0.3)',
  door: '#e0ac6c',
  glass: '#8db8c8',
  rough: '#776d5e',
  prop: '#8d7c62',
  propEdge: '#b7a27d',
  ink: '#f6f0e4',
  quiet: '#d8d0c2',
  halo: 'rgba(28, 31, 30, 0.8)',
  bubble: '#f4efe6',
  bubbleInk: '#2b2722',
  accent: '#ffb48f',
  people: ['#7fd6d4', '#ff9f7d', '#b3c2ff', '#eccb76', '#e0abe3', '#9be0a9', '#ffb0c6', '#b3d0e6'],
};

/** The colour of a word, always the same. */
export function colourOf(word: string): number {
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % light.people.length;
}
