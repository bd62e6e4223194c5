import { expect, start, test, tick, visit } from './studio';

test('plots over time, each with a table', async ({ page }, info) => {
  const studio = await start('--from', '7:00', '--speed', '64');
  await visit(page, studio);
  await page.keyboard.press('s');
  const survey = page.getByRole('region', { name: 'Survey' });
  await expect.poll(() => tick(page), { timeout: 60_000 }).toBeGreaterThan(3 * 3600);
  await expect(survey.locator('canvas')).toHaveCount(4);
  await page.screenshot({ path: info.outputPath('plots.png') });
  await survey.getByText('The same as a table').first().click();
  await expect(survey.getByRole('rowheader', { name: '08:00' }).first()).toBeVisible();
  await expect(survey.getByRole('columnheader', { name: 'workshop' })).toBeVisible();
  studio.stop();
});

test('who did what for how long, what is warm, which rules never fire', async ({ page }, info) => {
  const studio = await start('--from', '7:00', '--speed', '64');
  await visit(page, studio);
  await page.keyboard.press('s');
  const survey = page.getByRole('region', { name: 'Survey' });
  await survey.getByRole('tab', { name: 'People' }).click();
  await survey.getByLabel('Who', { exact: true }).selectOption('carpenter');
  await survey.getByLabel('What they did').selectOption('did');
  await survey.getByLabel('For what').selectOption('saw');
  await survey.getByRole('spinbutton', { name: 'How long' }).fill('5');
  const found = survey.getByRole('table', { name: 'Who was found' });
  await expect(found.getByRole('rowheader')).toHaveText('Carl', { timeout: 60_000 });
  await page.screenshot({ path: info.outputPath('people.png') });
  await survey.getByLabel('Who', { exact: true }).selectOption('weaver');
  await expect(survey.getByText('Nobody.')).toBeVisible();

  await survey.getByRole('tab', { name: 'Places' }).click();
  await expect(survey.getByRole('rowheader', { name: 'cottage' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('heat.png') });

  await survey.getByRole('tab', { name: 'Rules' }).click();
  await expect(survey.getByText(/of 22 rules have fired/)).toBeVisible();
  await expect(survey.getByRole('columnheader', { name: 'Steps' })).toBeVisible();
  await survey.getByLabel('only those that never have').check();
  await expect(survey.getByRole('table', { name: 'Rules and how often they have fired' }).getByText('never').first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('rules.png') });

  await survey.getByRole('tab', { name: 'Silly' }).click();
  await expect(survey.getByText('No findings.')).toBeVisible();
  studio.stop();
});
