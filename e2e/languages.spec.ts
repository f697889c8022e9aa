import { expect, type Page, test } from '@playwright/test';

// The same header stands on every page: src/languages.test.ts follows its link on each kind.
const kinds = ['/', '/search?q=pan', '/letters/rti'];
const failures = ['/nothing-here', '/article/gone-OTk5OTk5', '/preview/none'];

/** Moves the focus by Tab alone. */
async function tabTo(page: Page, language: string): Promise<void> {
  const link = page.locator(`header a[hreflang=${language}]`);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`header a[hreflang=${language}]:focus`).count()) > 0) break;
  }
  await expect(link).toBeFocused();
}

test.describe('the language switch, without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of kinds)
    test(`${path}: by keyboard to the same page in the other language, and back`, async ({ page }) => {
      await page.goto(path);
      const from = page.url();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('header a[hreflang=hi]')).toHaveAttribute('lang', 'hi');
      await tabTo(page, 'hi');
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
      const there = new URL(page.url());
      expect(there.pathname).toMatch(/^\/hi(?:\/|$)/);
      expect(there.search).toBe(new URL(from).search);
      await tabTo(page, 'en');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(from);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });

  for (const path of failures)
    test(`${path}: an error page has the switch as well`, async ({ page }) => {
      await page.goto(path);
      await page.locator('header a[hreflang=hi]').click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
      await page.locator('header a[hreflang=en]').click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
});

const loaded = (page: Page, script: string) =>
  page.waitForFunction(
    (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name)),
    script,
  );

test.describe('a browser that asks for Hindi', () => {
  test.use({ locale: 'hi-IN' });

  test('is offered the page in Hindi, in a line that moves nothing and stays away once closed', async ({ page }) => {
    await page.goto('/about');
    const hint = page.locator('[data-hint=language]');
    const before = await page.locator('h1').boundingBox();
    await page.keyboard.press('Tab');
    await expect(hint).toBeVisible();
    await expect(hint).toHaveAttribute('lang', 'hi');
    expect(await page.locator('h1').boundingBox()).toEqual(before);
    const link = hint.getByRole('link', { name: 'यह पेज हिन्दी में पढ़ें' });
    expect(await link.getAttribute('href')).toBe(
      await page.locator('header a[hreflang=hi]').evaluate((one: HTMLAnchorElement) => one.href),
    );
    // The page's end is not under it.
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const end = await page.locator('footer').evaluate((one) => one.getBoundingClientRect().bottom);
      expect(end).toBeLessThanOrEqual((await hint.boundingBox())!.y);
    }
    await hint.getByRole('button', { name: 'बंद करें' }).click();
    await expect(hint).toHaveCount(0);

    await page.reload();
    await page.keyboard.press('Tab');
    await loaded(page, 'language-hint-');
    await expect(hint).toHaveCount(0);
  });

  test('follows the link, and is offered nothing on a page in Hindi', async ({ page }) => {
    await page.goto('/letters');
    await page.keyboard.press('Tab');
    await page.locator('[data-hint=language] a').click();
    await expect(page).toHaveURL(/\/hi\/letters$/);
    await page.keyboard.press('Tab');
    await loaded(page, 'boot-');
    await expect(page.locator('[data-hint=language]')).toHaveCount(0);
  });

  for (const path of ['/check', '/community/ask', '/find-schemes'])
    test(`has nothing laid over the fields of ${path}`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await page.keyboard.press('Tab');
      await loaded(page, 'language-hint-');
      await expect(page.locator('[data-hint=language]')).toHaveCount(0);
      await expect(page.locator('header a[hreflang=hi]')).toBeVisible();
    });
});

test('a browser that asks for the language of the page is offered nothing', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await loaded(page, 'boot-');
  await expect(page.locator('[data-hint=language]')).toHaveCount(0);
  expect(
    await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /language-hint/.test(name)).length,
    ),
  ).toBe(0);
});

test('a Hindi page that the browser translates into Tamil asks for Hindi, and its links stay in Hindi', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.lang = 'ta';
    }),
  );
  await page.goto('/hi/search?q=pan');
  const suggest = page.waitForRequest(/\/api\/search\/suggest/);
  await page.locator('main input[type=search]').pressSequentially('aadh');
  expect((await suggest).url()).toContain('lang=hi');
  await page.locator('main [role=option]').first().click();
  await expect(page).toHaveURL(/\/hi\//);
});
