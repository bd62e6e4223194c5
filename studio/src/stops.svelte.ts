// Breakpoints: pause when a person decides something, or when a rule fires.

import { SvelteMap } from 'svelte/reactivity';
import type { Wish } from './feed';

export class Stops {
  /** People and rules, with their display names. */
  readonly people = new SvelteMap<number, string>();
  readonly rules = new SvelteMap<string, string>();

  constructor(private readonly send: (wish: Wish) => void) {}

  togglePerson(id: number, name: string): void {
    if (!this.people.delete(id)) this.people.set(id, name);
    this.tell();
  }

  toggleRule(id: [number, number], name: string): void {
    const key = id.join('/');
    if (!this.rules.delete(key)) this.rules.set(key, name);
    this.tell();
  }

  clear(): void {
    this.people.clear();
    this.rules.clear();
    this.tell();
  }

  get names(): string[] {
    return [...this.people.values(), ...this.rules.values()];
  }

  private tell(): void {
    const rules = [...this.rules.keys()].map((key) => key.split('/').map(Number) as [number, number]);
    this.send({ wish: 'stops', people: [...this.people.keys()], rules });
  }
}
