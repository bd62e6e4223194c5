import { onMount } from 'svelte';

// Refreshes an answer while its panel is open: often while time passes, never while paused.

const EVERY = 700;

export class Asking<T> {
  answer: T | undefined = $state.raw();
  failed = $state(false);
  /** Refreshes although paused. */
  again: () => void = () => {};
  /** The same, and says when the answer is there. */
  renew: () => Promise<void> = async () => {};

  constructor(ask: () => Promise<T | undefined>, tick: () => number) {
    let asked = -1;
    const look = async (): Promise<void> => {
      const now = tick();
      if (now === asked || document.hidden) return;
      asked = now;
      const answer = await ask();
      if (answer) this.answer = answer;
      this.failed = answer === undefined && this.answer === undefined;
      if (this.failed) asked = -1;
    };
    this.renew = async () => {
      asked = -1;
      await look();
    };
    this.again = () => void this.renew();
    onMount(() => {
      void look();
      const often = setInterval(() => void look(), EVERY);
      return () => clearInterval(often);
    });
  }
}
