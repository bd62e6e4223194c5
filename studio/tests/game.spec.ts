// The game of inheritance, played with a browser: once as the heir, once as the lover.

import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, start, test, type Studio } from './studio';
import type { Page } from '@playwright/test';

const TOWN = join(resolve(import.meta.dirname, '../..'), 'examples', 'inheritance');

interface Answer {
  game: {
    visitor: number;
    actions: number;
    line_up: boolean;
    people: { id: number; name: string; fits: [number, number] }[];
    player: { looks: Record<string, string> };
    notes: unknown[];
    verdict: { won: boolean; lover: { id: number; name: string } } | null;
  };
}

const asked = async (page: Page) => ((await (await page.request.get(`${new URL(page.url()).origin}/api/game`)).json()) as Answer).game;

/** The people who know something of the visitor, those who know most first. */
async function knowing(page: Page, visitor: number): Promise<number[]> {
  const counts = new Map<number, number>();
  for (const facet of ['hair_color', 'skin_color', 'hair_length', 'scar', 'freckles', 'glasses', 'facial_hair']) {
    const found = (await (await page.request.get(`${new URL(page.url()).origin}/api/believers?of=person+${visitor}&facet=${facet}`)).json()) as { values: { people: { id: number }[] }[] };
    for (const { people } of found.values) for (const { id } of people) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** An hour of the calendar passes in six seconds of the stage, and a turn in little more than a minute. */
async function open(page: Page): Promise<Studio> {
  const studio = await start(TOWN, '--from', '8:00', '--rate', '900', '--paused');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inheritance');
  return studio;
}

async function audit(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`)).toEqual([]);
}

async function endTurn(page: Page, what: 'day' | 'night'): Promise<void> {
  const game = page.getByRole('region', { name: 'Inheritance', exact: true });
  await game.getByRole('button', { name: `End the ${what}` }).click();
  await expect(game.getByText(`The ${what} passes`)).toBeVisible();
  await expect(game.getByText(`The ${what} passes`)).toHaveCount(0, { timeout: 200_000 });
}

test('done_19_5 the heir asks the witnesses, picks the lover and wins', async ({ page }, info) => {
  test.setTimeout(600_000);
  const studio = await open(page);
  // A town that can be played opens its game.
  const game = page.getByRole('region', { name: 'Inheritance', exact: true });
  await game.getByRole('spinbutton').fill('1');
  await page.screenshot({ path: info.outputPath('start.png') });
  await game.getByRole('button', { name: 'Play the heir' }).click();
  await expect(game.getByRole('log')).toContainText('Old Harrow is dead');

  // A sentence that is not understood is refused, with others that are.
  const talk = game.getByRole('combobox', { name: 'Talk to' });
  await game.getByRole('textbox', { name: 'What you say' }).fill('The weather is fine today.');
  await page.keyboard.press('Enter');
  await expect(game.getByRole('alert').getByRole('button').first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('refused.png') });
  await audit(page, 'talk');
  expect((await asked(page)).actions).toBe(8);
  await game.getByRole('alert').getByRole('button').first().click();
  await expect.poll(async () => (await asked(page)).actions).toBe(7);
  await expect(game.getByRole('alert')).toHaveCount(0);

  // The witnesses are asked: once by typing, then from pieces.
  const { visitor } = await asked(page);
  const [first, ...others] = await knowing(page, visitor);
  await talk.selectOption(String(first));
  await game.getByRole('textbox', { name: 'What you say' }).fill('What did the stranger look like?');
  await page.keyboard.press('Enter');
  await expect(game.getByRole('log')).toContainText('The visitor has');
  await game.getByText('Or from pieces').click();
  await game.getByRole('combobox', { name: 'Kind of sentence' }).selectOption('source');
  await game.getByRole('button', { name: 'Say it' }).click();
  await expect(game.getByRole('log')).toContainText('I saw it with my own eyes');
  await game.getByRole('combobox', { name: 'Kind of sentence' }).selectOption('describe');
  for (const other of others.slice(0, 3)) {
    const before = (await asked(page)).actions;
    await talk.selectOption(String(other));
    await game.getByRole('button', { name: 'Say it' }).click();
    await expect.poll(async () => (await asked(page)).actions).toBe(before - 1);
  }
  await page.screenshot({ path: info.outputPath('talk.png') });
  await game.getByRole('tab', { name: /Notebook/ }).click();
  await expect(game.getByRole('img', { name: 'The visitor, as described' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('notebook.png') });
  await audit(page, 'notebook');

  await endTurn(page, 'day');
  await expect(game.getByRole('heading', { level: 2 })).toContainText('Day 1 of 1, night');
  await endTurn(page, 'night');

  // The town files past. Those who fit best come first.
  const lineUp = page.getByRole('region', { name: 'Line-up' });
  await expect(lineUp).toBeVisible();
  for (const [width, height] of [[1024, 700], [1440, 900], [1920, 1080]] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: info.outputPath(`line-up-${width}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('line-up-dark.png') });
  await audit(page, 'line-up');
  await page.emulateMedia({ colorScheme: 'light' });
  await lineUp.getByRole('list', { name: 'Faces' }).getByRole('button').first().click();
  await lineUp.getByRole('button', { name: /^Pick / }).click();
  const ending = game.getByRole('region', { name: 'How it ended' });
  await expect(ending.getByRole('status')).toHaveText('You have won.');
  await expect(ending).toContainText('Where the truth was known');
  await page.screenshot({ path: info.outputPath('ending.png') });
  await audit(page, 'ending');
  expect((await asked(page)).verdict?.won).toBe(true);
  await page.screenshot({ path: info.outputPath('won.png') });
  studio.stop();
});

test('done_19_5 the lover changes looks, plants a false flag, and the rival judges', async ({ page }, info) => {
  test.setTimeout(600_000);
  const studio = await open(page);
  const game = page.getByRole('region', { name: 'Inheritance', exact: true });
  await game.getByRole('spinbutton').fill('1');
  await game.getByRole('button', { name: 'Play the lover' }).click();
  await expect(game.getByRole('log')).toContainText('You are the lover');
  const before = await asked(page);

  // The barber.
  await game.getByRole('tab', { name: 'Looks' }).click();
  const hair = game.getByRole('combobox', { name: 'hair color' });
  const other = before.player.looks['hair_color'] === 'black' ? 'blonde' : 'black';
  await hair.selectOption(other);
  await page.screenshot({ path: info.outputPath('looks.png') });
  await game.getByRole('button', { name: 'Change hair color' }).click();
  await expect.poll(async () => (await asked(page)).player.looks['hair_color']).toBe(other);
  await audit(page, 'looks');

  // A false flag: a lie, with another person as its source.
  await game.getByRole('tab', { name: 'Talk' }).click();
  const witnesses = await knowing(page, before.visitor);
  const [listener, named] = before.people.filter(({ id, name }) => !witnesses.includes(id) && name !== 'You');
  await game.getByRole('combobox', { name: 'Talk to' }).selectOption(String(listener?.id));
  const claims = before.player.looks['scar'] === 'yes' ? 'no scar' : 'a scar';
  await game.getByRole('textbox', { name: 'What you say' }).fill(`${named?.name} told me that the visitor has ${claims}.`);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await asked(page)).actions).toBe(5);
  const origin = new URL(page.url()).origin;
  await expect.poll(async () => {
    const model = (await (await page.request.get(`${origin}/api/person/${listener?.id}/model?of=person+${before.visitor}`)).json()) as { facets: { facet: string; evidence: { lie: boolean; from: { name: string } | null; claimed: { who: { name: string } } | null }[] }[] };
    const scar = model.facets.find(({ facet }) => facet === 'scar')?.evidence.find(({ lie }) => lie);
    return [scar?.from?.name, scar?.claimed?.who.name];
  }).toEqual(['You', named?.name]);

  await endTurn(page, 'day');
  await endTurn(page, 'night');
  const ending = game.getByRole('region', { name: 'How it ended' });
  await expect(ending).toBeVisible();
  const verdict = (await asked(page)).verdict;
  await expect(ending.getByRole('status')).toHaveText(verdict?.won ? 'You have won.' : 'You have lost.');
  await expect(ending).toContainText(`naming ${named?.name}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('ending-dark.png') });
  await audit(page, 'ending');
  studio.stop();
});
