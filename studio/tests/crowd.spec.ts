import { expect, test, visit } from './studio';

interface Hands {
  studio: { map: { cost: number; frameRate: number; camera: { fit(west: number, south: number, east: number, north: number): void } }; feed: { cost: number; take(bytes: ArrayBuffer): void; figures: Map<number, unknown> } };
}

test('ten thousand who move are drawn in time', async ({ page, studio }, info) => {
  await visit(page, studio);
  await page.keyboard.press(' ');
  const found = await page.evaluate(async () => {
    const { map, feed } = (window as unknown as Hands).studio;
    const count = 10_000;
    const bytes = new ArrayBuffer(52 + count * 16);
    const view = new DataView(bytes);
    let told = 0;
    const tell = () => {
      view.setUint8(0, 1);
      view.setUint32(4, count, true);
      view.setInt32(12, 12 * 3600, true);
      for (let n = 0; n < count; n++) {
        const at = 52 + n * 16;
        view.setUint32(at, 1000 + n, true);
        view.setInt32(at + 4, (n % 100) * 3000 + told * 60, true);
        view.setInt32(at + 8, Math.floor(n / 100) * 2000, true);
        view.setUint8(at + 14, n % 7);
        view.setUint8(at + 15, n % 3 === 0 ? 1 : 0);
      }
      feed.take(bytes);
      told += 1;
    };
    map.camera.fit(0, 0, 300, 200);
    const often = setInterval(tell, 100);
    const begun = performance.now();
    await new Promise((done) => setTimeout(done, 5000));
    clearInterval(often);
    const seconds = (performance.now() - begun) / 1000;
    // What is taken in for several frames counts for each with its share.
    const hearing = (feed.cost * told) / seconds / map.frameRate;
    return { people: feed.figures.size, drawing: map.cost, hearing, frameRate: map.frameRate, rate: (told * bytes.byteLength) / seconds };
  });
  console.log(`10,000 movers: ${found.drawing.toFixed(1)} ms a frame to draw and ${found.hearing.toFixed(1)} to hear of them, ${found.frameRate.toFixed(0)} frames a second, ${(found.rate / 1e6).toFixed(2)} MB/s`);
  expect(found.people).toBeGreaterThanOrEqual(10_000);
  expect(found.rate).toBeLessThan(2e6);
  // A bound for a slow machine without a graphics card; the figure above is what is looked at.
  expect(found.drawing + found.hearing).toBeLessThan(40);
  await page.screenshot({ path: info.outputPath('crowd.png') });
});
