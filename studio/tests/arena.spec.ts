// Arenas in a real browser: one is the intruder, throws, looks behind, and goes back in time.

import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, start, test, tick, type Studio } from './studio';

const examples = resolve(import.meta.dirname, '../../examples');

interface Hands {
  studio: {
    map: {
      pageOf(x: number, y: number): [number, number];
      arena?: { now?: { me: { id: number; fate: string | null; kit: number[] } | null; bodies: number[][] }; shown: Record<string, number>; effects: { heard: number } };
    };
    feed: { figures: Map<number, { toX: number; toY: number }> };
  };
}

/** What the page knows of the arena. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { map, feed } = (window as unknown as Hands).studio;
    const arena = map.arena;
    const places = Object.fromEntries([...feed.figures].map(([id, { toX, toY }]) => [id, [toX, toY] as [number, number]]));
    return { me: arena?.now?.me ?? undefined, bodies: arena?.now?.bodies ?? [], shown: arena?.shown ?? {}, heard: arena?.effects.heard ?? 0, places };
  });

/** Begins a run, and waits until the intruder is there. */
async function begin(page: Page, studio: Studio, title: string): Promise<number> {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('button', { name: /^Begin/ }).click();
  await expect.poll(async () => (await look(page)).me?.id ?? 0).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  return (await look(page)).me?.id ?? 0;
}

const far = (a: [number, number] | undefined, b: [number, number] | undefined) => Math.hypot((a?.[0] ?? 0) - (b?.[0] ?? 0), (a?.[1] ?? 0) - (b?.[1] ?? 0));

test('the keyboard moves the intruder at once, and the whole run can be seen again', async ({ page }, info) => {
  const studio = await start(join(examples, 'quarantine'));
  const me = await begin(page, studio, 'Quarantine');
  const from = (await look(page)).places[me];
  const delay = await page.evaluate(
    (me) =>
      new Promise<number>((done) => {
        const figure = (window as unknown as Hands).studio.feed.figures.get(me);
        const at = [figure?.toX ?? 0, figure?.toY ?? 0];
        const pressed = performance.now();
        window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyD', key: 'd', bubbles: true }));
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyD', key: 'd', bubbles: true }));
        const watch = () => {
          const now = (window as unknown as Hands).studio.feed.figures.get(me);
          if (now && (now.toX !== at[0] || now.toY !== at[1])) done(performance.now() - pressed);
          else requestAnimationFrame(watch);
        };
        watch();
      }),
    me,
  );
  info.annotations.push({ type: 'delay', description: `${delay.toFixed(0)} ms from key to movement` });
  expect(delay).toBeLessThan(400);
  await page.keyboard.down('KeyD');
  await expect.poll(async () => far((await look(page)).places[me], from)).toBeGreaterThan(2);
  await page.keyboard.up('KeyD');
  await expect(page.getByTestId('gait')).toHaveText('Walking');
  await page.keyboard.press('KeyC');
  await expect(page.getByTestId('gait')).toHaveText('Creeping');
  await page.screenshot({ path: info.outputPath('sneak.png') });

  // The run is kept: at its beginning the intruder stands where it came in.
  await page.keyboard.press(' ');
  const gone = (await look(page)).places[me];
  const then = await tick(page);
  const past = page.getByRole('slider', { name: 'Moment of the past' });
  await past.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => tick(page)).toBeLessThan(then);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => tick(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(then);
  expect(far((await look(page)).places[me], gone)).toBeLessThan(1.5);
  studio.stop();
});

test('a bottle draws a hunter, and the overlays show why', async ({ page }, info) => {
  test.setTimeout(90_000);
  const studio = await start(join(examples, 'quarantine'));
  const me = await begin(page, studio, 'Quarantine');
  await page.keyboard.press('v');
  const panel = page.getByRole('region', { name: 'Arena' });
  for (const name of ['Hearing', 'Sight and timers', 'Believed places', 'Zones and routes']) await panel.getByLabel(name, { exact: true }).check();
  await expect.poll(async () => (await look(page)).shown['hearing'] ?? 0).toBeGreaterThan(0);
  await expect.poll(async () => (await look(page)).shown['sight'] ?? 0).toBeGreaterThan(0);
  expect((await look(page)).shown['zones'] ?? 0).toBeGreaterThan(0);
  await page.keyboard.down('KeyD');
  await expect.poll(async () => (await look(page)).places[me]?.[0] ?? 0).toBeGreaterThan(11);
  await page.keyboard.up('KeyD');
  await page.keyboard.press('1');
  const before = await look(page);
  // Onto the beat of the listener.
  const broke: [number, number] = [24, 24];
  const [px, py] = await page.evaluate(([x, y]) => (window as unknown as Hands).studio.map.pageOf(x ?? 0, y ?? 0), broke);
  await page.mouse.click(px ?? 0, py ?? 0);
  await expect.poll(async () => (await look(page)).me?.kit[0]).toBe((before.me?.kit[0] ?? 0) - 1);
  // Somebody comes to where it broke, and believes something to be there.
  await expect
    .poll(
      async () => {
        const now = await look(page);
        const came = now.bodies.filter(([id, , mind]) => id !== me && (mind ?? 0) >= 2 && far(now.places[id ?? 0], broke) < far(before.places[id ?? 0], broke) - 1.5);
        return came.length;
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(0);
  await expect.poll(async () => (await look(page)).shown['records'] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.screenshot({ path: info.outputPath('lured.png') });
  studio.stop();
});

test('a patrol looks at what it hears, and its roles are shown', async ({ page }, info) => {
  test.setTimeout(90_000);
  const studio = await start(join(examples, 'depot'));
  const me = await begin(page, studio, 'Depot');
  await page.keyboard.press('v');
  const panel = page.getByRole('region', { name: 'Arena' });
  await panel.getByLabel('Roles and tokens', { exact: true }).check();
  const before = await look(page);
  await page.keyboard.down('KeyD');
  await expect.poll(async () => far((await look(page)).places[me], before.places[me])).toBeGreaterThan(1);
  await page.keyboard.up('KeyD');
  // Onto the beat of a guard, when one is near enough to hear it.
  const nearest = async () => {
    const { bodies, places } = await look(page);
    return Math.min(...bodies.filter(([id]) => id !== me).map(([id]) => far(places[id ?? 0], [14, 8])));
  };
  await expect.poll(nearest, { timeout: 30_000 }).toBeLessThan(5);
  const [px, py] = await page.evaluate(() => (window as unknown as Hands).studio.map.pageOf(14, 8));
  await page.keyboard.press('1');
  await page.mouse.click(px ?? 0, py ?? 0);
  const roles = panel.getByRole('table', { name: 'Roles and tokens' });
  await expect(roles).toContainText('investigating', { timeout: 20_000 });
  await expect.poll(async () => (await look(page)).bodies.filter(([id, , mind]) => id !== me && (mind ?? 0) >= 2).length, { timeout: 40_000 }).toBeGreaterThan(0);
  await page.screenshot({ path: info.outputPath('patrol.png') });
  studio.stop();
});
