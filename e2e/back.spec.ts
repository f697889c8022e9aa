import { expect, type Page, test } from '@playwright/test';
import { signInSettled } from './sign-in-as.ts';

const backTo = async (page: Page, path: string) => {
  await page.goto('/about');
  await page.goBack();
  await expect(page).toHaveURL(path);
};

test.describe('with JavaScript off: going back shows what the finder answered', () => {
  test.use({ javaScriptEnabled: false });

  test('the results of the scheme finder', async ({ page }) => {
    await page.goto('/find-schemes?for=parent');
    for (let count = 0; !(await page.locator('input.in').isVisible()) && count < 20; count += 1)
      await page.getByRole('button', { name: 'Skip this question' }).click();
    await page.locator('input.in').fill('72');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const results = await page.locator('#results').innerText();
    await page.locator('#results a[href^="/"]').first().click();
    await expect(page).not.toHaveURL(/find-schemes/);
    await page.goBack();
    await expect(page.locator('#results')).toHaveText(results, { useInnerText: true });
  });

  test('the search box holds the words whose results the page shows', async ({ page }) => {
    const box = page.getByRole('main').locator('[name=q]');
    await page.goto('/search?q=ration+card');
    await box.fill('pension');
    await box.press('Enter');
    await expect(page).toHaveURL('/search?q=pension');
    await page.goBack();
    await expect(box).toHaveValue('ration card');
  });

  test('a question of the finder without an answer', async ({ page }) => {
    await page.goto('/find-schemes');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.err')).toBeVisible();
    await backTo(page, '/find-schemes');
    await expect(page.locator('.err')).toBeVisible();
  });
});

/** Until then, Back to an answer that is one person's ends on the browser's own error page. */
const isKeptByScript = (page: Page) =>
  page.waitForFunction(() => (history.state as { answer?: string } | null)?.answer !== undefined);

/** Leaves, comes Back and reloads, as one does to read a result: `shown` is there each time, and nothing is posted. */
async function expectToStay(page: Page, shown: () => Promise<unknown>) {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url());
  });
  await shown();
  await page.goto('/about');
  await page.goBack();
  await shown();
  await page.reload();
  await shown();
  expect(posted).toEqual([]);
}

// A phone without the worker, whose scripts came late.
test.describe('with script, what was answered is there again on Back and on a reload', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 780 } });

  const parent = '/find-schemes?for=parent';
  const counts = (page: Page) => page.locator('[data-drawn] #found b[role=status]');
  const letter = async (page: Page) => {
    await page.goto('/letters/rti');
    for (const field of await page.locator('main form :is(input, textarea).in:visible').all())
      await field.fill('Collector, Gaya').catch(() => field.fill('2026-10-01'));
    await page.getByRole('button', { name: 'Write the letter' }).click();
    await expect(page.locator('#letter')).toContainText('Collector, Gaya');
  };

  for (const prefix of ['', '/hi'])
    test(`${prefix || '/en'}: the finder's, for one's mother, with what was skipped; not in another tab`, async ({
      page,
    }) => {
      await page.goto(prefix + parent);
      await page.locator('[data-drawn] select').selectOption('Bihar');
      await page.locator('[data-drawn] form .btn').first().click();
      await page.locator('[data-drawn] .acts .tool').first().click();
      await expect(counts(page)).toBeVisible();
      const [told, asked] = [await counts(page).innerText(), await page.locator('[data-drawn] .asked').innerText()];
      await expectToStay(page, async () => {
        await expect(counts(page)).toHaveText(told);
        await expect(page.locator('[data-drawn] .asked')).toHaveText(asked);
      });
      const other = await page.context().newPage();
      await other.goto(prefix + parent);
      await other.locator('[data-drawn] .asked').waitFor();
      await expect(counts(other)).toHaveCount(0);
    });

  test("the finder's, where the tap came before the script", async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(parent);
    await page.locator('#ask select').selectOption('Bihar');
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Next', exact: true }).locator('visible=true').click();
    await expect(counts(page)).toBeVisible();
    const told = await counts(page).innerText();
    await expectToStay(page, () => expect(counts(page)).toHaveText(told));
  });

  for (const isEarly of [false, true])
    test(`the check's verdict${isEarly ? ', where the tap came before the script' : ''}`, async ({ page }) => {
      if (isEarly) await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('/check');
      if (!isEarly) await page.locator('[data-on-device]:not(.later)').waitFor();
      await page.locator('#text').fill('Dear customer, your electricity will be disconnected tonight: call 9876543210');
      await page.unroute('**/assets/*.js');
      await page.getByRole('button', { name: 'Check it' }).click();
      await page.locator('[data-on-device]:not(.later)').waitFor();
      await expectToStay(page, () => expect(page.locator('#verdict')).toHaveText('This is a known scam'));
    });

  test('a letter', async ({ page }) => {
    await letter(page);
    await expectToStay(page, async () => {
      await expect(page.locator('#letter')).toContainText('Collector, Gaya');
      await expect(page.locator('#name')).toHaveValue('Collector, Gaya');
    });
  });

  test('a letter that is half written', async ({ page }) => {
    const office = page.locator('[name=office]');
    await page.goto('/hi/letters/rti');
    await office.fill('Collector, Gaya');
    const kept = () => page.evaluate(() => Object.values(sessionStorage).join());
    await expect.poll(kept).toContain('Gaya');
    await expectToStay(page, () => expect(office).toHaveValue('Collector, Gaya'));
  });

  test('the place among the results, where the link stood', async ({ page }) => {
    await page.goto(parent);
    await page.locator('[data-drawn] select').selectOption('Bihar');
    await page.locator('[data-drawn] form .btn').first().click();
    await page.locator('[data-drawn] input.in').fill('58');
    await page.locator('[data-drawn] form .btn').first().click();
    const link = page.locator('#found .fit a.btn').locator('visible=true').first();
    await link.click();
    await expect(page).toHaveURL(/article/);
    await page.goBack();
    await expect(counts(page)).toBeVisible();
    await expect(link).toBeInViewport();
  });

  test('who it is for takes no line of its own after the first answer, and comes back by its link', async ({
    page,
  }) => {
    const whom = page.locator('.whom');
    await page.goto(parent);
    await expect(whom).toBeVisible();
    await page.locator('[data-drawn] select').selectOption('Bihar');
    await page.locator('[data-drawn] form .btn').first().click();
    await expect(whom).toBeHidden();
    await page.locator('[data-drawn] .whom-change').click();
    await expect(whom).toBeVisible();
  });

  test('a question that one has looked at first, with its subject', async ({ page }) => {
    await page.goto('/community/ask');
    await page.locator('[name=title]').fill('How do I get a ration card in Gaya?');
    const subject = page.locator('.chip:has([name=category])').first();
    await subject.click();
    await page.getByRole('button', { name: 'See how it looks' }).click();
    await expectToStay(page, async () => {
      await expect(page.getByLabel('How it will look')).toContainText('How do I get a ration card in Gaya?');
      await expect(subject.locator('input')).toBeChecked();
      await isKeptByScript(page);
    });
  });

  test('a refused message keeps its words', async ({ page }) => {
    await page.goto('/contact');
    await page.locator('[name=message]').fill('Where is the form?');
    await page.locator('main form .btn').click();
    await expect(page.locator('.err').first()).toBeVisible();
    await isKeptByScript(page);
    await expectToStay(page, () => expect(page.locator('[name=message]')).toHaveValue('Where is the form?'));
  });

  test('and is gone with the sign-out, on a shared phone', async ({ page }) => {
    await signInSettled(page);
    await letter(page);
    await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('Gaya');
    await page.goto('/signout');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
    await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Gaya');
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(/letters/);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('#letter')).toHaveCount(0);
  });
});

test('with the worker in charge, going back to a refused form is not taken for being offline', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/contact');
  await page.locator('[name=message]').fill('Where is the form for a new ration card?');
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.locator('.err').first()).toBeVisible();
  await backTo(page, '/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(page.locator('[name=message]')).toBeVisible();
});

test('with the worker in charge, going back after the session has ended leads to the sign-in', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await signInSettled(page);
  await page.goto('/profile?do=name');
  await page.locator('#first-name').fill('Site');
  await page.locator('#last-name').fill('Admin');
  await page.locator('form:has(#first-name)').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.locator('.err').first()).toBeVisible();
  await page.goto('/about');
  // An answer on its way would set the cookies again.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
