import { expect, type Page, test } from '@playwright/test';

const elsewhere = 'https://mausam.imd.gov.in/';
const exit = (page: Page, name = 'Leave this page') => page.getByRole('link', { name });

test.beforeEach(async ({ page }) => {
  await page.context().route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: 'Weather' }));
});

test('leaves a page about violence at once: Back does not lead there, and nothing of the visit stays', async ({
  page,
}) => {
  await page.goto('/about');
  await page.goto('/search?q=my+husband+beats+me');
  await page.evaluate(() => (sessionStorage.draft = 'He must not know'));
  await page.waitForFunction(() => document.cookie.includes('jrk_session_id'));
  await page.evaluate(() => {
    localStorage.profileAnswers = '{"guest":{"age":30}}';
    localStorage.cart = '{"guest":{"items":[{"schemeId":1013}]}}';
  });
  await exit(page).click();
  await expect(page).toHaveURL(elsewhere);
  await page.goBack();
  await expect(page).toHaveURL('/about');
  const kept = await page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return {
      urls: all.flat().filter((url) => url.includes('husband')),
      draft: sessionStorage.draft as unknown,
      answers: (localStorage.profileAnswers as unknown) ?? '{}',
      cart: (localStorage.cart as unknown) ?? '{}',
    };
  });
  expect(kept).toEqual({ urls: [], draft: undefined, answers: '{}', cart: '{}' });
});

test('tapped before its script has come, it leaves no page about violence behind Back', async ({ page }) => {
  await page.goto('/about');
  await page.route('**/assets/quick-exit*.js', () => new Promise<never>(() => {}));
  await page.goto('/search?q=my+husband+beats+me');
  await page.evaluate(() => (sessionStorage.draft = localStorage.answer = 'He must not know'));
  await exit(page).click();
  await expect(page).toHaveURL(elsewhere);
  await page.goBack();
  await expect(page).toHaveURL('/about');
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('know');
});

test('stays in sight on an article about violence, in Hindi too, and works by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/hi/search?q=gharelu+hinsa');
  await page.locator('main a[href*="/article/"]').first().click();
  await page.evaluate(() => scrollTo(0, 4_000));
  await expect(exit(page, 'यह पेज तुरंत छोड़ें')).toBeInViewport();
  await exit(page, 'यह पेज तुरंत छोड़ें').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(elsewhere);
});

test('is not on other pages', async ({ page }) => {
  for (const path of ['/search?q=ration+card', '/article/x-MTAxMw', '/']) {
    await page.goto(path);
    await expect(exit(page)).toHaveCount(0);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('it leads away all the same', async ({ page }) => {
    await page.goto('/search?q=my+husband+beats+me');
    await exit(page).click();
    await expect(page).toHaveURL(elsewhere);
  });
});
