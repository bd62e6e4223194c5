import { choose, expect, test, visit } from './studio';

interface Hands {
  studio: { map: { screenOf(id: number): [number, number] | undefined } };
}

test('a click on somebody tells who they are, what they need and why they do what they do', async ({ page, studio }, info) => {
  await visit(page, studio);
  await page.keyboard.press(' ');
  await page.waitForTimeout(300);
  const at = await page.evaluate(() => (window as unknown as Hands).studio.map.screenOf(1));
  expect(at).toBeDefined();
  const [x, y] = at ?? [0, 0];
  await page.mouse.click(x, y - 6);
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { level: 2 })).not.toBeEmpty();
  for (const need of ['hunger', 'bladder', 'fatigue']) await expect(panel.getByRole('meter', { name: need })).toBeVisible();
  await expect(panel.getByText('Mood')).toBeVisible();
  await expect(panel.locator('[aria-current=time]')).toHaveCount(1);
  await expect(panel.getByText('Last decisions')).toBeVisible();
  await expect(panel.getByText(/^Driven by/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('person.png') });
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a place tells what is played there, and why others do not take part', async ({ page, studio }, info) => {
  await visit(page, studio);
  await choose(page, 'counter');
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('counter');
  await expect(panel.getByText('Why others do not take part')).toBeVisible();
  await page.screenshot({ path: info.outputPath('place.png') });
});

test('from somebody to those they know', async ({ page, studio }) => {
  await visit(page, studio);
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  const panel = page.getByRole('complementary');
  const heading = panel.getByRole('heading', { level: 2 });
  const first = await heading.textContent();
  const other = panel.locator('.feels .link').first();
  const name = await other.textContent();
  await other.click();
  await expect(heading).toHaveText(name ?? '');
  expect(name).not.toBe(first);
});

test('time stops when somebody decides something', async ({ page, studio }) => {
  await visit(page, studio);
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Stop when they decide something' }).click();
  await expect(page.getByTestId('reached')).toHaveText('stopped here', { timeout: 40_000 });
  // What stopped it, and what would stop it again, are told; also after a reload.
  await expect(page.getByTestId('stopped-by')).toContainText(/^Stopped: \w+/);
  await page.reload();
  const stops = page.getByRole('group', { name: 'Stops' });
  await expect(stops).toContainText('decides');
  await expect(page.getByTestId('stopped-by')).toBeVisible();
  await stops.getByRole('button', { name: /decides/ }).click();
  await expect(stops.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByTestId('reached')).toContainText('reached');
});

test('why somebody does not do something: an action of their mind, one of another role, a rule', async ({ page, studio }, info) => {
  await visit(page, studio);
  await choose(page, 'carl');
  await page.keyboard.press(' ');
  const ask = page.getByRole('region', { name: 'Why not?' });
  const what = ask.getByRole('combobox');
  await what.focus();
  await expect(what.locator('option', { hasText: /^eat$/ }).first()).toBeAttached();
  await what.selectOption({ label: 'eat' });
  await expect(ask.getByRole('status')).toContainText(/wants .+ more|does want this most|wants nothing strongly/);
  await what.selectOption({ label: 'serve' });
  await expect(ask.getByRole('status')).toContainText('comes with the role');
  const rule = await what.locator('optgroup[label^="rules of"] option').first().getAttribute('value');
  await what.selectOption(rule ?? '');
  await expect(ask.getByRole('status')).toContainText(/takes (no )?part in|takes part in|not now|passed over|could fire|can fire/);
  await page.screenshot({ path: info.outputPath('why-not.png') });
});
