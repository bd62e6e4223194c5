// The state of an arena on the page: what is shown over it, and whether somebody plays.

import type { Feed, Wish } from '../feed';
import type { TownMap } from '../map/town-map';
import { behind, type Arena, type ArenaNow } from './answers';
import { Hands, THROW_REACH } from './intruder.svelte';
import type { Layer } from './overlays';

/** How often what lies behind is asked for, in milliseconds. */
const ASKED = 200;

/** How large a metre is at least while one plays, in pixels. */
const CLOSE = 28;

/** What a click does to a puppet. */
export type PuppetDeed = 'go' | 'look' | 'teleport';

export class Arenas {
  arena: Arena | undefined = $state.raw();
  now: ArenaNow | undefined = $state.raw();
  layers: Layer[] = $state([]);
  query = $state('');
  fog = $state(true);
  /** The character that is a puppet, and what the next click lets it do. */
  puppet: number | undefined = $state();
  deed: PuppetDeed = $state('go');
  readonly hands: Hands;
  private who: number | undefined;
  private followed: number | undefined;

  constructor(
    private readonly feed: Feed,
    private readonly map: () => TownMap | undefined,
    private readonly send: (wish: Wish) => void,
  ) {
    this.hands = new Hands(send, () => this.arena?.kit ?? [], () => this.now?.me ?? null);
  }

  /** Another town is shown, or the same one after a change. */
  show(arena: Arena | null): void {
    this.arena = arena ?? undefined;
    if (arena && !this.hands.tool) this.hands.tool = arena.kit[0] ?? '';
  }

  /** Takes in what is told with a frame. */
  take(now: ArenaNow): void {
    const map = this.map();
    map?.arena?.take(now);
    this.now = now;
    const me = now.me?.id;
    if (!map?.arena || me === this.followed) return;
    this.followed = me;
    if (me === undefined) return;
    map.camera.scale = Math.max(map.camera.scale, CLOSE);
    map.follow(me);
  }

  /** Whether keys and mouse move the intruder. */
  get playing(): boolean {
    return this.now?.me != null && this.now.me.fate === null;
  }

  /** The layers that have to be asked for. */
  select(who: number | undefined): void {
    this.who = who;
  }

  toggle(layer: Layer): void {
    this.layers = this.layers.includes(layer) ? this.layers.filter((one) => one !== layer) : [...this.layers, layer];
    this.renew();
  }

  private renew(): void {
    const view = this.map()?.arena;
    if (!view) return;
    view.layers = new Set(this.layers);
    view.fog = this.fog;
    view.throws = this.hands.tool && this.hands.tool !== 'rounds' ? { kind: this.hands.tool, reach: THROW_REACH } : undefined;
  }

  /** Asks for what lies behind, as long as it is shown. Returns how to end that. */
  watch(): () => void {
    let asking = false;
    const look = async (): Promise<void> => {
      this.renew();
      const view = this.map()?.arena;
      if (!view || asking || document.hidden) return;
      const asked = this.layers.filter((layer) => layer !== 'hearing' && layer !== 'zones');
      if (asked.length === 0) {
        view.behind = undefined;
        return;
      }
      asking = true;
      view.behind = await behind(asked, this.who, this.query);
      this.latest = view.behind;
      asking = false;
    };
    const often = setInterval(() => void look(), ASKED);
    return () => clearInterval(often);
  }

  /** What was answered last, for tables. */
  latest: Awaited<ReturnType<typeof behind>> = $state.raw();

  /** Enters the arena, and lets time pass. */
  begin(): void {
    this.hands.anew();
    this.send({ wish: 'enter', x: 0, y: 0, z: 0 });
    this.feed.send({ wish: 'pause', on: false });
  }

  /** Begins again from the start of the night; what was played since is forgotten. */
  again(): void {
    this.hands.anew();
    this.feed.send({ wish: 'again' });
  }

  /** Goes back to the start and shows the run as it was. */
  watchAgain(): void {
    this.feed.send({ wish: 'go', tick: this.feed.clock.earliest });
    this.feed.send({ wish: 'pause', on: false });
  }

  /** A press of the mouse in the arena, in metres. Says whether it was used. */
  press(x: number, y: number): boolean {
    if (this.puppet !== undefined) {
      this.send({ wish: 'puppet', who: this.puppet, deed: this.deed, x: Math.round(x * 1000), y: Math.round(y * 1000) });
      return true;
    }
    if (!this.playing || this.feed.clock.paused) return false;
    return this.hands.use(x, y);
  }

  /** The mouse moves over the arena, in metres. */
  point(x: number, y: number): void {
    const view = this.map()?.arena;
    if (view) view.aim = [x, y];
    this.hands.point(x, y);
  }

  /** A key for the intruder; says whether it was one. */
  key(event: KeyboardEvent): boolean {
    if (!this.arena) return false;
    const me = this.now?.me;
    if (event.key === 'Enter' && this.arena.playable && (!me || me.fate)) {
      if (me) this.again();
      else this.begin();
      return true;
    }
    return this.playing && this.hands.down(event);
  }
}
