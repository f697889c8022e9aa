import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, serviceWorkers: 'block' });

test('the home page, read to its end on a phone, is bounded with all of its pictures', async ({ page, request }) => {
  // The second request of a page has it compressed better, and the better copy is kept.
  for (let times = 0; times < 3; times += 1) await request.get('/', { headers: { 'accept-encoding': 'br' } });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, string>();
  const underWay = new Set<string>();
  const bytes: Record<string, number> = {};
  session.on('Network.requestWillBeSent', ({ requestId }) => void underWay.add(requestId));
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  session.on('Network.loadingFailed', ({ requestId }) => void underWay.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    underWay.delete(requestId);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((to) => scrollTo(0, to), top);
    // Pictures are asked for by an observer, after the frame.
    await page.waitForTimeout(200);
    await expect.poll(() => underWay.size).toBe(0);
  }
  console.info(`home page: ${JSON.stringify(bytes)}`);
  const all = Object.values(bytes).reduce((sum, part) => sum + part, 0);
  expect(bytes.Image).toBeGreaterThan(20_000);
  // With headers; 15% above what was served in November 2026.
  expect(bytes.Image).toBeLessThanOrEqual(165_000);
  expect(all).toBeLessThanOrEqual(264_000);
});
