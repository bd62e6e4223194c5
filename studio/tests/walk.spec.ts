// The first walk of the book: three questions, answered with real clicks.

import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, start, test } from './studio';

test('what somebody does and why; why nobody sits on the bench; and how they come to', async ({ page }, info) => {
  test.setTimeout(180_000);
  const folder = join(mkdtempSync(join(tmpdir(), 'walk-')), 'park');
  cpSync(resolve(import.meta.dirname, '../../examples/park'), folder, { recursive: true });
  const studio = await start(folder, '--from', '9:00', '--speed', '8');
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Park');
  const panel = page.getByRole('complementary');

  // What is this person doing, and why?
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('ida');
  await expect(page.getByRole('option').first()).toContainText('Ida');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Ida');
  const why = panel.getByRole('list', { name: /^Why/ });
  await expect(why).toContainText(/weary legs.*find a seat/, { timeout: 60_000 });
  await page.screenshot({ path: info.outputPath('1-why.png') });

  // Why does nobody sit on that bench?
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find' }).fill('bench');
  await expect(page.getByRole('option').filter({ hasText: 'bench' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('bench');
  const fired = panel.getByRole('table', { name: 'How often rules have fired' });
  const times = (rule: string) => fired.getByRole('row').filter({ has: page.getByRole('button', { name: rule, exact: true }) }).getByRole('cell').first();
  await expect(times('hesitate')).not.toHaveText('never', { timeout: 60_000 });
  await expect(times('sit')).toHaveText('never');
  const rules = panel.getByRole('list', { name: 'Rules, in order' }).first();
  const sit = rules.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'sit', exact: true }) });
  await expect(sit).toContainText('dry(Seat)', { timeout: 30_000 });
  await page.screenshot({ path: info.outputPath('2-why-not.png') });

  // Change the script so that they do.
  await sit.getByRole('button', { name: 'sit', exact: true }).click();
  await expect(page.locator('.cm-activeLine')).toContainText('rule sit for sitter');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const line = 'when place(Seat), dry(Seat), not taken(Seat, _)';
  await expect(page.locator('.cm-activeLine')).toContainText(line);
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('when place(Seat), not taken(Seat, _)');
  await expect(page.getByText('Nothing is wrong with it.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByTestId('outcome')).toContainText('The town uses it since');
  expect(readFileSync(join(folder, 'park.folk'), 'utf8')).not.toContain(line);
  await expect(times('sit')).not.toHaveText('never', { timeout: 90_000 });
  await page.screenshot({ path: info.outputPath('3-they-sit.png') });
  studio.stop();
});
