import { onMount } from 'svelte';

// Asks again as long as a panel is open: often while time goes by, not at all while it stands still.

const EVERY = 700;

export class Asking<T> {
  answer: T | undefined = $state.raw();
  failed = $state(false);
  /** Asks again although time stands still. */
  again: () => void = () => {};

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
    this.again = () => {
      asked = -1;
      void look();
    };
    onMount(() => {
      void look();
      const often = setInterval(() => void look(), EVERY);
      return () => clearInterval(often);
    });
  }
}
