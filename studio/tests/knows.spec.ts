// What people know: a person's model of another, a rumour on the map, who believes it, a false flag.

import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { choose, expect, start, test } from './studio';
import type { Page } from '@playwright/test';

const TOWN = join(resolve(import.meta.dirname, '../..'), 'examples', 'inheritance');

interface Game {
  game: { visitor: number; people: { id: number; name: string }[] };
}

async function json<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(`${new URL(page.url()).origin}${path}`)).json()) as T;
}

async function audit(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual([]);
}

test('done_19_4 a model with evidence, a rumour on the map, believers, and a false flag beside its true source', async ({ page }, info) => {
  test.setTimeout(300_000);
  const studio = await start(TOWN, '--from', '8:00', '--rate', '900', '--paused');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inheritance');
  const game = page.getByRole('region', { name: 'Inheritance', exact: true });
  await game.getByRole('button', { name: 'Play the lover' }).click();
  await expect(game.getByRole('log')).toContainText('You are the lover');
  const { visitor, people } = (await json<Game>(page, '/api/game')).game;

  // The player lies to somebody, and names another as the source.
  const talk = game.getByRole('combobox', { name: 'Talk to' });
  const models = await Promise.all(people.slice(0, 30).map(async ({ id }) => ({ id, known: await json<{ id: number; kind: string }[]>(page, `/api/person/${id}/knows`) })));
  const strangers = people.filter(({ id, name }) => name !== 'You' && models.some((one) => one.id === id && !one.known.some((known) => known.kind === 'person' && known.id === visitor)));
  const [listener, named] = strangers;
  if (!listener || !named) throw new Error('everybody knows the visitor');
  await talk.selectOption(String(listener.id));
  await game.getByRole('textbox', { name: 'What you say' }).fill(`${named.name} told me that the visitor has a tattoo.`);
  await page.keyboard.press('Enter');
  await expect(game.getByRole('log')).toContainText('I did not know that.');

  await page.locator('canvas.map').focus();
  // Their model of the visitor: the evidence is a lie, with the named source beside the true one.
  await choose(page, listener.name);
  const panel = page.getByRole('complementary');
  const believes = panel.getByRole('region', { name: 'Believes' });
  await expect(believes).toBeVisible();
  await believes.getByRole('combobox', { name: 'Beliefs about' }).selectOption(`person ${visitor}`);
  const row = believes.getByRole('button', { name: 'tattoo' });
  await row.click();
  const evidence = believes.getByRole('list', { name: 'Evidence for tattoo' });
  await expect(evidence).toContainText('lie');
  await expect(evidence).toContainText(`Named as source: ${named.name}`);
  await expect(evidence).toContainText('True source: You');
  await evidence.scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('false-flag.png') });

  // The rumour over the map, back to its origin.
  await believes.getByRole('button', { name: 'Where did this come from?' }).click();
  const rumour = page.getByRole('region', { name: 'Spread of a rumour' });
  await expect(rumour).toContainText('Origin');
  await expect(rumour).toContainText('You');
  await rumour.getByText('1 telling').click();
  await expect(rumour.getByRole('list', { name: 'Tellings, in order' })).toContainText(`You → ${listener.name} (lie)`);
  await page.screenshot({ path: info.outputPath('rumour.png') });

  // What the town believes.
  await believes.getByRole('button', { name: /What do others believe/ }).click();
  const survey = page.getByRole('region', { name: 'Survey' });
  await expect(survey.getByRole('combobox', { name: 'Subject' })).toHaveValue(`person ${visitor}`);
  await expect(survey.getByRole('combobox', { name: 'Facet' })).toHaveValue('tattoo');
  await expect(survey.getByRole('status')).toContainText('people believe something');
  await survey.getByRole('list', { name: 'Values that are believed' }).getByRole('button', { expanded: false }).first().click();
  await expect(survey.getByRole('table').first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('believers.png') });
  await audit(page, 'by light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await audit(page, 'by dark');
  await page.screenshot({ path: info.outputPath('believers-dark.png') });
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.screenshot({ path: info.outputPath('believers-small.png') });
  studio.stop();
});

test('a rumour that the town has talked of for a day is a graph', async ({ page }, info) => {
  test.setTimeout(400_000);
  const studio = await start(TOWN, '--from', '8:00', '--rate', '900', '--paused');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(studio.address);
  const game = page.getByRole('region', { name: 'Inheritance', exact: true });
  await game.getByRole('button', { name: 'Play the heir' }).click();
  await expect(game.getByRole('log')).toContainText('You are the heir');
  await game.getByRole('button', { name: 'End the day' }).click();
  await expect(game.getByText('The day passes')).toBeVisible();
  await expect(game.getByText('The day passes')).toHaveCount(0, { timeout: 200_000 });
  const { visitor } = (await json<Game>(page, '/api/game')).game;
  // Approximate age comes up most often; the looks less so.
  await page.keyboard.press('s');
  const survey = page.getByRole('region', { name: 'Survey' });
  await survey.getByRole('tab', { name: 'Beliefs' }).click();
  await survey.getByRole('combobox', { name: 'Subject' }).selectOption(`person ${visitor}`);
  await survey.getByRole('combobox', { name: 'Facet' }).selectOption('status');
  await expect(survey.getByRole('status')).toContainText('people believe something');
  await survey.getByRole('button', { name: 'how it spread' }).first().click();
  const rumour = page.getByRole('region', { name: 'Spread of a rumour' });
  await expect(rumour.getByText(/\d+ tellings/)).toBeVisible();
  await survey.getByRole('button', { name: 'Close' }).click();
  for (const [width, height] of [[1024, 700], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(300);
    await page.screenshot({ path: info.outputPath(`rumour-${width}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(300);
  await page.screenshot({ path: info.outputPath('rumour-dark.png') });
  studio.stop();
});
