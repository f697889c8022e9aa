import { expect, type Page, test } from '@playwright/test';
import { startOwnServer } from './own-server.ts';

test.describe.configure({ mode: 'serial' });

/** The service worker is registered on the first interaction, and controls pages from the next navigation on. */
async function bringWorker(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/about`);
  await page.keyboard.press('Tab');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(
          (request) => new URL(request.url).pathname + new URL(request.url).search,
        ),
      ),
    );
    return {
      names,
      pages: lists[names.findIndex((name) => /^pages-(?!saved|cart)/.test(name))] ?? [],
      all: lists.flat(),
    };
  });

test('a reader who only reads gets no worker', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('what was read opens without a connection; the rest says so, in the site’s own look', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 2);
  const form = await page.context().newPage();
  try {
    await bringWorker(page, site.origin);
    // The site has been renamed since the offline page was kept.
    await page.evaluate(async () => {
      const core = (await caches.keys()).find((name) => name.startsWith('core-'));
      const headers = { date: new Date(Date.now() - 90_000_000).toUTCString(), 'content-type': 'text/html' };
      await (await caches.open(core!)).put('/offline', new Response('The old name', { headers }));
    });
    await page.goto(`${site.origin}/privacy`);
    const offlinePage = () => page.evaluate(async () => (await caches.match('/offline'))?.text());
    await expect.poll(offlinePage).toContain('You are offline');
    await page.goto(`${site.origin}/search?q=pan`);
    await page.goto(`${site.origin}/settings/privacy`);
    await page.goto(`${site.origin}/no-such-page`);
    await page.goto(`${site.origin}/privacy?utm_source=x`);
    await expect.poll(async () => (await kept(page)).pages).toEqual(['/privacy']);
    await form.goto(`${site.origin}/contact`);
  } finally {
    await site.stop();
  }
  // A plain form: no script of its own keeps what was typed.
  await form.getByLabel('Your message').fill('Typed on a train,\nline by line.');
  await form.locator('main form').evaluate((element: HTMLFormElement) => element.submit());
  await expect(form.getByRole('heading', { name: 'No response received from server' })).toBeVisible();
  await expect(form.locator('[name=message]')).toHaveValue('Typed on a train,\nline by line.');
  await expect(form.getByRole('button', { name: 'Send again' })).toBeVisible();
  await form.close();
  const found = await kept(page);
  expect(found.all.filter((path) => /^\/(api|search|settings|no-such|img|media)/.test(path))).toEqual([]);

  await page.goto(`${site.origin}/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Privacy/);
  await page.goto(`${site.origin}/videos`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  const list = page.locator('section', { has: page.getByRole('heading', { name: 'These open without a connection' }) });
  await expect(list.getByRole('link')).toHaveText(['Contact', 'Privacy']);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.btn') as Element).display)).toBe('flex');
  expect(
    await page.evaluate(async () => {
      await document.fonts.ready;
      return document.fonts.check('600 16px Poppins');
    }),
  ).toBe(true);
  await page.goto(`${site.origin}/search?q=never-asked-before`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
});

test('helplines and the message check open without a connection, unread, after the first touch', async ({
  page,
  baseURL,
}) => {
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 14);
  const all = async () => (await kept(page)).all;
  try {
    await bringWorker(page, site.origin);
    await expect.poll(all, { timeout: 30_000 }).toEqual(expect.arrayContaining(['/helplines', '/check']));
    await page.goto(`${site.origin}/hi/about`);
    await expect.poll(all, { timeout: 30_000 }).toEqual(expect.arrayContaining(['/hi/helplines', '/hi/check']));
    expect((await kept(page)).pages).toEqual(['/hi/about']);
  } finally {
    await site.stop();
  }
  for (const prefix of ['', '/hi']) {
    await page.goto(`${site.origin}${prefix}/helplines`);
    await expect(page.locator('main a[href="tel:181"]').first()).toBeVisible();
    await page.goto(`${site.origin}${prefix}/check`);
    await expect(page.locator('[data-first-help] a[href="tel:1930"]')).toBeVisible();
  }
  await page.goto(`${site.origin}/videos`);
  const list = page.locator('section', { has: page.getByRole('heading', { name: 'These open without a connection' }) });
  await expect(list.locator('a')).toHaveCount(3);
  await expect(list.locator('a[href="/helplines"]')).toBeVisible();
});

test('the scheme finder, once used, works without a connection', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 3);
  const drawn = page.locator('[data-drawn]');
  try {
    // The first visit of all: the worker comes with the first touch, when the page has long been loaded.
    await page.goto(`${site.origin}/find-schemes`);
    await drawn.locator('.asked').waitFor();
    await drawn.locator('select').selectOption('Karnataka');
    await drawn.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(async () => (await kept(page)).all, { timeout: 30_000 }).toContain('/find-schemes');
    expect((await kept(page)).all).toEqual(
      expect.arrayContaining(['/api/schemes/rules/finder', '/api/schemes/rules/finder/words']),
    );
    expect((await kept(page)).pages).toEqual([]);
  } finally {
    await site.stop();
  }
  await page.goto('about:blank');
  await page.goto(`${site.origin}/find-schemes`);
  await drawn.locator('summary', { hasText: 'Your answers (1)' }).waitFor();
  await page.goto(`${site.origin}/find-schemes?scheme=1013&for=parent`);
  await expect(drawn).toContainText('For: my mother or father');
  await expect(page.locator('.whom [aria-current]')).toHaveText('My mother or father');
  await drawn.locator('input.in').fill('46');
  await drawn.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(drawn.locator('.fit').first()).toContainText('Atal Pension Yojana');
  await expect(drawn.locator('.fit').first()).toContainText('Not eligible');
  await expect(page.locator('#found a', { hasText: 'Where it is written' }).first()).toBeAttached();
  // In a language in which it was never opened, there is none.
  await page.goto(`${site.origin}/hi/find-schemes`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
});

test('it keeps 50 pages at most, the last ones', async ({ page, baseURL }) => {
  await bringWorker(page, baseURL ?? '');
  const sitemap = await (await page.request.get('/sitemap-articles-1.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map((match) => match[1]!);
  expect(addresses.length).toBeGreaterThan(55);
  test.setTimeout(120_000);
  await page.route('**/*.{woff2,css,svg,ico}', (route) => route.abort());
  for (const address of addresses.slice(0, 55)) await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(async () => (await kept(page)).pages.length).toBe(50);
  const { pages } = await kept(page);
  expect(pages).toContain(addresses[54]);
  expect(pages).not.toContain(addresses[0]);
});

test('what was saved opens without a connection, with its pictures and the list, and goes at a sign-out', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 4);
  const saved = () =>
    page.evaluate(async () => {
      if (!(await caches.has('pages-saved'))) return [];
      return (await (await caches.open('pages-saved')).keys()).map((request) => new URL(request.url).pathname);
    });
  const save = (name = 'Save') => page.locator('.share, header').getByRole('button', { name, exact: true }).first();
  const story = '/webstory/spot-a-scam-in-one-minute';
  try {
    // The worker comes with the first touch.
    await page.goto(site.origin + story);
    await save().click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeAttached();
    await expect(save('Saved')).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`${site.origin}/letters/rti`);
    await save().click();
    await expect(save('Saved')).toBeVisible();
    await page.goto(`${site.origin}/article/x-MTAxMw`);
    await save().click();
    await expect.poll(saved).toContainEqual(expect.stringMatching(/^\/article\//));
    await page.getByRole('link', { name: 'See list' }).click();
    await expect(page.getByRole('heading', { name: 'Pages on this device' })).toBeVisible();
    // Forty-seven others: the fiftieth is taken, the next one is not, and says why.
    await page.evaluate(async () => {
      const cache = await caches.open('pages-saved');
      for (let at = 0; at < 47; at += 1) await cache.put(`/page/filled-${at}`, new Response('<title>Filled</title>'));
    });
    await page.goto(`${site.origin}/about`);
    await save().click();
    await expect(page.locator('#said')).toContainText('You have saved 50 pages, which is the most.');
    await expect(save()).toHaveAttribute('aria-pressed', 'false');
    await page.evaluate(async () => {
      const cache = await caches.open('pages-saved');
      for (let at = 0; at < 47; at += 1) await cache.delete(`/page/filled-${at}`);
    });
    await page.goto(`${site.origin}/cart`);
    const isWhole = async () => (await kept(page)).all.filter((path) => /^\/(cart$|api\/schemes)/.test(path)).length;
    await expect.poll(isWhole).toBe(2);
  } finally {
    await site.stop();
  }
  await page.goto('about:blank');
  await page.goto(site.origin + story);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    document.querySelectorAll('#story img').forEach((one) => one.setAttribute('loading', 'eager')),
  );
  const widths = () =>
    page.locator('#story img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(0);
  await page.goto(`${site.origin}/papers`);
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toHaveCount(0);
  await expect(page.locator('main a[href^="/papers/"]').first()).toBeAttached();
  await page.goto(`${site.origin}/community`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.locator('a[href="tel:1930"]')).toBeVisible();
  await page.goto(`${site.origin}/cart`);
  const remove = (name: string) => page.getByRole('button', { name: new RegExp(`^Remove .*${name}`) });
  await expect(remove('Atal Pension Yojana')).toBeVisible();
  await remove('RTI').click();
  await expect(remove('RTI')).toHaveCount(0);
  await expect(page.locator('#said')).toContainText('Removed from your list');
  expect((await saved()).filter((path) => path.startsWith('/letters/'))).toEqual([]);
  // As a sign-out does it.
  await page.evaluate(() => {
    document.cookie = 'has_left=1;path=/';
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringMatching(/^pages-/));
});
