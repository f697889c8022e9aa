import { expect, type Page, test } from '@playwright/test';
import { newNumber, settled } from './people.ts';
import { signInAs } from './sign-in-as.ts';

/** Signs out through the page's own form, as on a shared phone. */
async function leave(page: Page) {
  await page.goto('/signout');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
}
/** Saves the scheme of `own`. */
async function save(page: Page) {
  await page.goto('/article/x-MTAxMw');
  const button = page.locator('.share [data-act=save]').first();
  await button.click();
  await expect(button).toHaveText('Saved');
}
async function expectNothingSaved(page: Page) {
  // A page whose session another tab has ended fetches itself again, which may cut this off.
  await expect(() => page.goto('/cart')).toPass();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
}
const offer = (page: Page) => page.getByRole('complementary', { name: 'Schemes saved on this device' });
const own = (page: Page) => page.getByRole('link', { name: 'Atal Pension Yojana (APY)', exact: true });
const personal = [
  'cart',
  'cart-storage',
  'cart-before-sign-in',
  'cart-of-account',
  'profileAnswers',
  'profileProgress',
];
const leftOn = (page: Page) =>
  page.evaluate(
    (keys) => keys.filter((key) => !['{}', null].includes(localStorage.getItem(key))),
    [...personal, 'papers-at-hand', 'selectedProfile'],
  );

test("a guest's list is offered at the sign-in, and then kept with the account on every phone, never for the next person", async ({
  page,
  browser,
}) => {
  const phoneNo = newNumber();
  await save(page);
  await signInAs(page, { phoneNo });
  await page.goto('/');
  await settled(page);
  await expectNothingSaved(page);
  await expect(offer(page)).toContainText('Add the 1 scheme saved on this device to your list?');
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await offer(page).getByRole('button', { name: 'Add' }).click();
  await expect(own(page)).toBeVisible();
  await expect(page.getByText('1 scheme, kept with your account.', { exact: false })).toBeVisible();
  expect((await stored).status()).toBe(200);

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await signInAs(elsewhere, { phoneNo });
  await elsewhere.goto('/about');
  await settled(elsewhere);
  await elsewhere.goto('/cart');
  await expect(own(elsewhere)).toBeVisible();
  await other.close();

  await leave(page);
  expect(await leftOn(page)).toEqual([]);
  await expectNothingSaved(page);
  await signInAs(page);
  await page.goto('/');
  await settled(page);
  await expectNothingSaved(page);
  await expect(offer(page)).toHaveCount(0);
});

test('a no to the offer is remembered, and a later visit is offered nothing', async ({ page, context }) => {
  await save(page);
  await context.clearCookies({ name: 'jrk_session_id' });
  await signInAs(page);
  await page.goto('/');
  await settled(page);
  await expectNothingSaved(page);
  await expect(offer(page)).toHaveCount(0);
  await leave(page);
  await save(page);
  await signInAs(page);
  await page.goto('/about');
  await settled(page);
  await page.goto('/about');
  await offer(page).getByRole('button', { name: 'No' }).click();
  await expectNothingSaved(page);
  await expect(offer(page)).toHaveCount(0);
});

test('what stands half written in one tab goes when the person signs out in another', async ({ page }) => {
  await signInAs(page);
  await page.goto('/about');
  await settled(page);
  const tabs = await Promise.all(
    ['/community/ask', '/check'].map(async (path) => {
      const tab = await page.context().newPage();
      // Until its script knows that somebody is signed in, it does not notice that they leave.
      const isKnown = tab.waitForResponse('**/api/auth/session*');
      await tab.goto(path);
      await isKnown;
      const field = tab.locator('main').getByRole('textbox').first();
      await field.fill('My husband must not know');
      await expect(field).toHaveValue('My husband must not know');
      return { tab, field };
    }),
  );
  const [asking] = tabs;
  await expect.poll(() => asking!.tab.evaluate(() => sessionStorage.length)).toBe(1);
  await leave(page);
  for (const { tab, field } of tabs) {
    await tab.bringToFront();
    await expect(field).toHaveValue('');
  }
  expect(await asking!.tab.evaluate(() => sessionStorage.length)).toBe(0);
});

test.describe('without the worker, which would fetch the script', () => {
  test.use({ serviceWorkers: 'block' });

  test('also from a tab that was still waiting for its script', async ({ page }) => {
    await signInAs(page);
    await page.goto('/about');
    await settled(page);
    const tab = await page.context().newPage();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await tab.route('**/assets/*.js', (route) => arrived.then(() => route.continue()));
    await tab.goto('/check');
    const field = tab.locator('main').getByRole('textbox').first();
    await field.fill('My husband must not know');
    await leave(page);
    arrive();
    await expect(field).toHaveValue('');
  });
});

for (const [how, end] of [
  [
    'signs out in another tab',
    async (page: Page) => {
      const other = await page.context().newPage();
      await leave(other);
      await other.close();
    },
  ],
  [
    'is signed out everywhere',
    async (page: Page, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { data } = (await (await page.request.get('/api/user/sessions', { headers })).json()) as {
        data: { id: string }[];
      };
      for (const { id } of data) await page.request.delete(`/api/user/sessions/${id}`, { headers });
    },
  ],
  [
    'deletes the account on another device',
    async (page: Page, token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      expect((await page.request.delete('/api/user', { headers, data: {} })).status()).toBe(200);
    },
  ],
  [
    'lets the session run out',
    async (page: Page) => {
      // An answer on its way would set the cookies again.
      await settled(page);
      await page.context().clearCookies();
    },
  ],
] as const)
  test(`whoever gets the phone after somebody who ${how} finds nothing of theirs`, async ({ page }) => {
    const { token } = await signInAs(page);
    await page.goto('/about');
    await settled(page);
    await save(page);
    await page.goto('/find-schemes');
    await page.evaluate(() => {
      const { id } = JSON.parse(localStorage.getItem('selectedProfile') ?? '{}') as { id: number };
      localStorage.setItem('profileAnswers', JSON.stringify({ [id]: { age: 67 } }));
      localStorage.setItem('papers-at-hand', '["Death certificate"]');
    });
    await end(page, token);
    await expectNothingSaved(page);
    await page.goto('/find-schemes');
    await expect(
      page
        .getByRole('main')
        .getByText(/^Question 1\b/)
        .first(),
    ).toBeVisible();
    await expect.poll(() => leftOn(page)).toEqual([]);
  });

test('whoever goes back after a sign-out finds no typed word, and then keeps their own', async ({ page }) => {
  await signInAs(page);
  await page.goto('/about');
  await settled(page);
  const typed = [
    ['/contact', '[name=message]'],
    ['/community/question/x-Mzg', 'main textarea'],
    ['/community/ask', '[name=body]'],
    ['/grievance', '[name=text]'],
  ] as const;
  for (const [path, field] of typed) {
    await page.goto(path);
    await page.locator(field).first().pressSequentially('secret of the first person');
  }
  await page.goto('/papers/ration-card');
  await page.getByRole('main').getByRole('checkbox').first().check();
  await leave(page);
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL(/papers/);
  await expect(page.getByRole('main').getByRole('checkbox').first()).not.toBeChecked();
  for (const [path, field] of typed.toReversed()) {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(path.replace('/x-Mzg', '/.*-Mzg')));
    await expect(page.locator(field).first()).toHaveValue('');
  }
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('secret');
  // The next person's own words stay with their pages.
  await page.goto('/contact');
  await page.locator('[name=message]').pressSequentially('words of the next');
  await page.goto('/about');
  await page.goBack();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[name=message]')).toHaveValue('words of the next');
});

for (const way of ['the sign-out call is made', 'the cookies are deleted'] as const)
  test(`nothing of an account is left on the next page once ${way}`, async ({ page, context }) => {
    await signInAs(page);
    await page.goto('/about');
    await settled(page);
    await page.evaluate(() => {
      localStorage.selectedProfile = '{"id":7,"relation":"SELF","phoneNo":"+919876500001"}';
      localStorage.profileAnswers = '{"7":{"age":41}}';
      localStorage.cart = '{"7":{"items":[{"schemeId":1}]}}';
    });
    // An answer on its way would set the cookies again.
    await page.waitForLoadState('networkidle');
    if (way === 'the cookies are deleted') await context.clearCookies();
    else
      await page.request.post('/api/auth/signout', {
        form: {
          csrfToken: ((await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken,
          json: 'true',
        },
        headers: { origin: new URL(page.url()).origin },
      });
    // The page that was open may lead to the sign-in by itself meanwhile.
    await expect(() => page.goto('/')).toPass();
    await expect.poll(() => leftOn(page)).toEqual([]);
  });
