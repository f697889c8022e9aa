import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { translateAll } from './page-changes.ts';
import { settled } from './people.ts';
import { signInAs } from './sign-in-as.ts';

// What a worker fetches for the page cannot be held or refused here; e2e/offline.spec.ts has the worker.
test.use({ serviceWorkers: 'block' });

const asked = (page: Page) => page.locator('.ask-box:visible .asked');
const next = (page: Page) =>
  page.locator('.ask-box:visible').getByRole('button', { name: 'Next', exact: true }).click();
const skip = (page: Page) =>
  page.locator('.ask-box:visible').getByRole('button', { name: 'Skip this question' }).click();
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('profileAnswers') ?? 'null') as unknown);
const byDevice = (page: Page) => page.locator('[data-drawn] .asked').waitFor();

async function skipTo(page: Page, question: string): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const text = await asked(page).innerText();
    if (text === question) return;
    await skip(page);
    await expect(asked(page)).not.toHaveText(text);
  }
  throw new Error(`Never asked: ${question}`);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a visitor of 46 learns that they are too old for the Atal pension, and why', async ({ page }) => {
      await page.goto('/find-schemes?scheme=1013');
      if (javaScriptEnabled) await byDevice(page);
      await skipTo(page, 'How old are you?');
      await page.locator('input.in:visible').fill('abc');
      await next(page);
      await expect(page.getByText('Write a whole number from 0 to 120.').locator('visible=true')).toBeVisible();
      await page.locator('input.in:visible').fill('४६');
      await next(page);
      const card = page.locator('.fit:visible', { hasText: 'Atal Pension Yojana' }).first();
      await expect(card).toContainText('Not eligible');
      await expect(card).toContainText('Age: 46 years. The scheme asks for: from 18 years to 40 years.');
      await expect(
        page.locator('b:visible', { hasText: /\d+ may fit, \d+ needs? more answers, \d+ do(?:es)? not fit/ }),
      ).toBeVisible();
      await page.locator('summary:visible', { hasText: 'Your answers' }).click();
      await page.locator('button:visible', { hasText: 'Change Age' }).click();
      await expect(asked(page)).toHaveText('How old are you?');
      await expect(page.locator('input.in:visible')).toHaveValue('46');
    });
  });
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('who skips again and again sees the results so far, and a State without schemes has a way on', async ({
      page,
    }) => {
      await page.goto('/find-schemes');
      if (javaScriptEnabled) await byDevice(page);
      const results = page.locator('#found:visible, #results:visible');
      for (let count = 0; count < 3; count += 1) {
        await expect(results).toHaveCount(0);
        const text = await asked(page).innerText();
        await skip(page);
        await expect(asked(page)).not.toHaveText(text);
      }
      await expect(results).toContainText('need more answers');
      await expect(page.locator('.ask-box:visible')).toContainText('You may stop here');
      await page.getByRole('link', { name: 'See results so far' }).locator('visible=true').click();
      await expect(results).toBeInViewport();

      await page.goto('/find-schemes?for=other');
      if (javaScriptEnabled) await byDevice(page);
      await page.locator('.ask-box:visible select').selectOption('Lakshadweep');
      await next(page);
      await expect(results).toContainText('We have no scheme of Lakshadweep yet. The schemes here are of the Centre');
      await results.getByRole('link', { name: 'Ask this' }).click();
      await expect(page.locator('[name=title]')).toHaveValue('Which schemes does Lakshadweep have?');
    });
  });

test('answers stay on the device: nothing is sent, and a reload finds them', async ({ page }) => {
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.method() !== 'GET' && !request.url().endsWith('/api/track') && sent.push(request.url()),
  );
  await page.goto('/find-schemes');
  await byDevice(page);
  await skipTo(page, 'How old are you?');
  await page.locator('[data-drawn] input.in').fill('72');
  await next(page);
  await expect(page.locator('#found')).toBeVisible();
  expect(await kept(page)).toEqual({ guest: { age: 72 } });
  await page.reload();
  await expect(page.locator('#found')).toContainText('may fit');
  expect(await page.evaluate(() => localStorage.getItem('profileProgress'))).toBe('{"guest":1}');
  await page.locator('[data-drawn] summary', { hasText: 'Your answers' }).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  expect(await kept(page)).toEqual({});
  expect(sent).toEqual([]);
});

test('answers given for another person stay in their tab, and leave nothing on the device', async ({ page }) => {
  await page.goto('/find-schemes?scheme=1013&for=other');
  await byDevice(page);
  await expect(page.locator('[data-drawn]')).toContainText('For: somebody I help');
  await skipTo(page, 'How old are they?');
  await page.locator('[data-drawn] input.in').fill('46');
  await next(page);
  const verdict = page.locator('[data-drawn] .fit', { hasText: 'Atal Pension Yojana' }).first();
  await expect(verdict).toContainText('Not eligible');
  await expect(verdict).toBeInViewport();
  expect(await kept(page)).toBeNull();
  await page.reload();
  await expect(verdict).toContainText('Not eligible');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await byDevice(other);
  await expect(other.locator('[data-drawn]')).not.toContainText('Not eligible');
});

test('Back brings the question and its answer; a card asks what it needs; one is saved', async ({ page }) => {
  await page.goto('/find-schemes');
  await byDevice(page);
  await skipTo(page, 'How old are you?');
  await page.locator('[data-drawn] input.in').fill('35');
  await next(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('[data-drawn] input.in')).toHaveValue('35');
  await next(page);
  const needs = page.locator('#found .fit.warn').first();
  await needs.getByRole('button', { name: /^Answer now/ }).click();
  await expect(asked(page)).toBeFocused();
  await needs.getByRole('button', { name: /^Save ?:/ }).click();
  await expect(needs.getByRole('button', { name: /^Saved ?:/ })).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as unknown)).toEqual({
    guest: { items: [{ schemeId: expect.any(Number) }] },
  });
});

test('on a page that the browser has translated, all numbers follow the answers', async ({ page }) => {
  const translate = () => page.evaluate(translateAll);
  const told = () =>
    page.locator('[data-drawn] :is(.ask-box > div:first-child p, .given summary, #found b, #found h3)');
  const drawn = page.locator('[data-drawn]');
  await page.goto('/find-schemes');
  await byDevice(page);
  await translate();
  await expect(asked(page)).toHaveText(/State/);
  await drawn.locator('select').selectOption({ label: 'Bihar' });
  await next(page);
  await expect(drawn.getByText('Question 2', { exact: true })).toBeVisible();
  await expect(page.locator('.given summary')).toHaveText('Your answers (1)');
  await translate();
  await drawn.locator('input.in').fill('72');
  await next(page);
  await expect(page.locator('.given summary')).toHaveText('Your answers (2)');
  await translate();
  await drawn.locator('.pick').first().click();
  await next(page);
  await expect(page.locator('.given summary')).toHaveText('Your answers (3)');
  const numbers = await told().allTextContents();
  // Drawn anew from the same answers.
  await page.reload();
  await expect(page.locator('.given summary')).toHaveText('Your answers (3)');
  await expect(told()).toHaveText(numbers);
});

test("a guest's answers and those of a profile stay apart", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('profileAnswers', JSON.stringify({ guest: { age: 30 }, 12: { age: 74, mood: 'good' } })),
  );
  await page.goto('/find-schemes');
  await byDevice(page);
  await page.locator('[data-drawn] summary', { hasText: 'Your answers' }).click();
  await expect(page.getByText('30 years', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  expect(await kept(page)).toMatchObject({ 12: { age: 74, mood: 'good' } });
});

test('signed in: answers given before can be used, are kept with the profile, and are there on another device', async ({
  page,
  context,
}) => {
  await page.goto('/find-schemes');
  await byDevice(page);
  await skipTo(page, 'How old are you?');
  await page.locator('[data-drawn] input.in').fill('35');
  await next(page);
  await expect(page.locator('#found')).toBeVisible();
  await signInAs(page);
  await page.goto('/');
  await settled(page);
  await page.goto('/find-schemes');
  await byDevice(page);
  await page.getByRole('button', { name: 'Use the answers given before signing in' }).click();
  await page.locator('[data-drawn] summary', { hasText: 'Your answers (1)' }).click();
  await page.getByRole('button', { name: 'Keep these answers with my profile' }).click();
  await expect(page.getByText('Kept with the profile.')).toBeVisible();
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('selectedProfile')!) as { id: number });
  expect(await kept(page)).toEqual({ guest: { age: 35 }, [id]: { age: 35 } });

  await page.evaluate(() => localStorage.removeItem('profileAnswers'));
  const other = await context.newPage();
  await other.goto('/find-schemes');
  await other.locator('[data-drawn] summary', { hasText: 'Your answers (1)' }).click();
  await expect(other.locator('[data-drawn]').getByText('35 years', { exact: true })).toBeVisible();
});

test('impossible answers are dropped, and broken storage causes no crash', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    localStorage.setItem('profileAnswers', '{"guest":{"age":-4,"gender":"king","area":"rural"}}');
    localStorage.setItem('cart', '{"__proto__":{}}');
  });
  await page.goto('/find-schemes');
  await byDevice(page);
  await expect(page.locator('[data-drawn] summary', { hasText: 'Your answers (1)' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('without the rules the form of the server stays and works', async ({ page }) => {
  await page.route('**/api/schemes/rules/finder*', (route) => route.abort());
  await page.goto('/find-schemes');
  await skipTo(page, 'How old are you?');
  await page.locator('input.in:visible').fill('72');
  await next(page);
  await expect(page.locator('#results')).toContainText('may fit');
});

for (const path of ['/find-schemes', '/find-schemes?scheme=1001'])
  test(`${path}: what was ticked, typed and focused before the script came is not lost`, async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/schemes/rules/finder*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    const form = page.locator('#ask');
    const question = await form.locator('.asked').textContent();
    const tick = form.locator('.pick input').first();
    const isTick = (await tick.count()) > 0;
    const field = isTick ? tick : form.locator('.in').first();
    const isList = !isTick && (await field.evaluate((element) => element.tagName === 'SELECT'));
    if (isTick) await field.check();
    else if (isList) await field.selectOption({ index: 3 });
    else await field.fill('46');
    const value = await field.inputValue();
    await field.focus();
    release();
    await byDevice(page);
    await expect(page.locator('[data-drawn] .asked').first()).toHaveText(question ?? '');
    const next = page.locator(isTick ? '[data-drawn] .pick input' : '[data-drawn] .in').first();
    if (isTick) await expect(next).toBeChecked();
    await expect(next).toHaveValue(value);
    await expect(next).toBeFocused();
  });

test('an error in one of several fields is scrolled into view, and focused', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/find-schemes');
  await byDevice(page);
  await skipTo(page, 'What work do you do?');
  await expect(page.getByRole('group', { name: 'What work do you do?' })).toBeVisible();
  await next(page);
  await expect(page.locator('[data-drawn] .err')).toBeInViewport();
  await expect(page.locator('[data-drawn] .pick input').first()).toBeFocused();
});

test('by keyboard alone: an answer, Enter, and the focus is on the next question', async ({ page }) => {
  await page.goto('/find-schemes');
  await byDevice(page);
  const first = 'What work do you do?';
  await skipTo(page, first);
  await page.locator('[data-drawn] .pick input').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(asked(page)).not.toHaveText(first);
  await expect(asked(page)).toBeFocused();
});

test('the pages fit every screen, and axe finds nothing', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/find-schemes');
  await byDevice(page);
  await expectAccessible(page, 'the first question');
  await skipTo(page, 'How old are you?');
  await next(page);
  await page.locator('.err').waitFor();
  await page.locator('[data-drawn] input.in').fill('46');
  await next(page);
  await page.locator('[data-drawn] summary').last().click();
  await expectAccessible(page, 'the results');
  await expectToFit(page, 'the results');
});
