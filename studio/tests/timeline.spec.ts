import { execFileSync } from 'node:child_process';
import { expect, program, start, test, tick, visit } from './studio';

test('two moments are compared, and what lies between is kept as a clip that others can open', async ({ page }, info) => {
  const studio = await start('--from', '7:00', '--speed', '16', '--paused');
  await page.goto(studio.address);
  await page.keyboard.press('s');
  const survey = page.getByRole('region', { name: 'Survey' });
  await survey.getByRole('tab', { name: 'Compare' }).click();
  await survey.getByRole('button', { name: 'Remember this moment' }).click();
  const began = await tick(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  const different = survey.getByRole('table', { name: 'What is different' });
  await expect(different.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Carl' }) })).toContainText('place: cottage → workshop', { timeout: 40_000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByTestId('reached')).toHaveText('paused');
  await page.screenshot({ path: info.outputPath('compare.png') });
  const download = page.waitForEvent('download');
  await survey.getByRole('button', { name: 'Keep it as a clip' }).click();
  const path = info.outputPath('clip.folktape');
  await (await download).saveAs(path);
  const again = execFileSync(program, ['replay', path]).toString();
  expect(again).toContain('the same result');

  const other = await start(path, '--paused');
  await page.goto(other.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clip');
  await expect.poll(() => tick(page)).toBeGreaterThanOrEqual(began);
  other.stop();
  studio.stop();
});

test('changes of scripts and what people tell one another are marked, and can be gone to', async ({ page }) => {
  const studio = await start('--from', '16:00', '--speed', '64');
  await visit(page, studio);
  await page.keyboard.press('s');
  const survey = page.getByRole('region', { name: 'Survey' });
  await survey.getByRole('tab', { name: 'Events' }).click();
  const first = survey.getByRole('table', { name: 'Events' }).getByRole('button').last();
  await expect(first).toBeVisible({ timeout: 60_000 });
  const time = await first.textContent();
  await expect(page.locator('.marks button').first()).toBeAttached();
  await first.click();
  await expect(page.getByTestId('reached')).toHaveText('paused');
  await expect(page.getByTestId('clock')).toContainText(time ?? '', { timeout: 30_000 });
  studio.stop();
});
