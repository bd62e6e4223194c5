// Every example folder opens.

import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, start, test, tick } from './studio';

const examples = resolve(import.meta.dirname, '../../examples');
const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

for (const folder of folders) {
  test(`the example ${folder} opens and its time passes`, async ({ page }) => {
    const studio = await start(join(examples, folder), '--speed', '2');
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.goto(studio.address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(folder, 'i'));
    await expect.poll(() => tick(page), { timeout: 30_000 }).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    studio.stop();
  });
}
