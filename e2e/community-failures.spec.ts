import { expect, test } from '@playwright/test';
import { ask, ready, somebody } from './community-people.ts';

test('a like shows at once, and goes back with the reason where it fails', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  const like = page.locator('#question').getByRole('button', { name: /^Helpful/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const stored = page.waitForResponse('**/api/communities/reaction');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveText('1');
  await stored;
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/communities/reaction', async (route) => {
    await held;
    await route.abort();
  });
  await page
    .locator('#question')
    .getByRole('button', { name: /^Not helpful/ })
    .click();
  await expect(like).toHaveText('0');
  release();
  await expect(page.getByText('No response received from server')).toBeVisible();
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('an answer that cannot be sent keeps its words, and says why', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  const words = page.getByLabel('Your answer');
  for (const [given, shown] of [
    [
      { status: 403, json: { status: 403, code: 'forbidden', message: 'x', requestId: 'x' } },
      "Forbidden. You don't have permission.",
    ],
    [{ status: 400, json: { status: 400, code: 'validation_failed', message: '', requestId: 'x' } }, 'Bad Request'],
    [
      { status: 409, json: { status: 409, code: 'conflict', message: 'This question is closed.', requestId: 'x' } },
      'This question is closed.',
    ],
    [{ status: 502, body: 'Bad gateway' }, 'An error occurred'],
    [null, 'No response received from server'],
  ] as const) {
    await page.route('**/api/communities/comment/create', (route) => (given ? route.fulfill(given) : route.abort()));
    await words.fill('Kept whatever happens.');
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.locator('[data-told]')).toContainText('Error posting comment');
    await expect(page.locator('[data-told]')).toContainText(shown);
    await expect(words).toHaveValue('Kept whatever happens.');
    await page.unroute('**/api/communities/comment/create');
  }
  await page.reload();
  await expect(words).toHaveValue('Kept whatever happens.');
  await page.getByRole('button', { name: 'Post answer' }).click();
  await expect(page.locator('article.post')).toContainText('Kept whatever happens.');
  await expect(words).toHaveValue('');
});

test.describe('where scripts are slow', () => {
  test.use({ serviceWorkers: 'block' });

  test('words on their way stand still; without the script that looks for numbers the server does it', async ({
    page,
  }) => {
    await somebody(page);
    const { canonicalUrl } = await ask(page);
    await page.goto(canonicalUrl);
    await ready(page);
    let drop = () => {};
    const held = new Promise<void>((resolve) => (drop = resolve));
    await page.route('**/assets/find-personal-numbers*', async (route) => {
      await held;
      await route.abort();
    });
    const words = page.getByLabel('Your answer');
    await words.fill('At the tehsil.');
    await page.getByRole('button', { name: 'Post answer' }).click();
    await words.press('End');
    await words.pressSequentially(' Or not.');
    await expect(words).toHaveValue('At the tehsil.');
    let letThrough = () => {};
    const onItsWay = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`**${canonicalUrl}*`, async (route) => {
      if (route.request().method() === 'POST') await onItsWay;
      await route.fallback();
    });
    // Playwright looks at no element of a page that is being left.
    await words.evaluate((area: HTMLTextAreaElement) =>
      addEventListener('beforeunload', () =>
        setTimeout(() => console.log(area.readOnly ? 'still held' : 'let go'), 300),
      ),
    );
    const told = page.waitForEvent('console', { predicate: (message) => /^(still held|let go)$/.test(message.text()) });
    drop();
    expect((await told).text()).toBe('still held');
    letThrough();
    await expect(page.locator('article.post')).toContainText('At the tehsil.');
    await expect(words).toHaveValue('');
    await expect(words).toBeEditable();
  });
});

test('sharing lists its targets and counts; a failure shows its error number', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.goto(canonicalUrl);
  await ready(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.locator('#share').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  );
  await expect(page.getByRole('button', { name: 'Share, 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Share, 1' }).click();
  await page.route('**/share', (route) =>
    route.fulfill({ status: 429, json: { status: 429, code: 'too_many_requests', message: 'x', requestId: 'x' } }),
  );
  await page.getByRole('button', { name: 'Share, 1' }).click();
  await expect(page.getByText('Error: 429 - Too Many Requests')).toBeVisible();
});
