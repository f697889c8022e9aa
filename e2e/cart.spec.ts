import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { translateAll } from './page-changes.ts';

const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, key);
const fill = (page: Page, ids: number[], key = 'guest') =>
  page.addInitScript(
    ([name, list]) => {
      if (localStorage.getItem('cart') === null)
        localStorage.setItem('cart', JSON.stringify({ [name]: { items: list.map((schemeId) => ({ schemeId })) } }));
    },
    [key, ids] as const,
  );

test('a scheme is saved from a card and from its page, seen, removed and put back', async ({ page }) => {
  await page.goto('/category/schemes-MjUy');
  const button = page.locator('.card .save').first();
  const id = Number(await button.getAttribute('data-scheme'));
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/category\//);
  await page.goto('/article/x-MTAxMw');
  const tool = page.locator('.share [data-act=save]').first();
  await tool.click();
  await expect(tool).toHaveText('Saved');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  expect(await stored(page, 'cart')).toEqual({ guest: { items: [{ schemeId: id }, { schemeId: 1013 }] } });
  expect(await stored(page, 'cart-storage')).toEqual({
    state: { cart: { guest: { items: [{ schemeId: id }, { schemeId: 1013 }] } } },
    version: 0,
  });

  await page.getByRole('link', { name: 'See list' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved');
  await expect(page.getByRole('heading', { name: 'For me' })).toBeVisible();
  await expect(page.getByText('2 schemes, on this device only.')).toBeVisible();
  await expect(page.getByText('Also check: You have never paid income tax')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Atal Pension Yojana (APY)' }).click();
  await expect(page.getByText('Atal Pension Yojana (APY) removed.')).toBeVisible();
  expect(await stored(page, 'cart')).toEqual({ guest: { items: [{ schemeId: id }] } });
  await expect(page.getByRole('button', { name: 'Put back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Atal Pension Yojana (APY)' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  expect(await stored(page, 'cart')).toEqual({});
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.reload();
  await expect(page.getByText('2 schemes,', { exact: false })).toBeVisible();
});

test('all that was saved goes at once, pages too, and comes back without a connection', async ({ page, context }) => {
  const inPages = () =>
    page.evaluate(async () => {
      if (!(await caches.has('pages-saved'))) return 0;
      const paths = (await (await caches.open('pages-saved')).keys()).map(({ url }) => new URL(url).pathname);
      return paths.filter((path) => /^\/(article|letters\/rti|webstory)/.test(path)).length;
    });
  for (const path of ['/article/x-MTAxMw', '/letters/rti', '/webstory/spot-a-scam-in-one-minute']) {
    await page.goto(path);
    await page.locator('[data-act=save][data-done]').first().click();
    await expect(page.locator('[data-act=save][data-done]').first()).toHaveAttribute('aria-pressed', 'true');
  }
  await page.goto('/cart');
  const remove = page.getByRole('button', { name: /^Remove (?!all)/ });
  await expect(remove).toHaveCount(3);
  await expect.poll(inPages).toBe(3);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expect(remove).toHaveCount(0);
  expect(await inPages()).toBe(0);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(remove).toHaveCount(3);
  expect(await inPages()).toBe(3);
  await context.setOffline(false);
  // Without a scheme, too.
  await page.getByRole('button', { name: 'Remove Atal Pension Yojana (APY)' }).click();
  await expect(remove).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('the list opens without a connection, though it was never opened with one', async ({ page, context }) => {
  for (const [prefix, heading] of [
    ['', 'Saved'],
    ['/hi', 'सेव किया हुआ'],
  ] as const) {
    await page.goto(`${prefix}/category/schemes-MjUy`);
    await page.locator('.card .save').first().click();
    await expect
      .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, `${prefix}/cart`))
      .toBe(true);
    await context.setOffline(true);
    await page.goto(`${prefix}/cart`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('.saved-items a[href*="/article/"]').first()).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.btn')!).minBlockSize)).toBe('48px');
    await context.setOffline(false);
    await page.evaluate(() => localStorage.clear());
  }
});

test('with a slow script a touch of Save is kept, and saves once it has come', async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/article/x-MTAxMw');
  const tool = page.locator('.share [data-act=save]').first();
  const asked = ['boot', 'first-save'].map((name) =>
    page.waitForRequest((request) => request.url().includes(`/assets/${name}-`)),
  );
  await tool.click();
  // All at once: none waits until another one has come.
  await Promise.all(asked);
  await expect(tool).toHaveAttribute('aria-pressed', 'false');
  release();
  await expect(tool).toHaveText('Saved');
  expect(await stored(page, 'cart')).toEqual({ guest: { items: [{ schemeId: 1013 }] } });
});

test.describe('without a worker, which would fetch the files itself', () => {
  test.use({ serviceWorkers: 'block' });

  test('where the script of Save does not come, nothing shows as saved, and a sentence says so', async ({ page }) => {
    await page.route('**/assets/first-save-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    for (const [path, sentence] of [
      ['/article/x-MTAxMw', 'Not saved. Check your internet connection and try again.'],
      ['/hi/article/x-MTAxMw', 'सेव नहीं हुआ। अपना इंटरनेट देखें और फिर कोशिश करें।'],
    ] as const) {
      await page.goto(path);
      const tool = page.locator('.share [data-act=save]').first();
      await tool.click();
      await expect(page.locator('#said')).toHaveText(sentence);
      await expect(page.locator('#said')).toHaveClass('toast');
      await expect(tool).toHaveAttribute('aria-pressed', 'false');
      expect(await stored(page, 'cart')).toBeNull();
    }
  });
});

/** Whether the responses of these modules are here. */
const hasLoaded = (page: Page, modules: string[]) =>
  page.waitForFunction((wanted) => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return wanted.every((module) => names.some((name) => name.includes(`/assets/${module}`)));
  }, modules);

test('after a first Save the next ones need no network', async ({ page }) => {
  for (const [path, on, off, ...modules] of [
    ['/article/x-MTAxMw', 'Saved', 'Save'],
    ['/hi/article/x-MTAxMw', 'सेव है', 'सेव करें', 'saving-'],
  ] as const) {
    await page.goto(path);
    await page.evaluate(() => localStorage.clear());
    const tool = page.locator('.share [data-act=save]').first();
    const schemeId = Number(await tool.getAttribute('data-scheme'));
    await tool.click();
    await expect(tool).toHaveText(on);
    // What follows is asked for a moment later.
    await hasLoaded(page, ['local-store-', 'cart-store-', 'rolldown-runtime-', ...modules]);
    await page.context().setOffline(true);
    await tool.click();
    await expect(tool).toHaveText(off);
    expect(await stored(page, 'cart')).toEqual({});
    await tool.click();
    await expect(tool).toHaveText(on);
    expect(await stored(page, 'cart')).toEqual({ guest: { items: [{ schemeId }] } });
    await page.context().setOffline(false);
  }
});

test('where the browser refuses to store, nothing shows as saved, and a sentence says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await page.goto('/article/x-MTAxMw');
  const tool = page.locator('.share [data-act=save]').first();
  await tool.click();
  await expect(page.getByRole('status').filter({ hasText: 'Not saved. This browser keeps nothing' })).toBeVisible();
  await expect(tool).toHaveText('Save');
  await expect(tool).toHaveAttribute('aria-pressed', 'false');
});

test('a scheme is saved from what a search finds; nothing else there offers it', async ({ page }) => {
  await page.goto('/search?q=atal+pension');
  const hit = page.locator('.hit', { hasText: 'Atal Pension' }).first();
  await hit.locator('.save').click();
  await expect(hit.locator('.save')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/search/);
  await expectToFit(page, 'a search');
  await expectAccessible(page, 'a search');
  expect(await stored(page, 'cart')).toEqual({ guest: { items: [{ schemeId: 1013 }] } });
  await page.goto('/search?q=pension&kind=videos');
  await expect(page.locator('.hit').first()).toBeVisible();
  await expect(page.locator('.hit .save')).toHaveCount(0);
});

test('a card tells what is saved already once the page is touched, and other tabs follow', async ({
  page,
  context,
}) => {
  await fill(page, [1013]);
  await page.goto('/article/x-MTAxMw');
  await page.mouse.click(5, 5);
  await expect(page.locator('.share [data-act=save]').first()).toHaveText('Saved');
  const other = await context.newPage();
  await other.goto('/cart');
  await other.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.locator('.share [data-act=save]').first()).toHaveText('Save');
});

test('one list of papers: each once, ticks are kept, and the text for WhatsApp names them all', async ({ page }) => {
  await fill(page, [1013, 1001]);
  await page.goto('/cart');
  const papers = page.locator('.paper-list');
  await expect(papers.getByText('Aadhaar card', { exact: true })).toHaveCount(1);
  await papers.getByLabel(/^Aadhaar card/).check();
  await expect(page.getByText(/You have 1 of \d+ papers/)).toBeVisible();
  await page.reload();
  await expect(papers.getByLabel(/^Aadhaar card/)).toBeChecked();
  const text = new URL(
    (await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href'))!,
  ).searchParams.get('text')!;
  expect(text).toMatch(/^Papers I need for .*Atal Pension.*:\n- /);
  expect(text).toContain('- Aadhaar card');
  await page.emulateMedia({ media: 'print' });
  await expect(papers).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeHidden();
});

test('on a page that the browser has translated, the counts follow the ticks and the list', async ({ page }) => {
  await fill(page, [1013, 1001]);
  await page.goto('/cart');
  const translate = () => page.evaluate(translateAll);
  const papers = page.locator('.paper-list');
  await expect(page.getByText(/You have 0 of \d+ papers/)).toBeVisible();
  await translate();
  await papers.getByLabel(/^Aadhaar card/).check();
  await expect(page.getByText(/You have 1 of \d+ papers/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Atal Pension Yojana (APY)' }).click();
  await expect(page.getByText('Atal Pension Yojana (APY) removed.')).toBeVisible();
  await expect(page.getByText('1 scheme, on this device only.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Papers for it' })).toBeVisible();
  await expect(papers.getByText('All of them')).toHaveCount(0);
  await translate();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('All removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByText(/You have 1 of \d+ papers/)).toBeVisible();
});

for (const [what, text] of [
  ['broken text', '{bad'],
  ['__proto__', '{"__proto__":{"items":[{"schemeId":1}]}}'],
  ['another shape', '[1,2]'],
] as const) {
  test(`${what} under cart and cart-storage is removed, never a crash`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript((bad) => {
      localStorage.setItem('cart', bad);
      localStorage.setItem('cart-storage', bad);
    }, text);
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    expect([await stored(page, 'cart'), await stored(page, 'cart-storage')]).toEqual([null, null]);
    expect(errors).toEqual([]);
  });
}

test('a scheme that is gone says so and can be removed; parts of others keep apart', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'cart',
      JSON.stringify({
        guest: { items: [{ schemeId: 999_999 }, { schemeId: 'x' }] },
        12: { items: [{ schemeId: 1013 }] },
      }),
    ),
  );
  await page.goto('/cart');
  await expect(page.getByText('This scheme is no longer on the site.').first()).toBeVisible();
  await expect(page.locator('.saved-items').first()).not.toContainText('Atal Pension');
});

test.describe('before the service worker has a list', () => {
  test.use({ serviceWorkers: 'block' });

  test('no connection: says so, the list is safe, and the next try works', async ({ page }) => {
    await fill(page, [1013]);
    await page.route('**/api/schemes?ids=*', (route) => route.abort());
    await page.goto('/cart');
    await expect(page.getByText('Your list is safe.', { exact: false })).toBeVisible();
    await page.unroute('**/api/schemes?ids=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Atal Pension Yojana (APY)', exact: true })).toBeVisible();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('schemes are ticked and one list of papers comes back', async ({ page }) => {
    await page.goto('/cart');
    await page.getByLabel('Atal Pension Yojana (APY)').check();
    await page.getByLabel(/^PM-KISAN/).check();
    await page.getByRole('button', { name: 'Make the list' }).click();
    await expect(page.getByRole('heading', { name: 'Papers for both' })).toBeVisible();
    await expectToFit(page, 'the list');
  });
});

test('the pages fit every screen, and axe finds nothing', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/cart');
  await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor();
  await expectAccessible(page, 'an empty cart');
  await page.evaluate(() =>
    localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1013},{"schemeId":1001},{"schemeId":7}]}}'),
  );
  await page.reload();
  await page.getByText('One list, each paper once.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Remove This scheme' }).first().click();
  await expectAccessible(page, 'a cart');
  await expectToFit(page, 'a cart');
  await page.goto('/article/x-MTAxMw');
  await expectAccessible(page, 'an article about a scheme');
  await expectToFit(page, 'an article about a scheme');
});
