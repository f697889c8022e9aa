import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { startOwnServer } from './own-server.ts';
import { codeFor, newNumber } from './people.ts';
import { signInAs } from './sign-in-as.ts';

const newAddress = () => `asha${newNumber()}@example.in`;
const modal = (page: Page) => page.getByRole('dialog', { name: 'Link Your Mobile Number' });
const box = (page: Page, at: number) => modal(page).getByLabel(`Digit ${at}`, { exact: true });
const code = async (page: Page) =>
  await modal(page)
    .getByLabel(/^Digit/)
    .evaluateAll((boxes) => boxes.map((one) => (one as HTMLInputElement).value || '_').join(''));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Signs up by mail, without a number, and completes the welcome page. */
async function joinByEmail(page: Page, path = '/about'): Promise<string> {
  const emailId = newAddress();
  await signInAs(page, { emailId });
  await page.goto('/profile_built');
  await expect(modal(page)).toBeVisible();
  if (path !== '/profile_built') await page.goto(path);
  await expect(modal(page)).toBeVisible();
  return emailId;
}

async function askForCode(page: Page, number: string): Promise<void> {
  await modal(page).getByPlaceholder('Enter mobile number').fill(number);
  await modal(page).getByRole('button', { name: 'Send OTP' }).click();
  await expect(modal(page).getByText('We’ve sent a code to:')).toBeVisible();
}

test('both steps, in the words of the specification', async ({ page, context }) => {
  await joinByEmail(page);
  const number = newNumber();
  await expect(modal(page)).toContainText(
    'Email login will be deprecated soon. Please link and verify your mobile number to continue accessing your account.',
  );
  await expect(modal(page).getByPlaceholder('Enter mobile number')).toBeFocused();
  await expectToFit(page, 'step 1');
  await expectAccessible(page, 'step 1');
  await askForCode(page, number);
  const toast = page.getByRole('status').filter({ hasText: 'OTP sent' });
  await expect(toast).toContainText(`The OTP sent successfully to the mobile: ${number}`);
  await expect(modal(page).getByLabel('We’ve sent a code to:')).toHaveValue(number);
  await expect(modal(page).getByLabel('We’ve sent a code to:')).not.toBeEditable();
  await expect(modal(page).getByLabel(/^Digit/)).toHaveCount(6);
  await expect(toast).toBeHidden();

  await expect(box(page, 1)).toBeFocused();
  await page.keyboard.type('12x3');
  expect([await code(page), await focused(page)]).toEqual(['123___', 'Digit 4']);
  await page.keyboard.press('Backspace');
  expect([await code(page), await focused(page)]).toEqual(['12____', 'Digit 3']);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('9');
  expect([await code(page), await focused(page)]).toEqual(['19____', 'Digit 3']);
  await box(page, 5).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Your code: 408 152');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await code(page)).toBe('408152');
  await box(page, 1).fill('000000');
  expect(await code(page)).toBe('000000');
  await box(page, 1).focus();
  await page.keyboard.type('x');
  expect(await code(page), 'a letter is refused').toBe('000000');
  await expectToFit(page, 'step 2');
  await expectAccessible(page, 'step 2');

  const sent = await codeFor(page, `+91${number}`);
  await box(page, 1).fill(sent === '000000' ? '000001' : '000000');
  await modal(page).getByRole('button', { name: 'Update' }).click();
  await expect(modal(page).getByRole('alert')).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
  expect(await code(page)).toMatch(/^\d{6}$/);
  await box(page, 1).fill(sent);
  await modal(page).getByRole('button', { name: 'Update' }).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'OTP verified' })).toContainText('OTP verified successfully');
  await expect(page.getByRole('status').filter({ hasText: 'OTP verified' })).toBeHidden();
  expect((await context.cookies()).find(({ name }) => name === 'isPhoneLinked')?.value).toBe('true');
  const { data } = (await (await page.request.get('/api/user/get')).json()) as { data: { phone: string } };
  expect(data.phone).toBe(`+91${number}`);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Your account/ })).toBeVisible();
  await expect(modal(page)).toBeHidden();
});

test('it can be closed, by hand and by key, and asks again in the next visit; never on /login or /signup', async ({
  page,
  context,
}) => {
  await joinByEmail(page);
  await modal(page).getByRole('button', { name: 'Later' }).click();
  await expect(modal(page)).toBeHidden();
  const nextPage = async (path: string) => {
    const asked = page.waitForResponse('**/api/auth/session');
    await page.goto(path);
    await asked;
    await page.waitForTimeout(500);
  };
  const nextVisit = async (path: string) => {
    await context.clearCookies({ name: 'jrk_session_id' });
    await page.goto(path);
    await expect(modal(page)).toBeVisible();
  };
  await nextPage('/videos');
  await expect(modal(page)).toBeHidden();
  await nextVisit('/videos');
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await nextPage('/about');
  await expect(modal(page)).toBeHidden();
  await nextVisit('/about');
  await modal(page).getByPlaceholder('Enter mobile number').fill('12345');
  await modal(page).getByRole('button', { name: 'Send OTP' }).click();
  await expect(modal(page).getByRole('alert')).toContainText('ten digits that begin with 6, 7, 8 or 9');
  await modal(page).getByRole('button', { name: 'Close' }).click();
  for (const path of ['/login', '/signup']) {
    await context.clearCookies({ name: 'jrk_session_id' });
    await nextPage(path);
    await expect(modal(page), path).toBeHidden();
  }
});

test('is not shown to signed-out visitors, nor to users with a linked number', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await expect(modal(page)).toBeHidden();
  await signInAs(page);
  await page.goto('/profile_built');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('selectedProfile'))).not.toBeNull();
  await page.waitForTimeout(500);
  await expect(modal(page)).toBeHidden();
});

test('what fails is told beside the field, and nothing typed is lost', async ({ page }) => {
  await joinByEmail(page);
  const field = modal(page).getByPlaceholder('Enter mobile number');
  const problem = modal(page).getByRole('alert');
  await modal(page).getByRole('button', { name: 'Send OTP' }).click();
  await expect(problem).toHaveText('Enter your mobile number.');
  await field.fill('12345');
  await page.keyboard.press('Enter');
  await expect(problem).not.toHaveText('Enter your mobile number.');
  await expect(field).toHaveValue('12345');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  // The dialog itself refuses what is no number; what the server refuses needs a right one.
  await field.fill('9876500012');
  await page.route('**/api/user/phone/otp/send', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '42' },
      contentType: 'application/json',
      body: JSON.stringify({
        status: 429,
        code: 'too_many_requests',
        message: 'Too many codes. Wait a little.',
        requestId: 'x',
      }),
    }),
  );
  await page.keyboard.press('Enter');
  await expect(problem).toHaveText('Too many codes. Wait a little.');
  await page.unroute('**/api/user/phone/otp/send');
  await page.route('**/api/user/phone/otp/send', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(problem).toHaveText('No response received from server');
  await expect(field).toHaveValue('9876500012');
  await expect(page.getByRole('status').filter({ hasText: 'OTP sent' })).toBeHidden();
});

test('another account’s number: both accounts become one, after one’s own address is proven again where that is long ago', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const number = newNumber();
  const other = await browser.newPage({ baseURL });
  await signInAs(other, { phoneNo: number });
  await other.close();
  const address = await joinByEmail(page);
  await askForCode(page, number);
  await box(page, 1).fill(await codeFor(page, `+91${number}`));
  await modal(page).getByRole('button', { name: 'Update' }).click();
  await expect(modal(page)).toContainText('This number has an account of its own');
  await page.route(
    '**/api/user/merge',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({
          status: 403,
          code: 'forbidden',
          message: 'x',
          details: [{ path: 'proof', message: 'x' }],
          requestId: 'x',
        }),
      }),
    { times: 1 },
  );
  await modal(page).getByRole('button', { name: 'Join both accounts' }).click();
  await expect(modal(page).getByLabel('We’ve sent a code to:')).toHaveValue(address);
  await box(page, 1).fill(await codeFor(page, address));
  await modal(page).getByRole('button', { name: 'Confirm and join' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'OTP verified' })).toContainText(
    'Both accounts are now one.',
  );
  const { data } = (await (await page.request.get('/api/user/get')).json()) as {
    data: { phone: string; email: string };
  };
  expect(data).toMatchObject({ phone: `+91${number}`, email: address });
});

test('a setting switches it off', async ({ page, baseURL }) => {
  test.setTimeout(90_000);
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 12, {
    LINK_MOBILE_PROMPT: 'off',
    SEED_SAMPLES: 'off',
  });
  try {
    await page.goto(site.origin);
    await page.evaluate(async () => {
      await fetch('/api/otp/send/email/a@example.in');
      const { data } = (await (await fetch('/dev/outbox.json')).json()) as { data: { code: string }[] };
      await fetch('/api/provider-token/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ providerToken: data[0]?.code, emailId: 'a@example.in', provider: 'JB' }),
      });
    });
    await page.goto(`${site.origin}/profile_built`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('selectedProfile'))).not.toBeNull();
    await page.waitForTimeout(500);
    await expect(modal(page)).toBeHidden();
  } finally {
    await site.stop();
  }
});
