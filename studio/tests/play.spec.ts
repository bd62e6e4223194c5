import { choose, expect, start, test, tick, visit } from './studio';

interface Hands {
  studio: { map: { screenOf(id: number): [number, number] | undefined; pageOf(x: number, y: number): [number, number] }; feed: { figures: Map<number, { toX: number; toY: number }> } };
}

test('one comes into the town, walks where one clicks, and is part of its past', async ({ page, studio }, info) => {
  await visit(page, studio);
  await page.keyboard.press('p');
  const play = page.getByRole('region', { name: 'Play' });
  const people = () => page.evaluate(() => [...(window as unknown as Hands).studio.feed.figures.keys()]);
  const before = await people();
  await play.getByRole('button', { name: /Enter at/ }).click();
  await expect(play.getByRole('heading', { level: 2 })).toContainText('You');
  await expect.poll(async () => (await people()).length).toBe(before.length + 1);
  const me = (await people()).find((id) => !before.includes(id)) ?? 0;
  const place = () => page.evaluate((me) => { const figure = (window as unknown as Hands).studio.feed.figures.get(me); return [figure?.toX ?? 0, figure?.toY ?? 0]; }, me);
  const [fromX] = await place();
  // Along the street, where nobody stands.
  const [x, y] = await page.evaluate(([x, y]) => (window as unknown as Hands).studio.map.pageOf((x ?? 0) + 6, y ?? 0), await place());
  await page.mouse.click(x ?? 0, y ?? 0);
  await expect.poll(async () => Math.abs(((await place())[0] ?? 0) - (fromX ?? 0)), { timeout: 20_000 }).toBeGreaterThan(3);
  await page.screenshot({ path: info.outputPath('play.png') });

  // Who goes back to before is not there yet, and comes in again.
  const then = await tick(page);
  const past = page.getByRole('slider', { name: 'Moment of the past' });
  await past.focus();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await people()).length).toBe(before.length);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(async () => (await people()).length, { timeout: 30_000 }).toBe(before.length + 1);
  expect(then).toBeGreaterThan(1);
});

test('an icon is accepted, a card is chosen, and somebody answers a question', async ({ page }, info) => {
  test.setTimeout(120_000);
  const studio = await start('--shipped', '--from', '9:50', '--speed', '8');
  await page.goto(studio.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenford');
  await choose(page, 'madames tent');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  const play = page.getByRole('region', { name: 'Play' });
  await play.getByRole('button', { name: /Enter at/ }).click();
  const icon = play.getByRole('button', { name: 'crystal ball' });
  await expect(icon).toBeVisible({ timeout: 60_000 });
  await icon.click();
  await expect(play).toContainText('You take part in fortune', { timeout: 30_000 });
  const fool = play.getByRole('group', { name: 'What you can do' }).getByRole('button', { name: 'picked fool' });
  await expect(fool).toBeVisible();
  await page.screenshot({ path: info.outputPath('fortune.png') });
  await fool.click();
  await play.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(play.getByRole('status')).not.toBeEmpty();
  const out = play.getByRole('button', { name: 'Leave the scene' });
  if (await out.isVisible()) await out.click();
  await expect(play).not.toContainText('You take part in fortune', { timeout: 30_000 });
  studio.stop();
});
