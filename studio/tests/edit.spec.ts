import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { choose, expect, start, test, visit, type Studio } from './studio';
import type { Page } from '@playwright/test';

/** A village of one's own, whose scripts can be changed. */
async function village(): Promise<{ studio: Studio; script: string }> {
  const folder = join(mkdtempSync(join(tmpdir(), 'village-')), 'village');
  cpSync(resolve(import.meta.dirname, '../../examples/village'), folder, { recursive: true });
  return { studio: await start(folder, '--from', '7:00', '--speed', '4'), script: join(folder, 'village.folk') };
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Script' });

/** Goes to a text by the editor's own search. */
async function look(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find' });
  await field.clear();
  await field.pressSequentially(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

test('a script is opened, mistyped, mended, and lived by in under a second', async ({ page }, info) => {
  const { studio, script } = await village();
  await visit(page, studio);
  await page.keyboard.press('e');
  const desk = page.getByRole('region', { name: 'Scripts' });
  await expect(editor(page)).toContainText('A day in a village');
  await expect(desk.locator('.folk-keyword').first()).toBeVisible();
  await expect(desk.getByText('Nothing is wrong with it.')).toBeVisible();

  await look(page, 'do saw');
  await page.keyboard.type('do swa');
  await expect(desk.getByText(/swa/).last()).toBeVisible();
  await expect(desk.locator('.problems .error').first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('problem.png') });

  // Broken text is kept, but the town does not live by it.
  await page.keyboard.press('Control+s');
  const outcome = desk.getByTestId('outcome');
  await expect(outcome).toContainText('the town keeps the previous version');
  expect(readFileSync(script, 'utf8')).toContain('do swa');

  await page.keyboard.press('Control+z');
  await expect(desk.getByText('Nothing is wrong with it.')).toBeVisible();
  await look(page, 'action saw takes 10..20 s');
  await page.keyboard.type('action saw takes 3..4 s');
  await expect(desk.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(outcome).toContainText('The town uses it since');
  const seconds = Number(await outcome.getAttribute('data-seconds'));
  console.log(`from the save to the town that lives by it: ${(seconds * 1000).toFixed(0)} ms`);
  expect(seconds).toBeLessThan(1);
  await page.screenshot({ path: info.outputPath('saved.png') });

  await desk.getByRole('button', { name: 'Undo' }).click();
  await expect(editor(page)).toContainText('action saw takes 10..20 s');
  await expect(outcome).toContainText('Taken back');
  studio.stop();
});

test('words are completed, explained, and lead to where they are declared', async ({ page }, info) => {
  const { studio } = await village();
  await visit(page, studio);
  await page.keyboard.press('e');
  await look(page, 'do weave');
  await page.keyboard.type('do we');
  await page.keyboard.press('Control+Space');
  const offered = page.locator('.cm-tooltip-autocomplete').getByRole('option').filter({ hasText: 'weave' });
  await expect(offered.first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('completion.png') });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is wrong with it.')).toBeVisible();

  await look(page, 'do weave');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F12');
  await expect(page.locator('.cm-activeLine')).toContainText('action weave takes');

  await page.locator('.cm-line').filter({ hasText: 'action weave takes' }).locator('.folk-name').first().hover();
  await expect(page.locator('.folk-about')).toContainText('action weave');
  studio.stop();
});

test('the town that comes with the program is edited in a copy', async ({ page }, info) => {
  const studio = await start('--shipped');
  await page.goto(studio.address);
  await page.keyboard.press('e');
  await expect(page.getByText('This town is embedded in the program.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('shipped.png') });
  await page.getByRole('button', { name: 'Work on a copy' }).click();
  await expect(page.getByText(/^Kept in .*my_lindenford/)).toBeVisible();
  await look(page, 'role');
  await page.keyboard.press('Home');
  await page.keyboard.type('# mine\n');
  await page.keyboard.press('Control+s');
  await expect(page.getByTestId('outcome')).toContainText('The meaning is unchanged.', { timeout: 20_000 });
  studio.stop();
});

test('the map of a mind is alive, and a weight that is changed is written into the script', async ({ page }, info) => {
  const { studio, script } = await village();
  await visit(page, studio);
  await choose(page, 'carl');
  await page.getByRole('button', { name: 'Map of the mind' }).click();
  const mind = page.getByRole('region', { name: 'Mind', exact: true });
  await expect(mind.getByRole('img', { name: 'The mind of Carl' })).toBeVisible();
  // A link that no script says cannot be changed, and does not look as if it could.
  const fixed = mind.getByRole('row').filter({ hasText: 'built in' });
  await expect(fixed.first()).toBeVisible();
  await expect(fixed.getByRole('spinbutton')).toHaveCount(0);
  const field = mind.getByLabel('Weight from hunger to eat');
  await expect(field).toHaveValue('1.00');
  const before = readFileSync(script, 'utf8');
  await field.fill('0.85');
  await field.press('Enter');
  await expect(mind.getByRole('status')).toContainText('The town uses it since');
  const after = readFileSync(script, 'utf8');
  expect(after).toBe(before.replace('  hunger drives eat above 0.6', '  hunger drives eat by 0.85 above 0.6'));
  await page.screenshot({ path: info.outputPath('mind.png') });
  await mind.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readFileSync(script, 'utf8')).toBe(before);
  await expect(field).toHaveValue('1.00');
  studio.stop();
});

test('links and concepts are added to a mind and taken out, line by line in the script', async ({ page }, info) => {
  const { studio, script } = await village();
  await visit(page, studio);
  await choose(page, 'carl');
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Map of the mind' }).click();
  const mind = page.getByRole('region', { name: 'Mind', exact: true });
  const before = readFileSync(script, 'utf8');
  await mind.getByText('New link or concept').click();
  await mind.getByLabel('Name of a concept').fill('gluttony');
  await mind.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(mind.getByRole('status')).toContainText('The town uses it since');
  await expect.poll(() => readFileSync(script, 'utf8')).toContain('  concept gluttony\n');
  const form = mind.getByRole('form', { name: 'New link' });
  await expect(form.getByLabel('To').locator('option', { hasText: 'gluttony' })).toBeAttached();
  await form.getByLabel('From').selectOption({ label: 'hunger' });
  await form.getByLabel('To').selectOption({ label: 'gluttony' });
  await form.getByLabel('Weight').fill('0.4');
  await form.getByRole('button', { name: 'Link', exact: true }).click();
  await expect.poll(() => readFileSync(script, 'utf8')).toContain('  hunger drives gluttony by 0.4\n');
  await expect(mind.getByLabel('Weight from hunger to gluttony')).toHaveValue('0.40');
  await page.screenshot({ path: info.outputPath('new-link.png') });
  await mind.getByRole('button', { name: 'Remove the link from hunger to gluttony' }).click();
  await expect.poll(() => readFileSync(script, 'utf8')).not.toContain('gluttony by');
  for (let n = 0; n < 3; n++) {
    await mind.getByRole('button', { name: 'Undo' }).click();
    await page.waitForTimeout(400);
  }
  await expect.poll(() => readFileSync(script, 'utf8')).toBe(before);
  studio.stop();
});

test('a day is changed by dragging a time of it, and by keys', async ({ page }, info) => {
  const { studio, script } = await village();
  await visit(page, studio);
  await choose(page, 'carl');
  await page.keyboard.press(' ');
  const before = readFileSync(script, 'utf8');
  const panel = page.getByRole('complementary');
  const handle = panel.getByRole('slider', { name: /begins to be carpenter/ });
  await handle.scrollIntoViewIfNeeded();
  await expect(handle).toHaveAttribute('aria-valuetext', '07:30');
  const box = await panel.getByRole('group', { name: /^Times of the day/ }).boundingBox();
  const at = (minutes: number): [number, number] => [(box?.x ?? 0) + ((box?.width ?? 0) * minutes) / 1440, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(...at(450));
  await page.mouse.down();
  await page.mouse.move(...at(480), { steps: 4 });
  await page.mouse.move(...at(511), { steps: 4 });
  await page.mouse.up();
  await expect(panel.getByRole('status').filter({ hasText: 'now, in' })).toBeVisible();
  const dragged = readFileSync(script, 'utf8');
  expect(dragged).toBe(before.replace('07:30..17:00', '08:30..17:00').replace('22:00..07:30', '22:00..08:30'));
  await expect(handle).toHaveAttribute('aria-valuetext', '08:30');
  await page.screenshot({ path: info.outputPath('day.png') });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readFileSync(script, 'utf8')).toContain('08:20..17:00');
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readFileSync(script, 'utf8')).toBe(dragged);
  studio.stop();
});

test('what can go wrong in a script is explored, and watched as a story on the map', async ({ page }, info) => {
  const { studio, script } = await village();
  // Without a cook, nobody who has asked for dinner ever goes again.
  const text = readFileSync(script, 'utf8');
  writeFileSync(script, text.replace('when not .any(_, cook), not patient(.me)', 'when not hungry(.me), not patient(.me)'));
  await visit(page, studio);
  await page.keyboard.press(' ');
  await page.keyboard.press('e');
  await expect(editor(page)).toBeVisible();
  await page.getByRole('button', { name: 'Explore' }).click();
  const explored = page.getByRole('region', { name: 'What was explored' });
  await expect(explored).toContainText('situations', { timeout: 60_000 });
  const waits = explored.getByRole('paragraph').filter({ hasText: '`diner` can be left waiting for ever' });
  await waits.getByRole('button', { name: 'Play the story' }).click();
  const story = page.getByRole('region', { name: 'A story from the exploration' });
  await expect(story.getByRole('status')).toContainText(/The scene begins with .*\(diner\)/);
  await page.screenshot({ path: info.outputPath('story-1.png') });
  const next = story.getByRole('button', { name: 'Next' });
  let told = '';
  while (await next.isEnabled()) {
    await next.click();
    told += await story.getByRole('status').textContent();
  }
  expect(told).toMatch(/\(diner\) does ask/);
  await expect(story.getByRole('status')).toContainText('waits for ever');
  await page.waitForTimeout(700);
  await page.screenshot({ path: info.outputPath('story-2.png') });
  await story.getByRole('button', { name: 'Back to the town' }).click();
  await expect(story).toHaveCount(0);
  studio.stop();
});
