import { expect, test } from '@playwright/test';

const readingPages = [
  '/',
  '/category/schemes-MjUy',
  '/article/x-MTAwMQ',
  '/video/x-NTAx',
  '/videos',
  '/search?q=pan',
  '/about',
  '/webstory/your-first-rti',
];

for (const path of readingPages) {
  test(`${path}: a reader who only reads downloads no script`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url())) scripts.push(request.url());
    });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(300);
    expect(scripts).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test('colour mode needs no download, and a touch leaves the page as the server wrote it', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/article/x-MTAwMQ');
  const before = await page.locator('main').innerHTML();
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /boot-/.test(name)));
  expect(await page.locator('main').innerHTML()).toBe(before);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-mode', 'dark');
  expect(problems).toEqual([]);
});

test('a click that comes before its script is not lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/assets/boot-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('/article/x-MTAwMQ');
  await page.getByRole('button', { name: 'Copy link' }).first().click();
  await expect(page.locator('#said')).not.toBeEmpty();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/article/');
});

test('the visit cookies are set by the page, with the source of the visit', async ({ page, context }) => {
  const response = await page.goto('/?utm_source=newsletter');
  expect(response?.headers()['set-cookie']).toBeUndefined();
  const cookies = await context.cookies();
  expect(cookies.map((cookie) => cookie.name).sort()).toEqual(['jrk_session_id', 'jrk_source']);
  expect(cookies.find((cookie) => cookie.name === 'jrk_source')?.value).toBe('newsletter');
  const visit = cookies.find((cookie) => cookie.name === 'jrk_session_id');
  expect((visit?.expires ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(1_801);
  await page.goto('/about');
  expect((await context.cookies()).find((cookie) => cookie.name === 'jrk_session_id')?.value).toBe(visit?.value);
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a citizen finds, reads and watches', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').last().fill('lost PAN card');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=lost/);
    await page.getByRole('main').getByRole('link', { name: /PAN/i }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/PAN/i);
    await page.goto('/videos');
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await expect(page.locator('video')).toHaveAttribute('controls', '');
  });

  test('a web story turns its pages by links', async ({ page }) => {
    await page.goto('/webstory/your-first-rti');
    await page.getByRole('link', { name: /Go to page 2/ }).click();
    await expect(page).toHaveURL(/#p2$/);
    await expect(page.locator('#p2 h2')).toBeInViewport();
  });
});
