import { expect, type Page, test } from '@playwright/test';
import { ask, call, ready, somebody, somebodyElse } from './community-people.ts';

test('a like shows at once, and goes back with the reason where it fails', async ({ page }) => {
  await somebody(page);
  const asker = await somebodyElse(page);
  const { canonicalUrl } = await ask(asker);
  await asker.context().close();
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
  const { id, canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  const words = page.getByLabel('Your answer');
  for (const [given, shown] of [
    [
      { status: 403, json: { status: 403, code: 'forbidden', message: 'x', requestId: 'x' } },
      "Forbidden. You don't have permission.",
    ],
    [{ status: 400, json: { status: 400, code: 'validation_failed', message: '', requestId: 'x' } }, 'Bad Request'],
    [{ status: 502, body: 'Bad gateway' }, 'An error occurred'],
  ] as const) {
    await page.route(`**${canonicalUrl}`, (route) => route.fulfill(given));
    await words.fill('Kept whatever happens.');
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.locator('[data-told]')).toContainText('Error posting comment');
    await expect(page.locator('[data-told]')).toContainText(shown);
    await expect(words).toHaveValue('Kept whatever happens.');
    await page.unroute(`**${canonicalUrl}`);
  }
  await call(page, `/communities/question/${id}/close`, { isClosed: true });
  await page.getByRole('button', { name: 'Post answer' }).click();
  await expect(page.locator('[data-told]')).toContainText('This question is closed.');
  await expect(words).toHaveValue('Kept whatever happens.');
  await expect(words).toBeFocused();
  await call(page, `/communities/question/${id}/close`, { isClosed: false });
  await page.reload();
  await expect(words).toHaveValue('Kept whatever happens.');
  await page.getByRole('button', { name: 'Post answer' }).click();
  await expect(page.locator('article.post')).toContainText('Kept whatever happens.');
  await expect(words).toHaveValue('');
});

// Alone: what no network carried goes by itself once there is one.
test('an answer that no network carries keeps its words, and says so', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  const words = page.getByLabel('Your answer');
  await page.route(`**${canonicalUrl}`, (route) => route.abort());
  await words.fill('Kept whatever happens.');
  await page.getByRole('button', { name: 'Post answer' }).click();
  await expect(page.locator('[data-told]')).toContainText('Error posting comment');
  await expect(page.locator('[data-told]')).toContainText('No response received from server');
  await expect(words).toHaveValue('Kept whatever happens.');
});

test('words on their way stand still', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  let letThrough = () => {};
  const onItsWay = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`**${canonicalUrl}*`, async (route) => {
    if (route.request().method() === 'POST') await onItsWay;
    await route.fallback();
  });
  const words = page.getByLabel('Your answer');
  await words.fill('At the tehsil.');
  await page.getByRole('button', { name: 'Post answer' }).click();
  await words.press('End');
  await words.pressSequentially(' Or not.');
  await expect(words).toHaveValue('At the tehsil.');
  // Playwright looks at no element of a page that is being left.
  await words.evaluate((area: HTMLTextAreaElement) =>
    addEventListener('beforeunload', () => console.log(area.readOnly ? 'still held' : 'let go')),
  );
  const told = page.waitForEvent('console', { predicate: (message) => /^(still held|let go)$/.test(message.text()) });
  letThrough();
  expect((await told).text()).toBe('still held');
  await expect(page.locator('article.post')).toContainText('At the tehsil.');
  await expect(words).toHaveValue('');
  await expect(words).toBeEditable();
});

test('numbers in an answer are shown where it stands, and hidden there', async ({ page }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  const words = page.getByLabel('Your answer');
  await words.fill('Call me at 98765 43210.');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Post answer' }).click();
  await page.getByRole('button', { name: 'Hide the numbers' }).click();
  await expect(words).toHaveValue('Call me at XXXXX X3210.');
  await expect(words).toBeFocused();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.getByRole('button', { name: 'Post answer' }).click();
  await expect(page.locator('article.post')).toContainText('XXXXX X3210');
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
  const again = page.getByRole('button', { name: 'Share, 1' });
  for (const [status, words] of [
    [429, 'Too Many Requests'],
    [413, 'Content Too Large'],
    [504, 'Gateway Timeout'],
    [520, 'An error occurred'],
  ] as const) {
    await page.route('**/share', (route) =>
      route.fulfill({ status, json: { status, code: 'x', message: 'x', requestId: 'x' } }),
    );
    // Closes the list, and opens it.
    await again.click();
    await again.click();
    await expect(page.getByText(`Error: ${status} - ${words}`)).toBeVisible();
    await page.unroute('**/share');
  }
});

const sent = 'No response received from server';
const boot = '**/assets/boot-*';
/** A network that is there, and carries nothing; or one that the browser knows to be gone. */
const breaks: [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
  ['no network', (page) => page.context().setOffline(true), (page) => page.context().setOffline(false)],
  [
    'a network that carries nothing',
    (page) => page.route('**/*', (route) => route.abort()),
    (page) => page.unroute('**/*'),
  ],
];

for (const [how, cut, mend] of breaks)
  test(`an answer as the first act with ${how} stays on its page, and says why it was not sent`, async ({ page }) => {
    await somebody(page);
    const { canonicalUrl } = await ask(page);
    await page.goto(canonicalUrl);
    await ready(page);
    const words = page.getByLabel('Your answer');
    await words.fill('Typed on a train.');
    await cut(page);
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.locator('[data-told]')).toContainText('Error posting comment');
    await expect(page.locator('[data-told]')).toContainText(sent);
    await expect(words).toHaveValue('Typed on a train.');
    await expect(words).toBeEditable();
    await mend(page);
  });

test.describe('before any script is there', () => {
  test.use({ serviceWorkers: 'block' });

  test('an answer without a network stays in its plain form, and says why', async ({ page, context }) => {
    await somebody(page);
    const { canonicalUrl } = await ask(page);
    await page.route(boot, (route) => route.abort());
    await page.goto(canonicalUrl);
    await page.getByLabel('Your answer').fill('Typed on a train.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.getByRole('alert').filter({ hasText: sent })).toBeVisible();
    await expect(page.getByLabel('Your answer')).toHaveValue('Typed on a train.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.locator('article.post')).toContainText('Typed on a train.');
  });
});
