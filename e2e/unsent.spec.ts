import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { ask, call, ready, some, somebody } from './community-people.ts';
import { signInSettled } from './sign-in-as.ts';

const box = (page: Page) => page.getByRole('region', { name: 'Waits for a network' });
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('unsent')) return 0;
    return new Promise<number>((resolve) => {
      indexedDB.open('unsent').onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        database.transaction('forms').objectStore('forms').count().onsuccess = (event) => {
          database.close();
          resolve((event.target as IDBRequest<number>).result);
        };
      };
    });
  });
/** Until what keeps it is here: it is fetched with the page of who is signed in, else with the first touch of a form. */
async function watched(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/unsent-here-')),
  );
  await page.waitForLoadState('networkidle');
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/signout');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
}

test('an answer waits for a network, and is posted once when it is back', async ({ page, context }) => {
  await somebody(page);
  const { canonicalUrl } = await ask(page);
  await page.goto(canonicalUrl);
  await ready(page);
  await watched(page);
  const words = `At the tehsil, ${some()}.`;
  await page.getByLabel('Your answer').fill(words);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Post answer' }).click();
  // As before: the reason, and the words in their field.
  await expect(page.locator('[data-told]')).toContainText('No response received from server');
  await expect(page.getByLabel('Your answer')).toHaveValue(words);
  await expect(box(page)).toContainText(words);
  await expectAccessible(page, 'what waits');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, 'what waits');
  await context.setOffline(false);
  await expect(page.locator('article.post')).toContainText(words);
  await expect(box(page)).toHaveCount(0);
  await expect(page.getByLabel('Your answer')).toHaveValue('');
  await page.reload();
  await expect(page.locator('article.post')).toHaveCount(1);
  expect(await waiting(page)).toBe(0);
});

test('a thumb and a wish to follow wait; the last wish counts', async ({ page, context }) => {
  await somebody(page);
  const other = await context.browser()!.newContext();
  const asker = await other.newPage();
  await somebody(asker);
  const { id, canonicalUrl } = await ask(asker);
  await other.close();
  await page.goto(canonicalUrl);
  await ready(page);
  await watched(page);
  await context.setOffline(true);
  const like = page.locator('#question').getByRole('button', { name: /^Helpful/ });
  await like.click();
  await expect(box(page)).toContainText('Your thumb');
  await page
    .locator('#question')
    .getByRole('button', { name: /^Not helpful/ })
    .click();
  await page.locator('[data-follow] button').first().click();
  await expect(box(page).getByRole('listitem')).toHaveCount(2);
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible();
  await expect.poll(() => waiting(page)).toBe(0);
  const mine = await call<{ liked: string[]; disliked: string[]; following: boolean }>(
    page,
    `/communities/question/${id}/mine`,
    { commentIds: [], replyIds: [] },
  );
  expect([mine.liked, mine.disliked, mine.following]).toEqual([[], [`QUESTION-${id}`], true]);
});

test('what one person left is never sent for another', async ({ page, context }) => {
  await signInSettled(page);
  await page.goto('/community/ask');
  await watched(page);
  const title = `Where is the ration shop ${some()}?`;
  await page.getByLabel('Your question').first().fill(title);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Post', exact: false }).first().click();
  await expect(box(page)).toContainText(title);
  await page.goto('about:blank');
  await context.clearCookies();
  await context.setOffline(false);
  await signInSettled(page);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await page.goto('/about');
  // The page may fetch itself again, for who is here now.
  await expect(async () => expect(await waiting(page)).toBe(0)).toPass();
  await expect(box(page)).toHaveCount(0);
  expect(posts).not.toContain('/community/ask');
});

test.describe('without a worker, whose sending no test can hold up', () => {
  test.use({ serviceWorkers: 'block' });

  test('a question waits over a reload, is edited with all that was chosen, and goes once from any page', async ({
    page,
    context,
  }) => {
    await somebody(page);
    await page.goto('/community/ask');
    await watched(page);
    const title = `How is a well registered ${some()}?`;
    await page.getByLabel('Your question').first().fill(title);
    await page.getByLabel('Ask without my name').check();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Post', exact: false }).first().click();
    await expect(box(page)).toContainText(title);
    // Before it goes by itself: somebody opens another page, and edits it.
    await page.route('**/community/ask', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await context.setOffline(false);
    await page.goto('/about');
    await expect(box(page)).toContainText(title);
    await box(page).getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByLabel('Your question').first()).toHaveValue(title);
    await expect(page.getByLabel('Ask without my name')).toBeChecked();
    expect(await waiting(page)).toBe(0);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Post', exact: false }).first().click();
    await expect(box(page)).toContainText(title);
    await page.unroute('**/community/ask');
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/question\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.goto('/community/ask');
    await expect(page.getByLabel('Your question').first()).toHaveValue('');
  });

  test('a guest’s message waits, and can be discarded', async ({ page, context }) => {
    await page.goto('/contact');
    await page.getByLabel('Your name').fill('Asha Rao');
    await watched(page);
    await page.getByLabel('Email').first().fill('asha@example.in');
    await page.getByLabel('What is it about?').fill('A broken link');
    await page.getByLabel('Your message').fill('The link to the form is broken.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'No response received from server.' })).toBeVisible();
    await expect(box(page)).toContainText('Your message to us: A broken link');
    await box(page).getByRole('button', { name: 'Discard' }).click();
    await expect(box(page)).toHaveCount(0);
    expect(await waiting(page)).toBe(0);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(box(page)).toBeVisible();
    // Read while it is on its way: once the next page has come, the browser may tell nothing of it any more.
    const headers = page
      .waitForRequest((request) => request.url().endsWith('/contact') && request.method() === 'POST')
      .then((request) => request.allHeaders());
    await context.setOffline(false);
    expect(await headers).toHaveProperty('content-type');
    expect(await headers).not.toHaveProperty('cookie');
    await expect(page).toHaveURL(/\/contact\?sent=\d+/);
  });

  test('at a sign-out what waits is discarded; after a session that ended it waits for the same person', async ({
    page,
    context,
  }) => {
    const phoneNo = await signInSettled(page);
    await page.goto('/community/ask');
    await watched(page);
    const title = `Who repairs a hand pump ${some()}?`;
    const post = async () => {
      await page.getByLabel('Your question').first().fill(title);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Post', exact: false }).first().click();
      await expect(box(page)).toContainText(title);
      await page.route('**/community/ask', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await context.setOffline(false);
    };
    await post();
    await signOut(page);
    await expect.poll(() => waiting(page)).toBe(0);
    await page.unroute('**/community/ask');

    await signInSettled(page, phoneNo);
    await page.goto('/community/ask');
    await watched(page);
    await post();
    await page.goto('about:blank');
    await context.clearCookies();
    await page.unroute('**/community/ask');
    await page.goto('/about');
    await page.mouse.click(5, 5);
    await expect(box(page)).toContainText('Sign in to send it.');
    await expect(box(page)).not.toContainText(title);
    expect(await waiting(page)).toBe(1);
    await signInSettled(page, phoneNo);
    await page.goto('/about');
    await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible();
    await page.getByRole('link', { name: 'See it' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });
});
