// The intruder's hands: keys and mouse become wishes. Only changes are sent, so that the town holds
// the course, and a recording the whole run.

import type { Wish } from '../feed';
import type { ArenaNow } from './answers';

/** What a click does. */
export type Tool = string;

/** The farthest throw, in metres. */
export const THROW_REACH = 16;

const WAYS: Record<string, [number, number]> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};

export class Hands {
  /** What a click throws, or `rounds` to shoot. */
  tool: Tool = $state('');
  private readonly held = new Set<string>();
  private crouched = false;
  private running = false;
  private sent = '';
  private aim: [number, number] | undefined;
  private aimed = 0;

  constructor(
    private readonly send: (wish: Wish) => void,
    private readonly kit: () => string[],
    private readonly me: () => ArenaNow['me'],
  ) {}

  /** Whether a key belongs to the intruder. */
  down(event: KeyboardEvent): boolean {
    if (WAYS[event.code]) {
      this.held.add(event.code);
      this.running = event.shiftKey;
      this.steer();
      return true;
    }
    switch (event.code) {
      case 'ShiftLeft':
      case 'ShiftRight':
        this.running = true;
        break;
      case 'KeyC':
        if (!event.repeat) this.crouched = !this.crouched;
        break;
      case 'KeyF':
        if (!event.repeat) this.strike();
        return true;
      default: {
        const number = /^Digit([1-9])$/.exec(event.code);
        const chosen = number && this.kit()[Number(number[1]) - 1];
        if (!chosen) return false;
        this.tool = chosen;
        return true;
      }
    }
    this.steer();
    return true;
  }

  up(event: KeyboardEvent): void {
    if (this.held.delete(event.code) || event.key === 'Shift') {
      this.running = event.shiftKey;
      this.steer();
    }
  }

  /** Lets go of everything, as when the window loses the keyboard. */
  rest(): void {
    if (this.held.size === 0) return;
    this.held.clear();
    this.steer();
  }

  /** Stands up, and forgets what was sent: another run begins. */
  anew(): void {
    this.held.clear();
    this.crouched = false;
    this.sent = '';
  }

  private steer(): void {
    let [x, y] = [0, 0];
    for (const code of this.held) {
      const [dx, dy] = WAYS[code] ?? [0, 0];
      [x, y] = [x + dx, y + dy];
    }
    const wish: Wish = { wish: 'steer', x: Math.sign(x), y: Math.sign(y), gait: this.crouched ? 0 : this.running ? 2 : 1 };
    const text = JSON.stringify(wish);
    if (text === this.sent || !this.me()) return;
    this.sent = text;
    this.send(wish);
  }

  /** The mouse points somewhere, in metres. */
  point(x: number, y: number): void {
    this.aim = [x, y];
    const now = performance.now();
    if (now - this.aimed < 120 || !this.me()) return;
    this.aimed = now;
  }

  /** A click throws or shoots. Says whether it did. */
  use(x: number, y: number): boolean {
    const me = this.me();
    if (!me || me.fate || !this.tool) return false;
    this.send({ wish: 'use', what: this.tool, x: Math.round(x * 1000), y: Math.round(y * 1000) });
    return true;
  }

  private strike(): void {
    const [x, y] = this.aim ?? [0, 0];
    if (this.me()) this.send({ wish: 'strike', x: Math.round(x * 1000), y: Math.round(y * 1000) });
  }
}
