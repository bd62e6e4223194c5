// Nothing is lost: unsaved text, the known future, the player.

import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, start, test, tick, visit } from './studio';

interface Hands {
  studio: { feed: { figures: Map<number, unknown>; clock: { furthest: number; tick: number } } };
}

test('unsaved text stays when scripts are closed and when the page is loaded again', async ({ page }) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'draft-')), 'village');
  cpSync(resolve(import.meta.dirname, '../../examples/village'), folder, { recursive: true });
  const studio = await start(folder, '--from', '7:00');
  await visit(page, studio);
  const text = page.getByRole('textbox', { name: 'Script' });
  const desk = page.getByRole('region', { name: 'Scripts' });
  await page.keyboard.press('e');
  await expect(text).toContainText('A day in a village');
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# not saved yet\n');
  await desk.getByRole('button', { name: 'Close' }).click();
  await expect(desk).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(text).toContainText('# not saved yet');
  await page.reload();
  await page.keyboard.press('e');
  await expect(text).toContainText('# not saved yet');
  await expect(desk.getByText(/^Your unsaved text from/)).toBeVisible();
  await desk.getByRole('button', { name: 'Discard it' }).click();
  await expect(text).not.toContainText('# not saved yet');
  await page.reload();
  await page.keyboard.press('e');
  await expect(text).toContainText('A day in a village');
  await expect(desk.getByText(/^Your unsaved text from/)).toHaveCount(0);

  // A save at a moment of the past asks first, too.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go on' }).or(page.getByRole('button', { name: 'Pause' })).first().focus();
  await expect.poll(() => tick(page), { timeout: 30_000 }).toBeGreaterThan(200);
  await page.getByRole('slider', { name: 'Moment of the past' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByTestId('reached')).toHaveText('paused');
  await page.keyboard.press('e');
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# later\n');
  await page.keyboard.press('Control+s');
  const question = page.getByRole('dialog', { name: 'Question' });
  await expect(question).toContainText('forgets what happened after it');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.getByRole('alert')).toContainText('Nothing was changed.');
  studio.stop();
});

test('the player enters at once while time stands still, once, and not without a question in the past', async ({ page }) => {
  const studio = await start('--from', '7:00', '--speed', '8');
  await page.goto(studio.address);
  await expect.poll(() => tick(page)).toBeGreaterThan(120);
  await page.keyboard.press(' ');
  await expect(page.getByTestId('reached')).toHaveText('paused');
  const count = () => page.evaluate(() => (window as unknown as Hands).studio.feed.figures.size);
  await expect.poll(count).toBe(5);
  await page.keyboard.press('p');
  const play = page.getByRole('region', { name: 'Play' });
  const enter = play.getByRole('button', { name: /Enter at/ });
  await enter.dblclick();
  await expect.poll(count).toBe(6);
  await expect(play.getByRole('heading', { level: 2 })).toContainText('You');
  await expect(page.getByTestId('reached')).toHaveText('paused');
  await page.waitForTimeout(500);
  expect(await count()).toBe(6);

  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => tick(page), { timeout: 30_000 }).toBeGreaterThan(900);
  await page.getByRole('slider', { name: 'Moment of the past' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(count).toBe(5);
  const furthest = () => page.evaluate(() => (window as unknown as Hands).studio.feed.clock.furthest);
  const known = await furthest();
  await expect(enter).toBeEnabled();
  await enter.click();
  const question = page.getByRole('dialog', { name: 'Question' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await furthest()).toBe(known);
  await expect(enter).toBeEnabled();
  await enter.click();
  await question.getByRole('button', { name: 'Change it and forget' }).click();
  await expect.poll(count).toBe(6);
  await expect.poll(furthest).toBeLessThan(known);
  studio.stop();
});

test('a search says when the town does not answer; noon is light in the dark theme', async ({ page }, info) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const studio = await start('--from', '12:00', '--paused');
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Village');
  await page.waitForTimeout(600);
  await page.screenshot({ path: info.outputPath('noon.png') });
  const light = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.map');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    let sum = 0;
    for (let n = 0; n < pixels.length; n += 400) sum += ((pixels[n] ?? 0) + (pixels[n + 1] ?? 0) + (pixels[n + 2] ?? 0)) / 3;
    return sum / (pixels.length / 400);
  });
  expect(light).toBeGreaterThan(60);
  studio.stop();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('carl');
  await expect(page.getByText('The town does not answer.')).toBeVisible();
});
