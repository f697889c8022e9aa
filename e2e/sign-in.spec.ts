import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { codeFor, enterCode, newNumber, signInByForm } from './people.ts';
import { signInSettled } from './sign-in-as.ts';

test.describe.configure({ timeout: 90_000 });

const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a mobile number and its code lead to where the reader was going', async ({ page }) => {
      const number = newNumber();
      await page.goto('/login?redirect=%2Fvideos');
      await page.getByLabel('Mobile number').fill(`+91 ${number}`);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
      await expect(page.locator('main')).toContainText(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
      await expect(page.getByLabel('Six-digit code')).toBeFocused();
      expect(page.url()).not.toContain(number);

      await enterCode(page, await codeFor(page, `+91${number}`));
      await expect(page).toHaveURL(/\/profile_built\?redirect=%2Fvideos$/);
      await page.getByRole('link', { name: 'Go on to where you were' }).click();
      await expect(page).toHaveURL('/videos');
    });

    test('somebody known goes straight there', async ({ page, browser, baseURL }) => {
      const number = await signInByForm(page);
      const again = await browser.newContext({ javaScriptEnabled, baseURL: baseURL! });
      const second = await again.newPage();
      await signInByForm(second, { number, path: '/login?redirect=%2Fvideos' });
      await expect(second).toHaveURL('/videos');
      await again.close();
    });

    test('an email address does as well, with a notice that this ends', async ({ page }) => {
      const email = `asha.${newNumber()}@example.in`;
      await page.goto('/login');
      await page.getByRole('link', { name: 'Use email instead' }).click();
      await expect(page.locator('main')).toContainText('Signing in by email ends soon');
      await page.getByLabel('Email address').fill(email.toUpperCase());
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.locator('main')).toContainText(email);
      await enterCode(page, await codeFor(page, email));
      await expect(page).toHaveURL(/\/profile_built$/);
    });

    test('a wrong code is said beside the field, and the right one still works', async ({ page }) => {
      const number = newNumber();
      await page.goto('/login');
      await page.getByLabel('Mobile number').fill(number);
      await page.getByRole('button', { name: 'Send code' }).click();
      const code = await codeFor(page, `+91${number}`);
      await enterCode(page, otherThan(code));
      const field = page.getByLabel('Six-digit code');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/That code is not right/);
      await expect(field).toBeFocused();
      await enterCode(page, code);
      await expect(page).toHaveURL(/\/profile_built$/);
    });

    test('the code step survives a reload, and Change brings the number back to be changed', async ({ page }) => {
      const number = newNumber();
      await page.goto('/login?redirect=%2Fvideos');
      await page.getByLabel('Mobile number').fill(number);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByLabel('Six-digit code')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Six-digit code')).toBeVisible();
      await page.getByRole('link', { name: 'Change' }).click();
      await expect(page.getByLabel('Mobile number')).toHaveValue(number);
      await page.goBack();
      await expect(page.getByLabel('Six-digit code')).toBeVisible();
      await enterCode(page, await codeFor(page, `+91${number}`));
      await expect(page).toHaveURL(/redirect=%2Fvideos$/);
    });

    test('an invalid number is reported beside the field, which keeps it', async ({ page }) => {
      await page.goto('/login');
      await page.getByLabel('Mobile number').fill('12345');
      await page.getByRole('button', { name: 'Send code' }).click();
      const field = page.getByLabel('Mobile number');
      await expect(field).toHaveValue('12345');
      await expect(field).toHaveAccessibleDescription(/ten digits/);
      await expect(field).toBeFocused();
    });

    test('a target on another site is not followed', async ({ page }) => {
      await signInByForm(page, { path: '/login?redirect=%2F%2Fevil.example' });
      await expect(page).toHaveURL(/\/profile_built$/);
      await expect(page.getByRole('link', { name: 'Start reading' })).toHaveAttribute('href', '/');
    });

    test('signing up takes a name and a yes, and the name is the account’s', async ({ page }) => {
      const number = newNumber();
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByLabel('First name')).toBeFocused();
      await expect(page.getByLabel('I am 18 or older')).toHaveAccessibleDescription(/Tick the box/);
      await page.getByLabel('First name').fill('आशा');
      await page.getByLabel('Mobile number').fill(number);
      await page.getByLabel('I am 18 or older').check();
      await page.getByRole('button', { name: 'Send code' }).click();
      await enterCode(page, await codeFor(page, `+91${number}`));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('आशा');
    });

    test('who needs an account is sent to sign in and comes back, and signing out ends it', async ({ page }) => {
      await page.goto('/profile');
      await expect(page.locator('main')).toContainText('Sign in to see that page.');
      expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe('/profile');
      await signInByForm(page, { path: page.url() });
      await page.getByRole('link', { name: 'Go on to where you were' }).click();
      await expect(page).toHaveURL('/profile');
      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
      await page.goto('/profile');
      await expect(page).toHaveURL(/\/login\?/);
    });
  });
}

test.describe('what a script adds', () => {
  async function toCode(page: import('@playwright/test').Page): Promise<string> {
    const number = newNumber();
    await page.goto('/login');
    await page.getByLabel('Mobile number').fill(number);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('button', { name: /^Send a new code in 0:/ })).toBeDisabled({ timeout: 20_000 });
    return number;
  }

  test('six digits send themselves, once', async ({ page }) => {
    const number = await toCode(page);
    const posts: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && request.url().includes('/login') && posts.push(request.url()),
    );
    await page.getByLabel('Six-digit code').pressSequentially(await codeFor(page, `+91${number}`));
    await expect(page).toHaveURL(/\/profile_built$/);
    expect(posts).toHaveLength(1);
  });

  test('a code pasted with a space is whole', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const number = await toCode(page);
    const code = await codeFor(page, `+91${number}`);
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByLabel('Six-digit code').press('Control+V');
    await expect(page).toHaveURL(/\/profile_built$/);
  });

  test('the phone hands over the code of the message', async ({ page }) => {
    await page.addInitScript(() => {
      const code = new Promise<{ code: string }>((resolve) =>
        addEventListener('test:sms', (event) => resolve({ code: (event as CustomEvent<string>).detail })),
      );
      Object.assign(window, { OTPCredential: Object });
      navigator.credentials.get = () => code as unknown as Promise<Credential>;
    });
    const number = await toCode(page);
    const code = await codeFor(page, `+91${number}`);
    await page.evaluate((detail) => dispatchEvent(new CustomEvent('test:sms', { detail })), code);
    await expect(page).toHaveURL(/\/profile_built$/);
  });

  test('another code can be asked for once the wait is over, and no earlier', async ({ page }) => {
    await page.clock.install();
    await toCode(page);
    await page.clock.runFor(31_000);
    await expect(page.getByRole('button', { name: 'Send a new code', exact: true })).toBeEnabled();
    // The server uses its own clock, on which half a minute has not passed.
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
    await expect(page.locator('main')).toContainText('A code was sent a moment ago');
  });

  test('sign-in offers the method that was used last time', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage['auth-method'] ??= 'email';
    });
    await page.goto('/login?redirect=%2Fvideos');
    await expect(page.getByLabel('Email address')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/videos');
    await page.getByRole('link', { name: 'Use mobile number instead' }).click();
    await expect(page.getByLabel('Mobile number')).toBeVisible();
    await page.getByLabel('Mobile number').fill(newNumber());
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth-method'))).toBe('mobile');
  });

  test('a bad value of that is removed and is no choice: the number is asked for first', async ({ page }) => {
    await page.goto('/about');
    await page.evaluate(() => localStorage.setItem('auth-method', 'pigeon'));
    // Else it may come first, and leave the form nothing to read.
    await page.route('**/tidy-stores*', (route) => route.abort());
    await page.goto('/login');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth-method'))).toBeNull();
    // Half a second without a request: no other form is on its way.
    await page.waitForLoadState('networkidle');
    await expect(page.getByLabel('Mobile number')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test('after signing out nothing is left on the phone', async ({ page }) => {
    await signInSettled(page);
    await page.goto('/about');
    await page.evaluate(() => {
      localStorage.setItem('profileAnswers', '{"1":{"age":40}}');
      localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1}]}}');
    });
    await page.goto('/signout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
    await expect
      .poll(() =>
        page.evaluate(() =>
          ['profileAnswers', 'cart', 'selectedProfile'].filter((key) => localStorage.getItem(key) !== null),
        ),
      )
      .toEqual([]);
  });
});

test('the keyboard alone is enough', async ({ page }) => {
  const number = newNumber();
  await page.goto('/login');
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Mobile number')).toBeFocused();
  await page.keyboard.type(number);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(await codeFor(page, `+91${number}`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile_built$/);
});

test('nothing of the number or the code leaves but to this site', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  const told: string[] = [];
  const number = newNumber();
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!)) elsewhere.push(request.url());
    else if (request.url().includes(number)) told.push(request.url());
  });
  await signInByForm(page, { number });
  expect(elsewhere).toEqual([]);
  expect(told).toEqual([]);
});

test('every step is accessible and fits every screen, in both modes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [
    '/login',
    '/login?method=email&error=SessionRequired',
    '/signup',
    '/forgot-password',
    '/signout',
  ]) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expectToFit(page, path);
  }
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'sign-up with errors');
  const number = newNumber();
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('button', { name: /^Send a new code in/ })).toBeVisible();
  await expectAccessible(page, 'the code');
  await expectToFit(page, 'the code');
  await page.getByLabel('Six-digit code').pressSequentially(otherThan(await codeFor(page, `+91${number}`)));
  await expect(page.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a wrong code');
  await page.getByLabel('Six-digit code').pressSequentially(await codeFor(page, `+91${number}`));
  await expect(page).toHaveURL(/\/profile_built$/);
  await expectAccessible(page, '/profile_built');
  await expectToFit(page, '/profile_built');
  await page.goto('/login');
  await expectAccessible(page, 'signed in already');
  await page.goto('/signout');
  await expectAccessible(page, 'signing out');
});

test('the six boxes stand under their digits, on the smallest phone too', async ({ page }) => {
  for (const width of [320, 360, 1536]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/login');
    await page.getByLabel('Mobile number').fill(newNumber());
    await page.getByRole('button', { name: 'Send code' }).click();
    const field = page.getByLabel('Six-digit code');
    await field.pressSequentially('40815');
    const found = await page.locator('.boxes').evaluate((boxes) => {
      const input = boxes.querySelector('input')!;
      const style = getComputedStyle(input);
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.font = style.font;
      const step = canvas.measureText('0').width + Number.parseFloat(style.letterSpacing);
      const start = input.getBoundingClientRect().left + Number.parseFloat(style.paddingInlineStart);
      const middle = (at: number) => start + at * step + canvas.measureText('0').width / 2;
      return [...boxes.querySelectorAll('i')].map((box, at) =>
        Math.abs(middle(at) - (box.getBoundingClientRect().left + box.getBoundingClientRect().width / 2)),
      );
    });
    expect(Math.max(...found), `${width} px`).toBeLessThan(3);
    expect(await page.locator('.boxes').evaluate((boxes) => boxes.scrollLeft)).toBe(0);
    // The last box lies completely within the visible part of the row.
    expect(
      await page
        .locator('.boxes')
        .evaluate(
          (boxes) =>
            boxes.getBoundingClientRect().right - boxes.querySelector('i:last-of-type')!.getBoundingClientRect().right,
        ),
      `${width} px`,
    ).toBeGreaterThanOrEqual(2.5);
  }
});
