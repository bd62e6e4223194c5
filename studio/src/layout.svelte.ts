// The layout: a map with a dock on each side. Docks have sizes that can be changed and are remembered.

export type Left = 'now' | 'play' | 'game' | 'arena' | 'help';
export type Bottom = 'table' | 'survey' | 'mind' | 'lineup' | 'desk';
export type Side = 'left' | 'right' | 'bottom';

const KEY = 'townsfolk.layout';

/** The smallest size of each dock, and the largest as a share of the window. */
const LIMITS: Record<Side, { min: number; share: number }> = {
  left: { min: 200, share: 0.34 },
  right: { min: 280, share: 0.42 },
  bottom: { min: 160, share: 0.62 },
};

/** A game needs room for its dialogue. */
const GAME_WIDTH = 372;

/** In a smaller window only one dock is shown at a time, under the map. */
const NARROW = { width: 900, height: 520 };

interface Kept {
  left: Left | undefined;
  sizes: Record<Side, number>;
}

export class Layout {
  left: Left | undefined = $state('now');
  bottom: Bottom | undefined = $state();
  /** The dock that was opened last, which is the one that a small window shows. */
  front: Side = $state('left');
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  /** Whether it was chosen at an earlier visit what is open. */
  kept = false;
  private under: Left | undefined;
  private sizes: Record<Side, number> = $state({ left: 250, right: 370, bottom: 340 });

  constructor() {
    const kept = recall<Kept>(KEY);
    if (kept) {
      this.left = kept.left;
      this.kept = true;
      this.sizes = { ...this.sizes, ...kept.sizes };
    } else if (this.narrow) {
      this.left = undefined;
    }
  }

  get narrow(): boolean {
    return this.width < NARROW.width || this.height < NARROW.height;
  }

  limits(side: Side): { min: number; max: number } {
    const whole = side === 'bottom' ? this.height : this.width;
    const { min, share } = LIMITS[side];
    return { min, max: Math.max(min, Math.round(whole * share)) };
  }

  size(side: Side): number {
    const { min, max } = this.limits(side);
    const least = side === 'left' && this.left === 'game' ? Math.max(min, GAME_WIDTH) : min;
    return Math.min(max, Math.max(least, this.sizes[side]));
  }

  resize(side: Side, size: number): void {
    const { min, max } = this.limits(side);
    this.sizes[side] = Math.round(Math.min(max, Math.max(min, size)));
    this.keep();
  }

  /** Opens a view of the left dock, or closes it; under the other views is what goes on now. */
  toggleLeft(view: Left): void {
    const closes = this.left === view && (!this.narrow || this.front === 'left');
    const under = this.under;
    this.under = !closes && view !== 'now' && (this.left === 'now' || under) ? 'now' : undefined;
    this.left = closes ? under : view;
    if (this.left) this.front = 'left';
    this.keep();
  }

  toggleBottom(view: Bottom): void {
    this.bottom = this.bottom === view && (!this.narrow || this.front === 'bottom') ? undefined : view;
    if (this.bottom) this.front = 'bottom';
  }

  private keep(): void {
    remember(KEY, { left: this.left, sizes: this.sizes } satisfies Kept);
  }
}

/** Something that was remembered on this machine. */
export function recall<T>(key: string): T | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

/** Remembers something; without a value, forgets it. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing works as well.
  }
}
