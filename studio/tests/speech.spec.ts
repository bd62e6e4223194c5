// What people say and how they look, from what content declares.

import { join, resolve } from 'node:path';
import { expect, start, test, tick } from './studio';

interface Hands {
  studio: { map: { spoken: string[]; names: Map<number, string> }; feed: { figures: Map<number, { pose: number; toX: number; toY: number }> } };
}

const example = (name: string) => join(resolve(import.meta.dirname, '../../examples'), name);

test('what is said in a scene stands over heads, in the feed and in Play; stand-ins have names', async ({ page }, info) => {
  test.setTimeout(120_000);
  const studio = await start(example('kiosk'), '--speed', '4');
  await page.goto(studio.address);
  await page.keyboard.press('p');
  const play = page.getByRole('region', { name: 'Play' });
  await play.getByRole('button', { name: /Enter at/ }).click();
  await expect(play.getByRole('heading', { level: 2 })).toContainText('You');
  const words = 'One scoop, please.';
  await expect.poll(() => page.evaluate(() => (window as unknown as Hands).studio.map.spoken), { timeout: 90_000 }).toContain(words);
  await page.screenshot({ path: info.outputPath('speech.png') });
  await expect(play.getByRole('list', { name: 'What you see and hear' })).toContainText(words);
  await page.keyboard.press('n');
  await expect(page.getByRole('region', { name: 'What is going on' })).toContainText(`“${words}”`);
  // Everybody has a name, also those who have come just now.
  const names = await page.evaluate(() => [...(window as unknown as Hands).studio.map.names.values()]);
  expect(names.filter((name) => name.includes('#') || /^somebody/i.test(name))).toEqual([]);
  studio.stop();
});

test('a body looks as content declares, and stands otherwise', async ({ page }) => {
  const studio = await start(example('restaurant'), '--speed', '8');
  await page.goto(studio.address);
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        for (const pose of await page.evaluate(() => [...(window as unknown as Hands).studio.feed.figures.values()].map(({ pose }) => pose))) seen.add(pose);
        return (await tick(page)) > 60 * 60;
      },
      { timeout: 60_000, intervals: [80] },
    )
    .toBe(true);
  // Folding napkins is work; nobody lies down in a restaurant.
  expect(seen).toContain(2);
  expect(seen).not.toContain(3);
  studio.stop();
});

test('people in a room stand apart', async ({ page }, info) => {
  const studio = await start('--from', '19:30', '--speed', '4');
  await page.goto(studio.address);
  await expect.poll(() => tick(page)).toBeGreaterThan(200);
  await page.keyboard.press(' ');
  await page.waitForTimeout(800);
  const nearest = await page.evaluate(() => {
    const { map } = (window as unknown as { studio: { map: { drawn: { x: number; y: number; figure: { pose: number } }[]; camera: { scale: number } } } }).studio;
    // Those who sit are on their seats.
    const those = map.drawn.filter(({ figure }) => [0, 2, 6].includes(figure.pose));
    const apart = those.flatMap((a, index) => those.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y) / map.camera.scale));
    return Math.min(...apart);
  });
  await page.screenshot({ path: info.outputPath('apart.png') });
  expect(nearest).toBeGreaterThan(0.5);
  studio.stop();
});
