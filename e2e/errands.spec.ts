import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';

const pension = '/refer/Mg';
const next = (page: Page) => page.locator('.acts button[value=next]').click();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a worker learns question by question whether the pension fits, goes back, and what to do', async ({
      page,
    }) => {
      await page.goto(pension);
      await expect(page.getByText('Question 1 of 5')).toBeVisible();
      await page.locator('input[type=date]').fill('1995-06-01');
      await next(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('What work do you do?');
      await page.getByLabel('I sell goods or services in the street').check();
      await next(page);
      await page.getByLabel(/How much do you earn/).fill('nine');
      await next(page);
      await expect(page.getByText('Write a number', { exact: false })).toBeVisible();
      await page.getByLabel(/How much do you earn/).fill('9,000');
      await next(page);
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByLabel(/How much do you earn/)).toHaveValue('9,000');
      await next(page);
      await page.getByLabel('No', { exact: true }).check();
      await next(page);
      await page.getByRole('button', { name: 'Skip' }).click();
      await expect(page.getByText('Almost: something is still missing')).toBeVisible();
      await page.getByRole('button', { name: 'Answer now' }).click();
      await page.getByLabel('None of these').check();
      await next(page);
      await expect(page.getByText('You may be eligible')).toBeVisible();
      await expect(page.getByText('Work: I sell goods or services in the street. This fits.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'What to do now' })).toBeVisible();
      // A shared link must contain nothing of the reader's.
      const link = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
      expect(decodeURIComponent(link!)).toMatch(/\/refer\/Mg$/);
      expect(new URL(page.url()).search).toBe('');
    });

    test('answers are kept with a yes only, and what was typed stays', async ({ page }) => {
      await page.goto('/refer/MQ');
      await page.getByLabel('How old are you?').fill('72');
      await next(page);
      await page.getByRole('button', { name: 'Skip' }).click();
      await page.getByRole('button', { name: 'Skip' }).click();
      await page.getByLabel('Your name').fill('Asha Rao');
      await page.getByLabel('Mobile number').fill('12345');
      await page.getByRole('button', { name: 'Keep my answers' }).click();
      await expect(page.getByText('Enter an Indian mobile number', { exact: false })).toBeVisible();
      await expect(page.getByText('Tick the box', { exact: false })).toBeVisible();
      await expect(page.getByLabel('Your name')).toHaveValue('Asha Rao');
      await page.getByLabel('Mobile number').fill(javaScriptEnabled ? '98765 43210' : '98765 43211');
      await page.getByLabel(/I agree that Nagrik keeps/).check();
      await page.getByRole('button', { name: 'Keep my answers' }).click();
      await expect(page.getByText('Your answers are kept')).toBeVisible();
      await expect(page.getByText(/Your number: \d+/)).toBeVisible();
    });

    test('a message to support keeps what was typed, and gets its number', async ({ page }) => {
      await page.goto('/contact?about=/article/x-MTAwMQ');
      await expect(page.getByLabel('What is it about?')).toHaveValue(/^About the page \/article\/\S+-MTAwMQ$/);
      await page.getByLabel('Your name').fill('आशा');
      await page.getByLabel('Email address').fill('asha@example.in');
      await page.getByLabel('Your message').fill('Short');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('Write between 10 and 5,000 letters.')).toBeVisible();
      await expect(page.getByLabel('Your name')).toHaveValue('आशा');
      await page.getByLabel('Your message').fill(`The fee on this page is wrong. ${javaScriptEnabled}`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText(/Its number is \d+/)).toBeVisible();
      await page.reload();
      await expect(page.getByText(/Its number is \d+/)).toBeVisible();
      // What was sent is not there for the next person on this phone.
      await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('asha@example');
    });

    test('a complaint gets its number and its day', async ({ page }) => {
      await page.goto('/grievance');
      await page.getByLabel('Your name').fill('Asha Rao');
      await page.getByLabel('What is it?').selectOption('WRONG');
      await page.getByLabel('What is wrong, and what shall we do?').fill(`The date is wrong. ${javaScriptEnabled}`);
      await page.getByRole('button', { name: 'Send the complaint' }).click();
      await expect(page.getByText('Give an email address or a mobile number', { exact: false })).toBeVisible();
      await page.getByLabel('Mobile number').fill('9876543210');
      await page.getByRole('button', { name: 'Send the complaint' }).click();
      await expect(page.getByText(/Its number is \d+/)).toBeVisible();
      await expect(page.getByText(/Decision with reasons: by \d+ \w+ 20\d\d/)).toBeVisible();
    });
  });
}

test('a form sent without a connection stays with what was typed, and is sent later', async ({ page, context }) => {
  await page.goto('/grievance');
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Mobile number').fill('9876543211');
  await page.getByLabel('What is it?').selectOption('WRONG');
  const text = page.getByLabel('What is wrong, and what shall we do?');
  await text.fill('The office moved last year.');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /boot-/.test(name)));
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No response received from server.' })).toBeVisible();
  await expect(text).toHaveValue('The office moved last year.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await expect(page.getByText(/Its number is \d+/)).toBeVisible();
});

test('questions are answered by keyboard alone, and Enter goes on', async ({ page }) => {
  await page.goto('/refer/Mw');
  await page.getByLabel('How old are you?').focus();
  await page.keyboard.type('66');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await page.getByLabel('Yes').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
});

test('axe finds nothing on the forms, their errors and results, and they fit every screen', async ({ page }) => {
  const check = async (what: string) => {
    await expectAccessible(page, what);
    await expectToFit(page, what);
  };
  for (const path of ['/contact', '/grievance', pension]) {
    await page.goto(path);
    await check(path);
    if (path === pension) continue;
    await page.locator('form button.btn').last().click();
    await page.locator('.err').first().waitFor();
    await check(`${path}, with errors`);
  }
  await page.locator('input[type=date]').fill('1995-06-01');
  await next(page);
  await page.getByText('Question 2 of 5').waitFor();
  await check('a question with many answers');
  for (const at of [3, 4, 5]) {
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText(`Question ${at} of 5`).waitFor();
  }
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByText('Your result').or(page.getByText('Almost: something')).first().waitFor();
  await check('the result');
});

test('a page view is reported once, without personal data; never after a refused consent', async ({
  page,
  context,
}) => {
  const beacons: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/track') && beacons.push(request.postData() ?? ''));
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/track'));
  await page.goto('/article/x-MTAwMQ?utm_source=news');
  expect((await answered).status()).toBe(204);
  expect(beacons).toHaveLength(1);
  expect(JSON.parse(beacons[0]!)).toMatchObject({ name: 'view', path: expect.stringContaining('MTAwMQ') });
  const quiet = await context.newPage();
  await quiet.addInitScript(() => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }));
  let told = 0;
  quiet.on('request', (request) => request.url().endsWith('/api/track') && (told += 1));
  await quiet.goto('/', { waitUntil: 'networkidle' });
  expect(told).toBe(0);
});

test.describe('what is done on a page', () => {
  const scheme = '/article/x-MTAxMw';
  // Beacons sent while a page unloads are invisible to Playwright, so the page records them itself.
  const noteBeacons = (page: Page) =>
    page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, body) => {
        sessionStorage.setItem(
          'beacons',
          JSON.stringify([
            ...(JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as unknown[]),
            JSON.parse(String(body)),
          ]),
        );
        return send(url, body);
      };
    });
  const noted = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('beacons') ?? '[]') as unknown[]);
  const button = (page: Page) => page.locator('.share [data-act=save]').first();
  const saveAndRemove = async (page: Page) => {
    await button(page).click();
    await expect(button(page)).toHaveText('Saved');
    await button(page).click();
    await expect(button(page)).toHaveText('Save');
  };

  test('is reported in one beacon, when the page is left', async ({ page, context }) => {
    await noteBeacons(page);
    await page.goto(scheme);
    await saveAndRemove(page);
    await page.goto('/about');
    const told = await noted(page);
    expect(told[0]).toMatchObject({ name: 'view' });
    expect(told.filter(Array.isArray)).toEqual([
      [1, 2].map(() => ({ name: 'act.save', path: expect.stringMatching(/MTAxMw$/), at: expect.any(Number) })),
    ]);
    expect((await context.cookies()).map(({ name }) => name).sort()).toEqual(['jrk_session_id', 'jrk_source']);
  });

  test('is reported after some seconds, and the server accepts it', async ({ page }) => {
    await page.goto(scheme);
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/api/track') && (response.request().postData() ?? '').includes('act.save'),
    );
    await saveAndRemove(page);
    expect((await answered).status()).toBe(204);
  });

  for (const [whose, refuse] of [
    ['who said no', () => localStorage.setItem('consent', 'no')],
    [
      'a browser that says do not track',
      () => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    ],
    [
      'a browser with global privacy control',
      () => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    ],
  ] as const) {
    test(`is not reported of ${whose}`, async ({ page }) => {
      await noteBeacons(page);
      await page.addInitScript(refuse);
      await page.goto(scheme);
      await saveAndRemove(page);
      await page.goto('/about');
      expect(await noted(page)).toEqual([]);
    });
  }
});
