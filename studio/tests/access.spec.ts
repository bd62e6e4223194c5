// What those see and hear who use a keyboard, a screen reader, a small screen or a dark room.

import { AxeBuilder } from '@axe-core/playwright';
import { join, resolve } from 'node:path';
import { choose, expect, start, test, tick, visit, type Studio } from './studio';
import type { Page } from '@playwright/test';

async function audit(page: Page, what: string): Promise<void> {
  // What slides in is pale while it does: nothing moves here.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const told = violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join('; ')}`);
  expect(told).toEqual([]);
}

async function everywhere(page: Page, studio: Studio): Promise<void> {
  await visit(page, studio);
  await page.keyboard.press(' ');
  await audit(page, 'map');
  await page.keyboard.press('?');
  await audit(page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  await expect(page.getByText('Needs', { exact: true })).toBeVisible();
  await audit(page, 'table and person');
  await page.getByRole('button', { name: 'Map of the mind' }).click();
  await expect(page.getByRole('table', { name: 'Links' })).toBeVisible();
  await audit(page, 'mind');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('counter');
  await expect(page.getByRole('option').first()).toContainText('counter');
  await audit(page, 'find');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Why others do not take part' })).toBeVisible();
  await audit(page, 'place');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  for (const tab of ['Over time', 'People', 'Places', 'Beliefs', 'Rules', 'Silly', 'Events', 'Compare']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.waitForTimeout(300);
    await audit(page, tab);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await audit(page, 'play');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByText('Nothing is wrong with it.')).toBeVisible();
  await audit(page, 'scripts');
}

test('everything can be perceived and operated, by day', async ({ page, studio }) => {
  test.setTimeout(120_000);
  await everywhere(page, studio);
});

test('everything can be perceived and operated, in the dark and on a tablet', async ({ page, studio }, info) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 820, height: 1180 });
  await everywhere(page, studio);
  await page.screenshot({ path: info.outputPath('tablet-scripts.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`ways to decide and a tower can be perceived and operated, in the ${colorScheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    const examples = resolve(import.meta.dirname, '../../examples');
    for (const [folder, name] of [['cabin', 'pip'], ['perimeter', 'otto'], ['mage', 'mia'], ['patterns', 'vesna'], ['harbour', 'tilda'], ['tower', 'office worker']] as const) {
      const studio = await start(join(examples, folder), '--from', '19:00', '--speed', '2');
      await page.goto(studio.address);
      await expect.poll(() => tick(page), { timeout: 20_000 }).toBeGreaterThan(60);
      await choose(page, name);
      await expect(page.getByRole('complementary').getByRole('table', { name: 'Offers' })).toBeVisible();
      await audit(page, folder);
      studio.stop();
    }
  });
}

test('with the keyboard alone', async ({ page, studio }) => {
  await visit(page, studio);
  const reached = new Set<string>();
  for (let n = 0; n < 24; n++) {
    await page.keyboard.press('Tab');
    reached.add((await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)) ?? '');
  }
  for (const name of ['Find by name, role, place or activity', 'Table of people', 'Survey', 'Scripts', 'Keys', 'Pause', 'One step']) expect([...reached]).toContain(name);
  // Into the editor and out of it again.
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Script' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Scripts' })).toHaveCount(0);
});
