// The light of the day.

/** How dark it is, from 0 by day to 1 in the night. */
export function darkness(daytime: number): number {
  const hour = daytime / 3600;
  const dawn = smooth((hour - 5) / 2.2);
  const dusk = 1 - smooth((hour - 18.7) / 2.6);
  return 1 - Math.min(dawn, dusk);
}

/** How much of the low sun's warm light there is, most at sunrise and sunset. */
export function glow(daytime: number): number {
  const hour = daytime / 3600;
  const near = (at: number) => Math.max(0, 1 - Math.abs(hour - at) / 1.4);
  return Math.max(near(6.6), near(19.4));
}

function smooth(part: number): number {
  const t = Math.min(1, Math.max(0, part));
  return t * t * (3 - 2 * t);
}

/** The time as a clock shows it. */
export function clock(daytime: number, seconds = false): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const text = `${two(daytime / 3600)}:${two((daytime / 60) % 60)}`;
  return seconds ? `${text}:${two(daytime % 60)}` : text;
}
