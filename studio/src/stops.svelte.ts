// Breakpoints: pause when a person decides something, or when a rule fires. The town keeps them; every
// page shows the same list.

import { SvelteMap } from 'svelte/reactivity';
import type { StopList, Wish } from './feed';

export interface Stop {
  key: string;
  name: string;
  forget: () => void;
}

export class Stops {
  /** People and rules, with their display names. */
  readonly people = new SvelteMap<number, string>();
  readonly rules = new SvelteMap<string, string>();
  /** What met a breakpoint, as a sentence. */
  by: string | undefined = $state();

  constructor(private readonly send: (wish: Wish) => void) {}

  /** The list of the town. */
  take(list: StopList): void {
    this.people.clear();
    this.rules.clear();
    for (const [id, name] of list.people) this.people.set(id, name);
    for (const [id, name] of list.rules) this.rules.set(id.join('/'), name);
    this.by = list.by ?? undefined;
  }

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

  get all(): Stop[] {
    const people = [...this.people].map(([id, name]) => ({ key: `person ${id}`, name: `${name} decides`, forget: () => this.togglePerson(id, name) }));
    const rules = [...this.rules].map(([key, name]) => ({ key, name: `rule ${name} fires`, forget: () => this.toggleRule(key.split('/').map(Number) as [number, number], name) }));
    return [...people, ...rules];
  }

  private tell(): void {
    const rules = [...this.rules.keys()].map((key) => key.split('/').map(Number) as [number, number]);
    this.send({ wish: 'stops', people: [...this.people.keys()], rules });
  }
}
