import { expect, test } from '@playwright/test';
import { startOwnServer } from './own-server.ts';

test('a list for two errands: chosen without script, and without a dead end', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Papers I need' }).click();
  await page.getByLabel('First passport').check();
  await page.getByLabel('PAN card', { exact: true }).check();
  await page.getByLabel('House', { exact: true }).selectOption('Rented house');
  await page.getByRole('button', { name: 'Make my list' }).click();
  await expect(page).toHaveURL(/errand=passport&errand=pan/);
  await expect(page.getByRole('heading', { name: /^Your list: \d+ papers$/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Aadhaar card', exact: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.context().close();
});

test('on a phone the button stays in reach once an errand is ticked', async ({ browser }) => {
  const page = await (await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 740 } })).newPage();
  await page.goto('/papers');
  const button = page.getByRole('button', { name: 'Make my list' });
  await expect(button).not.toBeInViewport();
  await page.getByLabel('First passport').tap();
  await expect(button).toBeInViewport({ ratio: 1 });
  // Not below the bar.
  await button.tap();
  await expect(page).toHaveURL(/errand=passport/);
  await page.context().close();
});

test('ticks stay on the device, the list opens without a connection and prints on one page', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 13);
  const address = `${site.origin}/papers?errand=passport&errand=pan`;
  try {
    await page.goto(`${site.origin}/about`);
    await page.keyboard.press('Tab');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(address);
    await page.getByRole('checkbox', { name: 'Aadhaar card', exact: true }).check();
    await expect(page.getByRole('status').filter({ hasText: 'You have' })).toHaveText(/^You have 1 of \d+ papers$/);
    await page.goto(`${site.origin}/papers/pan`);
    await expect(page.getByRole('checkbox', { name: 'Aadhaar card', exact: true })).toBeChecked();
  } finally {
    await site.stop();
  }
  await page.goto(address);
  await expect(page.getByRole('heading', { name: /^Your list/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Aadhaar card', exact: true })).toBeChecked();

  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

for (const [path, state] of [
  ['/papers', ''],
  ['/hi/papers', ''],
  // A State's own name for a paper is a line more.
  ['/papers', '&state=Maharashtra'],
])
  test(`${path}${state}: a list for two errands is one sheet of paper`, async ({ page }) => {
    await page.goto(`${path}?errand=pan&errand=ration-card${state}`);
    await expect(page.locator('h2').first()).toBeVisible();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
