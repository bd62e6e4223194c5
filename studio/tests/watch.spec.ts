import { expect, start, test, tick, visit } from './studio';

interface Hands {
  studio: {
    map: { screenOf(id: number): [number, number] | undefined; camera: { scale: number; x: number; y: number }; cost: number };
    feed: { figures: Map<number, { toX: number; toY: number }> };
  };
}

test('people move on the map', async ({ page, studio }, info) => {
  await visit(page, studio);
  const places = () =>
    page.evaluate(() => {
      const { feed } = (window as unknown as Hands).studio;
      return [...feed.figures.values()].map(({ toX, toY }) => `${toX},${toY}`).join(' ');
    });
  const before = await places();
  expect(before.split(' ')).toHaveLength(5);
  await expect.poll(places, { timeout: 30_000 }).not.toBe(before);
  await page.screenshot({ path: info.outputPath('town.png') });
});

test('pause stops the clock, a step moves it by one', async ({ page, studio }) => {
  await visit(page, studio);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByTestId('reached')).toHaveText('paused');
  const stood = await tick(page);
  await page.waitForTimeout(400);
  expect(await tick(page)).toBe(stood);
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await expect.poll(() => tick(page)).toBe(stood + 1);
  await page.keyboard.press(' ');
  await expect.poll(() => tick(page)).toBeGreaterThan(stood + 10);
});

test('the slider sets the speed, and what is reached is shown', async ({ page, studio }) => {
  await visit(page, studio);
  const slider = page.getByRole('slider', { name: 'Speed' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByText('as fast as can be')).toBeVisible();
  await expect.poll(async () => parseFloat((await page.getByTestId('reached').textContent()) ?? '0')).toBeGreaterThan(4);
});

test('one can go back to a moment of the past', async ({ page, studio }) => {
  await visit(page, studio);
  await expect.poll(() => tick(page)).toBeGreaterThan(600);
  const past = page.getByRole('slider', { name: 'Moment of the past' });
  await past.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => tick(page)).toBe(1);
  await expect(page.getByTestId('clock')).toHaveText('07:00:00');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(20);
});

test('find by name, role and activity', async ({ page, studio }) => {
  await visit(page, studio);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Find' });
  await expect(field).toBeFocused();
  await field.fill('weaver');
  await expect(page.getByRole('option').first()).toContainText('weaver');
  await field.fill('inn');
  await expect(page.getByRole('option').filter({ hasText: 'inn' }).first()).toBeVisible();
  await field.fill('zzz');
  await expect(page.getByText('No results.')).toBeVisible();
});

test('the keyboard moves and zooms the map, and follows somebody', async ({ page, studio }) => {
  await visit(page, studio);
  const camera = () => page.evaluate(() => ({ ...(window as unknown as Hands).studio.map.camera }));
  const before = await camera();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  const after = await camera();
  expect(after.scale).toBeGreaterThan(before.scale);
  expect(after.x).toBeGreaterThan(before.x);
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
});

test('the table says the same as the map, and can be sorted', async ({ page, studio }) => {
  await visit(page, studio);
  await page.keyboard.press('t');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(5);
  const first = await names.first().textContent();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(names.last()).toHaveText(first ?? '');
});

test('dark and light, tablet and desktop', async ({ page, studio }, info) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, studio);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.screenshot({ path: info.outputPath('dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await paper()).not.toBe(dark);
  await page.setViewportSize({ width: 820, height: 1100 });
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  await expect(page.getByText('Needs', { exact: true })).toBeVisible();
  await page.screenshot({ path: info.outputPath('tablet.png') });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(820);
});

test('the town is the same whether or not a browser watches and asks', async ({ page }) => {
  const ticks = 3000;
  const [watched, alone] = [await start('--paused'), await start('--paused')];
  const digest = async (address: string) => {
    const answer = await fetch(`${address}api/digest`);
    return (await answer.json()) as { tick: number; digest: string };
  };
  // Time is moved on from a page that shows nothing.
  const step = async (address: string) => {
    const blank = await page.context().newPage();
    await blank.goto(`${address}icon.svg`);
    await blank.evaluate(async (ticks) => {
      const socket = new WebSocket(`ws://${window.location.host}/live`);
      await new Promise((opened) => (socket.onopen = opened));
      socket.send(JSON.stringify({ wish: 'step', ticks }));
      await new Promise((heard) => (socket.onmessage = heard));
      socket.close();
    }, ticks);
    await expect.poll(async () => (await digest(address)).tick, { timeout: 40_000 }).toBe(ticks + 1);
    await blank.close();
  };
  await page.goto(watched.address);
  await page.keyboard.press('t');
  await page.getByRole('rowheader').first().getByRole('button').click();
  await Promise.all([step(watched.address), step(alone.address)]);
  await expect(page.getByText('Needs', { exact: true })).toBeVisible();
  expect(await digest(watched.address)).toEqual(await digest(alone.address));
  watched.stop();
  alone.stop();
});
