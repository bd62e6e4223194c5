// The tower in section: people on its floors, cars in its lifts, changes while it lives.

import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { choose, expect, start, test, tick } from './studio';

const tower = join(resolve(import.meta.dirname, '../../examples'), 'tower');

interface Group {
  people: number[];
  shaft: { x: number };
  y: number;
}

interface Hands {
  studio: {
    map: {
      cost: number;
      frameRate: number;
      camera: { scale: number; y: number };
      goTo(x: number, y: number): void;
      section?: { cars: Group[]; queues: Group[]; tower: { floors: number; shafts: { x: number; open: boolean }[] } };
    };
    feed: { figures: Map<number, { toY: number }> };
  };
}

async function pictures(page: Page, path: (name: string) => string, name: string): Promise<void> {
  for (const [width, height] of [[1024, 700], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: path(`${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a thousand people in section, with cars and queues, drawn in time', async ({ page }, info) => {
  test.setTimeout(120_000);
  const studio = await start(tower, '--from', '7:50', '--speed', '1');
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tower');
  const look = () => page.evaluate(() => {
    const { map, feed } = (window as unknown as Hands).studio;
    const count = (groups: Group[] | undefined) => groups?.reduce((sum, { people }) => sum + people.length, 0) ?? 0;
    return { people: feed.figures.size, riding: count(map.section?.cars), waiting: count(map.section?.queues), drawing: map.cost, frames: map.frameRate };
  });
  await expect.poll(async () => (await look()).people).toBe(1000);
  // At eight everybody goes up: cars are full, and there are queues.
  await expect.poll(async () => (await look()).riding, { timeout: 40_000 }).toBeGreaterThan(30);
  await expect.poll(async () => (await look()).waiting, { timeout: 40_000 }).toBeGreaterThan(30);
  await page.waitForTimeout(3000);
  const { drawing, frames } = await look();
  info.annotations.push({ type: 'figure', description: `drawing ${drawing.toFixed(1)} ms, ${frames.toFixed(0)} frames a second` });
  expect(drawing).toBeLessThan(12);
  await page.keyboard.press(' ');
  await pictures(page, (name) => info.outputPath(name), 'section');
  // Where most wait for a lift.
  await page.evaluate(() => {
    const { map } = (window as unknown as Hands).studio;
    const [most] = [...(map.section?.queues ?? [])].sort((a, b) => b.people.length - a.people.length);
    if (most) map.goTo(most.shaft.x + 4, most.y + 3);
  });
  await pictures(page, (name) => info.outputPath(name), 'near');
  await page.keyboard.press('0');
  await pictures(page, (name) => info.outputPath(name), 'whole');
  studio.stop();
});

test('the overview at the edge leads up, and a room tells of itself', async ({ page }) => {
  const studio = await start(tower, '--from', '10:00', '--paused');
  await page.goto(studio.address);
  await expect.poll(() => page.evaluate(() => (window as unknown as Hands).studio.feed.figures.size)).toBe(1000);
  const height = () => page.evaluate(() => (window as unknown as Hands).studio.map.camera.y);
  const before = await height();
  const box = await page.locator('canvas.map').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 40);
  expect(await height()).toBeGreaterThan(before + 100);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await choose(page, 'restaurant');
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('restaurant');
  await expect(panel).toContainText('closed now');
  studio.stop();
});

test('a floor is added, a lift closed, the café removed: complaints follow, and going back undoes it', async ({ page }, info) => {
  test.setTimeout(150_000);
  const studio = await start(tower, '--from', '7:30', '--paused');
  await page.goto(studio.address);
  const now = page.getByRole('region', { name: 'What is going on' });
  await now.getByRole('button', { name: 'Got it' }).click();
  await page.keyboard.press('>');
  await expect.poll(() => tick(page)).toBe(61);
  await now.getByRole('button', { name: 'Add a floor' }).click();
  await expect(now).toContainText('101 floors');
  const seen = () => page.evaluate(() => (window as unknown as Hands).studio.map.section?.tower);
  await expect.poll(async () => (await seen())?.floors).toBe(101);
  await now.getByRole('button', { name: 'Close the lift at 60' }).click();
  await expect.poll(async () => (await seen())?.shafts.find(({ x }) => x === 60)?.open).toBe(false);
  await expect(now.getByRole('button', { name: 'Open the lift at 60' })).toBeVisible();
  await now.getByRole('button', { name: 'Remove every cafe' }).click();
  await expect(now.getByRole('button', { name: 'Remove every cafe' })).toHaveCount(0);
  await expect(now.locator('.feed')).toContainText('The tower changes: every cafe is removed.');
  await page.getByRole('slider', { name: 'Speed' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press(' ');
  await expect(now.locator('.feed')).toContainText(/“No café in this whole building!”/, { timeout: 90_000 });
  await page.keyboard.press(' ');
  await pictures(page, (name) => info.outputPath(name), 'complaints');

  // A café again, on a floor of one's own choice.
  await now.getByRole('combobox', { name: 'What' }).selectOption('cafe');
  await now.getByRole('spinbutton', { name: 'Floor' }).fill('12');
  await now.getByRole('spinbutton', { name: 'Tile' }).fill('70');
  await now.getByRole('button', { name: 'Build', exact: true }).click();
  await expect(now.getByRole('table', { name: 'Places' }).getByRole('row', { name: /^cafe/ })).toContainText('1');

  // Whom the crowd is made of has a day of their own.
  await choose(page, 'office');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Table of people' }).getByRole('rowheader').first().getByRole('button').click();
  await expect(page.getByRole('complementary').getByRole('region', { name: 'Daily script' })).toBeVisible();

  // Before the changes there were a hundred floors.
  await page.keyboard.press('t');
  await page.getByRole('slider', { name: 'Moment of the past' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => tick(page)).toBe(1);
  await expect.poll(async () => (await seen())?.floors).toBe(100);
  studio.stop();
});
