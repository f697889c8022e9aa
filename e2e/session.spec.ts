import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signInAs, signInSettled } from './sign-in-as.ts';

const header = (page: Page) => page.locator('.tools');
const isMarked = (page: Page) => expect(header(page).getByRole('link', { name: /^Your account/ })).toBeVisible();
const isPlain = (page: Page) => expect(header(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as { id?: number } | null, key);
const hints = async (context: BrowserContext) =>
  (await context.cookies())
    .map(({ name }) => name)
    .filter((name) => ['email', 'user_id', 'newUser', 'isPhoneLinked', 'access_token'].includes(name));
/** Waits until the work after a sign-in is done: a profile is chosen. */
const settled = (page: Page) =>
  expect.poll(() => stored(page, 'selectedProfile').catch(() => null)).toMatchObject({ id: expect.any(Number) });

test('signed-out visitors load no session code; the sign-in link leads back', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/videos?category=252');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await header(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fvideos%3Fcategory%3D252$/);
  expect(
    asked.filter((path) => path.includes('signed-in') || path.startsWith('/api/auth') || path.startsWith('/api/user')),
  ).toEqual([]);
});

test('who has just joined comes to /profile_built, with one SELF however many tabs were open', async ({
  page,
  context,
}) => {
  await signInAs(page);
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/about')));
  for (const tab of tabs) await settled(tab);
  // At least one tab goes there; a tab in another browser process may not have heard of it yet, and follows. The server
  // ensures a single SELF profile.
  await expect.poll(() => tabs.filter((tab) => tab.url().endsWith('/profile_built')).length).toBeGreaterThanOrEqual(1);
  const { data } = (await (await page.request.get('/api/profile/all')).json()) as {
    data: { id: number; relation: string }[];
  };
  expect(data.map(({ relation }) => relation)).toEqual(['SELF']);
  expect(await stored(tabs[0]!, 'selectedProfile')).toMatchObject({ id: data[0]?.id });
  await page.goto('/about');
  await isMarked(page);
  await expect(page).toHaveURL(/\/about$/);
});

test('the header shows a name’s first letter, and Me leads to the profile', async ({ page }) => {
  await signInAs(page);
  await page.request.patch('/api/user', {
    data: { firstName: 'आशा', lastName: 'Devi' },
    headers: {
      origin: new URL(page.url() === 'about:blank' ? (test.info().project.use.baseURL ?? '') : page.url()).origin,
    },
  });
  await page.goto('/profile_built');
  await settled(page);
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: 'Your account, आशा Devi' })).toHaveText('आ');
  await expect(header(page).getByRole('link', { name: /^Your account/ })).toHaveAttribute('href', '/profile');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('.dock').getByRole('link', { name: 'Me', exact: true })).toHaveAttribute(
    'href',
    '/profile',
  );
});

test('a session that has ended elsewhere is noticed when the window is looked at', async ({
  page,
  context,
  request,
}) => {
  const { token } = await signInAs(page);
  await page.goto('/profile_built');
  await settled(page);
  await page.goto('/');
  await isMarked(page);
  const { data } = (await (
    await request.get('/api/user/sessions', { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { data: { id: string }[] };
  expect(
    (
      await request.delete(`/api/user/sessions/${data[0]?.id}`, { headers: { authorization: `Bearer ${token}` } })
    ).status(),
  ).toBe(200);
  await isMarked(page);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await isPlain(page);
  expect(await hints(context)).toEqual([]);
  expect(await stored(page, 'selectedProfile')).toBeNull();
});

test('signing out in one tab signs the others out; a page that needs a session asks to sign in again', async ({
  page,
  context,
}) => {
  await signInAs(page);
  await page.goto('/profile_built');
  await settled(page);
  const [reading, own] = [await context.newPage(), await context.newPage()];
  await reading.goto('/about');
  await own.goto('/profile');
  await isMarked(reading);
  await isMarked(own);
  await page.goto('/signout');
  // The other tabs hear of it before the server has ended the session.
  await page.route('**/signout', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await isPlain(reading);
  await expect(reading).toHaveURL(/\/about$/);
  await expect(own).toHaveURL(/\/login\?error=SessionRequired&callbackUrl=%2Fprofile/);
  expect(await hints(context)).toEqual([]);
});

test('a form that ends the session says where to go, though the page learns of the end first', async ({ page }) => {
  await signInSettled(page);
  let release = () => {};
  const isDone = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/session', async (route) => {
    await isDone;
    await route.continue();
  });
  await page.route('**/profile?do=delete', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const learned = page.waitForResponse('**/api/auth/session');
    release();
    await learned;
    return route.fulfill({ response });
  });
  const asked = page.waitForRequest('**/api/auth/session');
  await page.goto('/profile?do=delete');
  await asked;
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The account is deleted');
});

test('bad values that an earlier visitor left are removed for somebody signed out, too', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/about');
  await page.evaluate(() => {
    localStorage.setItem('profileProgress', '{bad');
    localStorage.setItem('auth-method', 'carrier pigeon');
    localStorage.setItem('color-mode', 'dark');
  });
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const stored = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key !== 'consent'));
  await expect.poll(stored).toEqual([['color-mode', 'dark']]);
  expect(problems).toEqual([]);
});

test('bad values in every store: the page works, and they are removed', async ({ page }) => {
  await signInAs(page);
  await page.goto('/profile_built');
  await settled(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.evaluate(() => {
    for (const key of [
      'selectedProfile',
      'cart',
      'cart-storage',
      'cart-before-sign-in',
      'profileAnswers',
      'profileProgress',
      'auth-method',
      'cart-of-account',
      'papers-at-hand',
    ])
      localStorage.setItem(key, key.length % 2 ? '{bad' : '{"__proto__":{"id":1}}');
  });
  await page.goto('/about');
  // A new user without a chosen profile, as after signing in.
  await expect(page).toHaveURL(/\/profile_built$/);
  await isMarked(page);
  await settled(page);
  expect(
    await page.evaluate(() => Object.values(localStorage).some((text) => /^\{bad|__proto__/.test(String(text)))),
  ).toBe(false);
  expect(problems).toEqual([]);
});
