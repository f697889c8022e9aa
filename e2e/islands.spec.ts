import { expect, type Page, test } from '@playwright/test';

/** Collects the error reports that pages send to the server. */
async function told(page: Page): Promise<Record<string, string>[]> {
  const reports: Record<string, string>[] = [];
  await page.route('**/api/problems', (route) => {
    reports.push(JSON.parse(route.request().postData() ?? '{}') as Record<string, string>);
    return route.fulfill({ status: 204 });
  });
  return reports;
}
function gate() {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  return { release, isReleased };
}
const mode = (page: Page) => page.getByRole('button', { name: 'Dark or light' }).first();

test('a page of an older build, whose script is gone, stays whole; its forms and colours work', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/find-schemes');
  await page.locator('h1').click();
  await mode(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await page.locator('#ask button[value=skip]').click();
  await expect(page.locator('#ask .asked')).toBeVisible();
  await page.goto('/about');
  await page.locator('header input[name=q]').fill('pan');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=pan/);
});

test('an island that does not load leaves its plain form, and is reported once, without user input', async ({
  page,
}) => {
  const reports = await told(page);
  await page.route('**/assets/finder.island-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/find-schemes');
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatchObject({ kind: 'island_not_loaded', island: 'finder', name: 'TypeError' });
  await page.locator('h1').click();
  await expect(page.locator('#ask .asked')).toBeVisible();
  expect(Object.keys(reports[0]!).sort()).toEqual(['island', 'kind', 'name', 'place']);
});

test('React is fetched ahead of the finder, once, and no policy forbids that', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto('/find-schemes');
  await page.locator('[data-drawn] .asked').waitFor();
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/react-/.test(name))
      .map(({ initiatorType, transferSize }) => [initiatorType, transferSize > 0]),
  );
  expect(fetched[0]).toEqual(['link', true]);
  expect(fetched.filter(([, isTransferred]) => isTransferred)).toHaveLength(1);
  expect(refused).toEqual([]);
});

test.describe('without a worker, which would fetch the file itself', () => {
  test.use({ serviceWorkers: 'block' });

  test('an island that throws leaves the rest of the page, and is reported once', async ({ page }) => {
    const reports = await told(page);
    await page.route('**/api/schemes/rules/finder*', (route) =>
      route.fulfill({ json: { conditions: [{ fact: 'luck' }], data: [{ id: 1, all: [0] }] } }),
    );
    await page.goto('/find-schemes');
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    await expect(page.locator('#ask .asked')).toBeVisible();
    await expect(page.locator('footer')).toBeVisible();
    const places = reports.map((report) => JSON.stringify(report));
    expect(new Set(places).size).toBe(places.length);
  });
});

test('without storage, Intl.Segmenter and a service worker nothing breaks', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const reports = await told(page);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
    Object.defineProperty(window, 'caches', { get: refuse });
    Reflect.deleteProperty(Intl, 'Segmenter');
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
  });
  for (const path of ['/', '/article/x-MTAwMQ', '/login', '/community/ask', '/cart', '/find-schemes']) {
    await page.goto(path);
    await page.locator('h1').first().click();
    await mode(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  }
  await expect(page.locator('[data-drawn] .asked')).toBeVisible();
  expect(problems).toEqual([]);
  expect(reports).toEqual([]);
});

test('a full storage costs the choice at most, not the page', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/category/schemes-MjUy');
  await mode(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await page.goto('/find-schemes');
  await page.locator('[data-drawn] .asked').waitFor();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.locator('[data-drawn] .asked').first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('back to a page finds what was typed before its script came, and its script still there', async ({ page }) => {
  const { release, isReleased } = gate();
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/community/ask');
  await page.locator('[name=title]').fill('How do I get a ration card?');
  release();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:ask'))).toContain('ration card');
  await page.locator('.tools a[href^="/videos"], .dock a[href="/videos"]').first().click({ force: true });
  await expect(page).toHaveURL(/\/videos/);
  await page.goBack();
  await expect(page.locator('[name=title]')).toHaveValue('How do I get a ration card?');
  await mode(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
});

test('two tabs: each works, and the second begins in the colours that the first chose', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await Promise.all([first.goto('/find-schemes'), second.goto('/about')]);
  await first.locator('[data-drawn] .asked').waitFor();
  await mode(first).click();
  await second.reload();
  await expect(second.locator('html')).toHaveAttribute('data-mode', 'dark');
  await first.getByRole('button', { name: 'Skip' }).click();
  await expect(first.locator('[data-drawn] .asked').first()).toBeVisible();
});
