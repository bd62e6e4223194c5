// A studio of its own for each test.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');
export const program = process.env.TOWNSFOLK ?? join(root, 'target/release/townsfolk');

export interface Studio {
  address: string;
  stop: () => void;
}

/** Starts a studio on a free port. */
export async function start(...more: string[]): Promise<Studio> {
  const town = join(root, 'examples', 'village');
  const place = mkdtempSync(join(tmpdir(), 'studio-'));
  // A town is a path; the one that comes with the program has none.
  const given = more.some((word) => word.startsWith('/') || word === '--shipped');
  const rest = more.filter((word) => word !== '--shipped');
  const words = ['studio', ...(given ? [] : [town]), '--no-open', '--port', '0', '--seed', '7', ...rest];
  const child: ChildProcess = spawn(program, words, { cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
  // Whatever ends the tests, no town lives on without them.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const match = /http:\/\/[\d.:]+\//.exec(said);
      if (match) found(match[0]);
    });
    child.on('exit', () => failed(new Error(`the studio ended: ${said}`)));
  });
  return { address, stop: end };
}

export const test = base.extend<{ studio: Studio }>({
  // With a folder in STUDIO_PAGE, its page is shown instead of the one that is built into the program.
  page: async ({ page }, use) => {
    const folder = process.env.STUDIO_PAGE;
    if (folder) for (const name of ['studio.js', 'studio.css']) await page.route(`**/${name}`, (route) => route.fulfill({ path: join(folder, name) }));
    await use(page);
  },
  // Seven in the morning: everybody gets up.
  studio: async ({}, use) => {
    const studio = await start('--from', '7:00', '--speed', '4');
    await use(studio);
    studio.stop();
  },
});

/** The tick that the page shows. */
export async function tick(page: Page): Promise<number> {
  return Number(await page.getByTestId('clock').getAttribute('data-tick'));
}

/** The page, with the town on it. */
export async function visit(page: Page, studio: Studio): Promise<void> {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Village');
  await expect.poll(() => tick(page)).toBeGreaterThan(1);
  expect(wrong).toEqual([]);
}

/** Finds somebody by name, and shows them. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill(name);
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(new RegExp(name, 'i'));
  await page.keyboard.press('Enter');
}

export { expect };
