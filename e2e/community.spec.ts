import { expect, type Page, test } from '@playwright/test';
import { answer, ask, call, ready, some, somebody, somebodyElse } from './community-people.ts';
import { expectAccessible, expectToFit } from './axe.ts';
import { codeFor, enterCode, newNumber, settled } from './people.ts';

test('somebody asks, another answers and replies, the asker accepts', async ({ page }) => {
  test.slow();
  await somebody(page);
  const title = `Whom do I ask about a widow pension ${some()}?`;
  await page.goto('/community/ask');
  await page.getByLabel('Your question in one line').fill(title);
  await page.getByLabel('What has happened so far').fill('Gaya, Bihar. Stopped in August.');
  await page.getByText('Schemes', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Post question' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const url = new URL(page.url()).pathname;

  const helper = await somebodyElse(page);
  await helper.goto(url);
  await ready(helper);
  await helper.getByLabel('Your answer').fill('Go to the **block office**.');
  await helper.getByRole('button', { name: 'Post answer' }).click();
  await expect(helper.locator('article.post')).toContainText('block office');
  await expect(helper.getByLabel('Your answer')).toHaveValue('');
  // The outline of the new answer lies over no words.
  await expect(helper.getByText('Did you ask this?')).toHaveCount(0);
  // Both in one moment: the page scrolls to the new answer.
  const room = await helper.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    return boxOf('article.post').top - boxOf('#answers h2').bottom;
  });
  expect(room).toBeGreaterThanOrEqual(8);

  await page.goto(url);
  await page.getByRole('link', { name: /^Reply to/ }).click();
  await page.getByLabel('Your reply').fill('Thank you!');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page.locator('.kids')).toContainText('Thank you!');
  await page.getByRole('button', { name: 'Accept this answer' }).click();
  await expect(page.locator('.best')).toContainText('block office');

  await helper.goto('/notifications');
  await expect(helper.getByRole('main')).toContainText('accepted your answer');
  await helper.getByRole('link', { name: /replied to your answer/ }).click();
  await expect(helper.locator('.kids')).toContainText('Thank you!');
  await helper.context().close();
});

test('the districts of the chosen State are offered, and one that was chosen stays', async ({ page }) => {
  await page.goto('/community/ask');
  await page.getByText('Where is it?').click();
  const district = page.getByLabel('District');
  await district.selectOption('Gaya');
  await page.locator('#state').selectOption('Bihar');
  await expect(district).toHaveValue('Gaya');
  await expect(district.locator('optgroup')).toHaveCount(1);
  await page.locator('#state').selectOption('Goa');
  await expect(district).toHaveValue('');
  await expect(district.locator('option')).toHaveText(['Not given', 'North Goa', 'South Goa']);
});

test('what is deleted leaves a tombstone where others have written; what is reported reaches the moderators', async ({
  page,
}) => {
  await somebody(page);
  const { id, canonicalUrl } = await ask(page);
  const comment = await answer(page, id);
  const other = await somebodyElse(page);
  await call(other, '/communities/reply/create', { commentId: comment.id, body: 'My words stay.' });
  await page.goto(canonicalUrl);
  await ready(page);
  const mine = page.locator(`#comment-${comment.id}`).getByRole('link', { name: 'Change or delete' }).first();
  // The flag means to report.
  await expect(mine.locator('svg')).toHaveCount(0);
  await mine.click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expectAccessible(page, 'the question before a deletion');
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('This answer was removed.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('My words stay.');
  await other.goto(`/community/post/question-${id}`);
  await other.getByLabel('Advertising or spam').check();
  await other.getByRole('button', { name: 'Send the report' }).click();
  await expect(other.getByText('A moderator will look at it.')).toBeVisible();
  await other.context().close();
});

test('similar questions are offered and numbers are caught while typing; the draft outlives the page', async ({
  page,
}) => {
  await somebody(page);
  const title = `Namesake pension of ${some()} stopped suddenly`;
  const asked = await ask(page, { title });
  await page.goto('/community/ask');
  await page.getByLabel('Your question in one line').fill(title);
  await expect(page.locator('#similar').getByRole('link', { name: title })).toHaveAttribute('href', asked.canonicalUrl);
  await page.getByLabel('What has happened so far').fill('Call me at 98765 43210.');
  await page.getByRole('button', { name: 'Hide the numbers' }).click();
  await expect(page.getByLabel('What has happened so far')).toHaveValue('Call me at XXXXX X3210.');
  await expect(page.locator('#numbers')).toBeEmpty();
  await page.reload();
  await expect(page.getByLabel('What has happened so far')).toHaveValue('Call me at XXXXX X3210.');
});

test('reading a question with twenty answers downloads no script, and 40 kB in all', async ({ page, browser }) => {
  test.slow();
  await somebody(page);
  const others: Page[] = [];
  for (let at = 0; at < 5; at += 1) others.push(await somebodyElse(page));
  const { id, canonicalUrl } = await ask(page, { body: 'We live in Gaya, Bihar. '.repeat(12) });
  for (let at = 0; at < 20; at += 1)
    await answer(
      others[at % 5]!,
      id,
      `Answer ${some()}: go to the block office with the passbook, ask for the pension clerk, and take a receipt. `.repeat(
        2,
      ),
    );
  const reader = await (await browser.newContext()).newPage();
  let bytes = 0;
  const scripts: string[] = [];
  const session = await reader.context().newCDPSession(reader);
  await session.send('Network.enable');
  const urls = new Map<string, string>();
  const sizes: string[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    sizes.push(`${encodedDataLength} ${urls.get(requestId)}`);
  });
  reader.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await reader.goto(canonicalUrl, { waitUntil: 'networkidle' });
  await reader.mouse.wheel(0, 4_000);
  expect(await reader.locator('article.post').count()).toBe(20);
  expect(scripts).toEqual([]);
  console.info(`question with 20 answers: ${bytes} bytes\n${sizes.join('\n')}`);
  expect(bytes).toBeLessThanOrEqual(40_000);
  for (const one of [reader, ...others]) await one.context().close();
});

test('by the keyboard alone', async ({ page }) => {
  await somebody(page);
  const asker = await somebodyElse(page);
  const { canonicalUrl } = await ask(asker);
  await asker.context().close();
  await page.goto(canonicalUrl);
  await ready(page);
  await page
    .locator('#question')
    .getByRole('button', { name: /^Helpful/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#question').getByRole('button', { name: /^Helpful/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (
    let at = 0;
    at < 12 && !(await page.getByLabel('Your answer').evaluate((area) => area === document.activeElement));
    at += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.type('Typed without a mouse.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('article.post')).toContainText('Typed without a mouse.');
});

test('all pages of the community are accessible and fit every screen', async ({ page }) => {
  test.slow();
  await somebody(page);
  const other = await somebodyElse(page);
  const { id, canonicalUrl } = await ask(page, {
    body: '> A quote\n\n- one\n- two\n\n`code` and https://example.in/a-very-long-address-that-does-not-break-anywhere-at-all',
  });
  const comment = await answer(other, id);
  await call(page, '/communities/reply/create', { commentId: comment.id, body: 'Thank you.' });
  await call(page, `/communities/question/${id}/accept`, { commentId: comment.id });
  for (const path of [
    '/community',
    '/community?category=253',
    canonicalUrl,
    `${canonicalUrl}?answer=${comment.id}`,
    '/community/ask',
    `/community/post/question-${id}`,
    '/notifications',
    '/profile/questions',
  ]) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expectToFit(page, path);
  }
  await page.goto('/community/ask');
  await page.getByLabel('Your question in one line').fill('Short');
  await page.getByRole('button', { name: 'Post question' }).click();
  await expect(page.getByText('Write your question in 10 to 200 letters.')).toBeVisible();
  await expectAccessible(page, 'a refused question');
  await other.context().close();
});

test('hostile words do nothing', async ({ page }) => {
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await somebody(page);
  const evil =
    '<img src=x onerror=alert(1)> [a](javascript:alert(2)) <svg/onload=alert(3)> ![x](https://evil.example/x.png) "><script>alert(4)</script>';
  const { id, canonicalUrl } = await ask(page, { title: `${evil.slice(0, 150)} ${some()}`, body: evil });
  await answer(page, id, evil);
  for (const path of [canonicalUrl, '/community', '/profile/questions', `/community/post/question-${id}`]) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(problems).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('somebody asks and signs in on the way, reacts, shares, and loses nothing', async ({ page }) => {
    const title = `Is a police clearance needed ${some()}?`;
    await page.goto('/community');
    await page.getByRole('main').getByRole('link', { name: 'Ask a question' }).first().click();
    await page.getByLabel('Your question in one line').fill(title);
    await page.getByLabel('What has happened so far').fill('In Pune.');
    await page.getByRole('button', { name: 'See how it looks' }).click();
    await expect(page.getByText('How it will look')).toBeVisible();
    await page.getByRole('button', { name: 'Post question' }).click();
    const number = newNumber();
    await page.getByLabel('Mobile number').fill(number);
    await page.getByRole('button', { name: 'Send code' }).click();
    await enterCode(page, await codeFor(page, `+91${number}`), 'Sign in and post');
    await settled(page).catch(() => {});
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posted');
    await page.getByRole('link', { name: 'See your question' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('#question')).toContainText('In Pune.');
    await page
      .locator('#question')
      .getByRole('button', { name: /^Helpful/ })
      .click();
    await expect(page.locator('#question')).toContainText('You wrote this yourself.');
    await page.getByLabel('Your answer').fill('My own answer.');
    await page.getByRole('button', { name: 'Post answer' }).click();
    await expect(page.locator('article.post')).toContainText('My own answer.');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.locator('#share').getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await page.goto('/profile/questions');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  });
});
