// Panels have their own room: nothing is covered, whatever is open and however small the window is.

import { choose, expect, start, test, visit } from './studio';
import type { Page } from '@playwright/test';

/** The parts of the page that are shown. */
async function parts(page: Page): Promise<{ name: string; left: number; top: number; right: number; bottom: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main > .head, .stage, .dock, .controls')]
      .map((part) => ({ name: part.className, ...(part.getBoundingClientRect().toJSON() as { left: number; top: number; right: number; bottom: number; width: number }) }))
      .filter(({ width }) => width > 0),
  );
}

async function expectRoom(page: Page, what: string): Promise<void> {
  const all = await parts(page);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const found: string[] = [];
  all.forEach((a, index) => {
    if (a.left < -1 || a.top < -1 || a.right > size.width + 1 || a.bottom > size.height + 1) found.push(`${what}: ${a.name} leaves the window`);
    for (const b of all.slice(index + 1)) {
      if (a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1) found.push(`${what}: ${a.name} covers ${b.name}`);
    }
  });
  // What can be pressed is really there to be pressed.
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('.head button, .desk > header button, .pane > header button, .panel > header button, .controls button.icon, output')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      if (width === 0 || button.closest('.away')) return [];
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there && (button.contains(there) || there.contains(button)) ? [] : [button.getAttribute('aria-label') ?? button.textContent ?? ''];
    }),
  );
  expect([...found, ...covered.map((name) => `${what}: ${name} is covered`)]).toEqual([]);
}

test('panels never cover each other, from 1024×700 up, and the map keeps its room', async ({ page, studio }, info) => {
  test.setTimeout(120_000);
  await visit(page, studio);
  await choose(page, 'carl');
  for (const [width, height] of [[1024, 700], [1280, 800], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    for (const [key, name] of [['t', 'Table of people'], ['s', 'Survey'], ['m', 'Mind'], ['e', 'Scripts']] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
      await expectRoom(page, `${name} at ${width}`);
      if (name === 'Mind') {
        await expect(page.getByRole('table', { name: 'Links' })).toBeVisible();
        const [graph, table] = [await page.getByRole('img', { name: /^The mind of/ }).boundingBox(), await page.getByRole('table', { name: 'Links' }).boundingBox()];
        expect(graph && table && (graph.x + graph.width <= table.x || graph.y + graph.height <= table.y)).toBe(true);
      }
      if (name !== 'Scripts') await page.locator('canvas').first().focus();
    }
    const map = await page.locator('canvas.map').boundingBox();
    expect(map?.width).toBeGreaterThan(330);
    expect(map?.height).toBeGreaterThan(200);
    await page.screenshot({ path: info.outputPath(`all-${width}.png`) });
    await page.getByRole('region', { name: 'Scripts' }).getByRole('button', { name: 'Close' }).click();
  }
});

test('at 200 % everything can be opened, used and closed', async ({ page, studio }, info) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await visit(page, studio);
  await page.keyboard.press('?');
  await page.screenshot({ path: info.outputPath('help.png') });
  await page.getByRole('region', { name: 'Keys', exact: true }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Keys', exact: true })).toHaveCount(0);
  await choose(page, 'carl');
  await expectRoom(page, 'person');
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport();
  await expectRoom(page, 'scripts');
  await page.screenshot({ path: info.outputPath('scripts.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
});

test('the size of a panel is changed by dragging or by keys, and remembered', async ({ page, studio }) => {
  await visit(page, studio);
  const edge = page.getByRole('separator', { name: 'Size of the left panel' });
  const size = async () => Number(await edge.getAttribute('aria-valuenow'));
  const before = await size();
  await edge.focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  expect(await size()).toBe(before + 60);
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 3, 300);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 37, 300, { steps: 3 });
  await page.mouse.up();
  expect(await size()).toBe(before + 20);
  await page.reload();
  await expect.poll(size).toBe(before + 20);
});

test('keys work after a slider was used', async ({ page, studio }) => {
  await visit(page, studio);
  for (const name of ['Speed', 'Moment of the past']) {
    await page.getByRole('slider', { name }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('t');
    await expect(page.getByRole('region', { name: 'Table of people' })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('region', { name: 'Table of people' })).toHaveCount(0);
  }
  await expect(page.getByTestId('reached')).toHaveText('paused');
  await page.keyboard.press(' ');
  await expect(page.getByTestId('reached')).toContainText('reached');
});

test('the first minute: something goes on, three hints, labelled tools, a legend', async ({ page }, info) => {
  const studio = await start('--shipped', '--speed', '4');
  await page.goto(studio.address);
  await expect(page.getByTestId('clock')).toContainText('10:');
  const now = page.getByRole('region', { name: 'What is going on' });
  await expect(now.getByRole('note', { name: 'Hints' }).getByRole('listitem')).toHaveCount(3);
  for (const name of ['Now', 'People', 'Survey', 'Scripts', 'Play', 'Keys']) await expect(page.getByRole('navigation', { name: 'Tools' }).getByText(name, { exact: true })).toBeVisible();
  await expect(now.getByRole('list', { name: 'Legend' }).getByRole('listitem').first()).toBeVisible();
  // Sentences, and a click on one leads to the person.
  const line = now.locator('.feed button').first();
  await expect(line).toHaveText(/^\S+ .+/, { timeout: 40_000 });
  await page.screenshot({ path: info.outputPath('first-minute.png') });
  await line.click();
  await expect(page.getByRole('complementary')).toBeVisible();
  await now.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(now.locator('.feed')).toBeVisible();
  await expect(now.getByRole('note', { name: 'Hints' })).toHaveCount(0);
  // The name of the whole town is no part of it.
  const names = () => page.evaluate(() => (window as unknown as { studio: { map: { ground?: { regions(floor: number): { area: { name: string } }[] } } } }).studio.map.ground?.regions(0).map(({ area }) => area.name));
  await expect.poll(names).toBeTruthy();
  expect(await names()).not.toContain('district');
  studio.stop();
});
