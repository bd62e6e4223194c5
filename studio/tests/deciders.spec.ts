// What the person panel shows of each way to decide, and a cabin that is played by clicking.

import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { choose, expect, start, test, tick, type Studio } from './studio';

const examples = resolve(import.meta.dirname, '../../examples');

interface Hands {
  studio: { map: { screenOf(id: number): [number, number] | undefined; pageOf(x: number, y: number): [number, number]; ground?: { town: { locations: { props: { written: string; x: number; y: number }[] }[] } } }; feed: { figures: Map<number, unknown> } };
}

async function open(page: Page, folder: string, ...more: string[]): Promise<Studio> {
  const studio = await start(join(examples, folder), ...more);
  await page.goto(studio.address);
  await expect.poll(() => tick(page)).toBeGreaterThan(0);
  return studio;
}

const panelOf = (page: Page) => page.getByRole('complementary');

/** Whether anything in the panel is wider than the panel and cannot be scrolled to. */
async function expectToFit(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('.panel .body *')]
      .filter((part) => !part.closest('.scroll, .strip, .hidden') && part.getBoundingClientRect().right > (document.querySelector('.panel')?.getBoundingClientRect().right ?? 0) + 1)
      .map((part) => part.className || part.tagName),
  );
  expect(wide).toEqual([]);
}

/** Pictures of the panel in three sizes and two themes, to be looked at. */
async function pictures(page: Page, path: (name: string) => string, name: string): Promise<void> {
  for (const [width, height] of [[1024, 700], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      await page.screenshot({ path: path(`${name}-${width}-${colorScheme}.png`) });
    }
  }
}

test('hot rules: a click on Pip and on the door is a look from what changed to what fired', async ({ page }, info) => {
  const studio = await open(page, 'cabin', '--paused');
  const pip = await page.evaluate(() => [...(window as unknown as Hands).studio.feed.figures.keys()][0] ?? 0);
  await expect(page.getByText('A click selects for the game')).toBeVisible();
  const click = async (where: () => Promise<[number, number] | undefined>) => {
    await expect.poll(where).toBeTruthy();
    const [x, y] = (await where()) ?? [0, 0];
    await page.mouse.click(x, y);
  };
  await click(() => page.evaluate((pip) => { const at = (window as unknown as Hands).studio.map.screenOf(pip); return at && ([at[0], at[1] - 12] as [number, number]); }, pip));
  await expect(panelOf(page).getByRole('heading', { level: 2 })).toHaveText('Pip');
  await page.keyboard.press('.');
  const look = panelOf(page).getByRole('table', { name: /^Last look,/ });
  await expect(look).toContainText('selected is Pip');
  await expect(look.getByRole('row', { name: 'fired' })).toContainText('report in');
  await expect(panelOf(page).getByRole('table', { name: 'Rules' }).locator('tr.marked')).toContainText('report in');
  await expect(panelOf(page).getByRole('table', { name: 'Offers' }).locator('tr.drives')).toContainText('report in');
  await pictures(page, (name) => info.outputPath(name), 'rules');

  // The player acts as Pip, and clicks the door.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Play' }).getByRole('combobox', { name: 'acting' }).selectOption({ label: 'Pip' });
  await page.getByRole('region', { name: 'Play' }).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('>');
  const door = () => page.evaluate(() => {
    const { map } = (window as unknown as Hands).studio;
    const props = map.ground?.town.locations.flatMap(({ props }) => props) ?? [];
    const prop = props.find(({ written }) => written === 'bulkhead');
    return prop && map.pageOf(prop.x / 1000, prop.y / 1000);
  });
  await click(door);
  await expect(panelOf(page).getByRole('heading', { level: 2 })).toHaveText('cabin fittings');
  await choose(page, 'pip');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect(panelOf(page).getByRole('table', { name: 'Offers' }).locator('tr.drives')).toContainText('open the door');

  // Without the tick a click only looks.
  await page.getByRole('checkbox', { name: 'A click selects for the game' }).uncheck();
  const attributes = () => page.evaluate(async () => ((await (await fetch('/api/attributes')).json()) as { written: string; value: string }[]).find(({ written }) => written === 'selected')?.value);
  const before = await attributes();
  await click(door);
  await page.keyboard.press('.');
  expect(await attributes()).toBe(before);
  studio.stop();
});

test('inference: referents by predicates, situations and goals', async ({ page }, info) => {
  const studio = await open(page, 'perimeter', '--speed', '4');
  await choose(page, 'otto');
  const panel = panelOf(page);
  const bits = panel.getByRole('table', { name: 'south watch' });
  await expect(bits.getByRole('columnheader', { name: 'target' })).toBeVisible();
  await expect(bits.getByRole('row', { name: /^is/ })).toContainText('south gap');
  await expect(bits.getByRole('row', { name: /^held/ }).locator('.yes, .no, .unknown').first()).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Situations' }).getByRole('row', { name: /^search/ })).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Goals' })).toContainText('(post)');
  // Sooner or later he sees the thief, and one of his situations is active.
  await expect(panel.getByRole('table', { name: 'Situations' }).locator('tr.marked').first()).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press(' ');
  await pictures(page, (name) => info.outputPath(name), 'inference');
  studio.stop();
});

test('snippets: band, points, target, and the term that rules one out', async ({ page }, info) => {
  const studio = await open(page, 'mage', '--speed', '1');
  await choose(page, 'mia');
  const table = panelOf(page).getByRole('table', { name: 'Snippets' });
  await expect(table.locator('tr.marked')).toHaveCount(1, { timeout: 20_000 });
  const blink = table.getByRole('row', { name: /^blink away/ });
  await expect(blink).toContainText('50 to 70');
  await page.keyboard.press(' ');
  await expect(table.locator('td.no').first()).toBeVisible();
  await expect(table.locator('th small').filter({ hasText: 'fails' }).first()).toBeVisible();
  await pictures(page, (name) => info.outputPath(name), 'snippets');
  studio.stop();
});

test('a grammar: the derivation of the present symbol, and those before it', async ({ page }, info) => {
  const studio = await open(page, 'patterns', '--speed', '2');
  await choose(page, 'vesna');
  const derived = panelOf(page).getByRole('table', { name: 'ember queen' });
  await expect(derived.getByRole('row').nth(1)).toContainText('assault', { timeout: 20_000 });
  await expect(derived.locator('tr.marked')).toHaveCount(1);
  await expect(panelOf(page).getByRole('table', { name: 'Symbols so far' }).getByRole('row')).not.toHaveCount(1);
  await page.keyboard.press(' ');
  await pictures(page, (name) => info.outputPath(name), 'grammar');
  studio.stop();
});

test('the offers for Tilda: her mind in the morning, rules at work, a daily script in the evening, and back', async ({ page }, info) => {
  test.setTimeout(150_000);
  const studio = await open(page, 'harbour', '--from', '8:00', '--paused');
  await choose(page, 'tilda');
  const panel = panelOf(page);
  const driver = panel.getByRole('table', { name: 'Offers' }).locator('tr.drives th');
  const send = (wish: object) => page.evaluate((wish) => (window as unknown as { studio: { feed: { send(wish: object): void } } }).studio.feed.send(wish), wish);
  // A second of the stage is a minute of the day.
  const until = async (hour: number) => {
    const wanted = Math.round((hour - 8) * 3600);
    await send({ wish: 'step', ticks: wanted - (await tick(page)) });
    await expect.poll(() => tick(page), { timeout: 60_000 }).toBe(wanted);
  };
  await until(8.5);
  await expect(driver).toHaveText('the mind');
  // A ship is in: one crate after the other, with a tick between them.
  await until(9.5);
  await send({ wish: 'set', name: 'ship_in', who: null, value: 'yes' });
  await until(12);
  const settle = () => expect.poll(async () => {
    if (await driver.count()) return driver.first().textContent();
    await send({ wish: 'step', ticks: 1 });
    return '';
  });
  await settle().toBe('rules');
  await expect(panel.getByRole('table', { name: 'Offers' })).toContainText('the rule unload');
  await pictures(page, (name) => info.outputPath(name), 'offers');
  await until(19);
  await expect(driver).toHaveText('daily');
  const day = panel.getByRole('table', { name: 'quay evenings' });
  await expect(day.locator('tr.marked')).toHaveCount(1);
  await pictures(page, (name) => info.outputPath(name), 'daily');

  // Going back to noon, the table is that of then.
  await send({ wish: 'go', tick: 4 * 3600 });
  await expect.poll(() => tick(page), { timeout: 30_000 }).toBe(4 * 3600);
  await expect(panel.getByRole('region', { name: 'Daily script' })).toHaveCount(0);
  await settle().toBe('rules');
  await expect(panel.getByRole('table', { name: 'Rules' })).toBeVisible();
  const past = page.getByRole('slider', { name: 'Moment of the past' });
  await past.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => tick(page)).toBe(1);
  await expect(driver).not.toHaveText('rules');
  studio.stop();
});
