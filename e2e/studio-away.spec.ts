import type { ServerResponse } from 'node:http';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { openGateway } from './gateway.ts';
import { openNewsroom, saved, write } from './newsroom.ts';

// The site is away while somebody writes: behind a proxy that says so, and not at all.
const { colleague, port } = openNewsroom(86, 87);
let gateway: Awaited<ReturnType<typeof openGateway>> | undefined;
test.beforeAll(async () => {
  gateway = await openGateway(port, port + 1);
});
test.afterEach(() => gateway?.set('open'));
test.afterAll(() => gateway?.close());

type Step = PromiseWithResolvers<void>;
const textOf = (page: Page) => page.getByLabel('Text', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const words = 'Typed while nobody answers.';
/** Whether the phone keeps a text with these words for its reload. */
const isOnPhone = (page: Page) =>
  page.evaluate(async (text) => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('studio')) return false;
    const kept = await new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open('studio');
      opening.addEventListener('error', () => reject(opening.error!));
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => reject(reading.error!));
        opening.result.close();
      });
    });
    return JSON.stringify(kept).includes(text);
  }, words);
const typeOn = async (page: Page) => {
  await textOf(page).press('ControlOrMeta+End');
  await textOf(page).pressSequentially(words, { delay: 20 });
  await expect.poll(() => isOnPhone(page)).toBe(true);
};

async function begin(browser: Browser, isNew: boolean): Promise<Page> {
  const page = await colleague(browser, 'writer');
  await page.goto('/studio/articles/new');
  await page.getByLabel('Title', { exact: true }).fill('Written while the site falls');
  if (!isNew) {
    await save(page);
    await saved(page);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

for (const state of ['away', 502, 503] as const)
  for (const isNew of [true, false])
    test(`reloaded while the site is ${state}: ${isNew ? 'a new' : 'an old'} piece's text is there at the first reload after`, async ({
      browser,
    }) => {
      const page = await begin(browser, isNew);
      gateway!.set(state);
      await typeOn(page);
      for (let turn = 0; turn < 3; turn += 1) {
        await page.reload().catch(() => null);
        await expect(page.locator('body')).toContainText(state === 'away' ? 'You are offline' : String(state));
        await expect(textOf(page)).toHaveCount(0);
      }
      gateway!.set('open');
      await page.reload();
      await expect(textOf(page)).toHaveValue(words);
      await saved(page);
      await page.reload();
      await expect(textOf(page)).toHaveValue(words);
    });

test('a tab that stays open sends its text by itself once the site is back after half a minute', async ({
  browser,
}) => {
  const page = await begin(browser, true);
  gateway!.set(502);
  await typeOn(page);
  await save(page);
  await page.waitForTimeout(30_000);
  await expect(textOf(page)).toHaveValue(words);
  gateway!.set('open');
  await expect(page.locator('[data-save-state=clean]')).toBeVisible({ timeout: 25_000 });
  await page.reload();
  await expect(textOf(page)).toHaveValue(words);
});

const isPage = (url = '') => url.startsWith('/studio/articles');
const isSave = (method = '', url = '') => method !== 'GET' && /^\/api\/studio\/articles(\/\d+)?$/.test(url);

/** A save is under way when the page is reloaded, and is answered before the new page comes: what `reload` answers. */
async function saveWhileReloading(page: Page, reload: (send: () => void, outgoing: ServerResponse) => void) {
  const [asked, loaded, answered] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Step, Step, Step];
  // The page that is left has taken the answer once the text is on the phone no more, which only another page can tell.
  const beside = await page.context().newPage();
  await beside.goto('/robots.txt');
  const done = answered.promise.then(() => expect.poll(() => isOnPhone(beside)).toBe(false));
  gateway!.set('open', ({ method, url }, outgoing, forward) => {
    if (isSave(method, url)) {
      outgoing.on('finish', () => answered.resolve());
      void loaded.promise.then(() => forward());
      asked.resolve();
    } else if (isPage(url))
      forward((send) => {
        loaded.resolve();
        void done.finally(() => reload(send, outgoing)).catch(() => {});
      });
    else return false;
    return true;
  });
  await save(page);
  await asked.promise;
  await page.reload();
  await done;
  await beside.close();
  gateway!.set('open');
}

test('a new piece that is saved while its reload waits, and fails, is there at the next reload', async ({
  browser,
}) => {
  const page = await begin(browser, true);
  await typeOn(page);
  await saveWhileReloading(page, (_, outgoing) =>
    outgoing.writeHead(503, { 'content-type': 'text/html' }).end('<title>Busy</title>'),
  );
  await expect(page).toHaveTitle('Busy');
  expect(page.url()).toContain('/new#d=');
  await page.reload();
  await expect(textOf(page)).toHaveValue(words);
  await expect(page).toHaveURL(/\/studio\/articles\/\d+$/);
});

test('a page that was read before the last save, and comes after it, shows the newer text by itself', async ({
  browser,
}) => {
  const page = await colleague(browser, 'writer');
  await write(page, 'Water meters', 'Read it. ');
  await typeOn(page);
  await saveWhileReloading(page, (send) => send());
  await expect(textOf(page)).toHaveValue(`Read it. ${words}`);
  await expect(page.getByText('You have saved a newer text elsewhere')).toHaveCount(0);
});

for (const when of ['before', 'after'] as const)
  test(`the last save of a page that is left is no conflict with oneself for a page that was read ${when} it`, async ({
    browser,
  }) => {
    const page = await colleague(browser, 'writer');
    await write(page, 'Bus passes', 'Bring a photo. ');
    await typeOn(page);
    // As if the page were gone before the phone had kept anything more.
    await page.evaluate(() => {
      indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    for (let count = 0; count < 9; count += 1) await textOf(page).press('Backspace');
    const [loaded, taken] = [0, 1].map(() => Promise.withResolvers<void>()) as [Step, Step];
    gateway!.set('open', ({ method, url }, outgoing, forward) => {
      if (!isSave(method, url)) return false;
      const send = () =>
        forward(() => {
          outgoing.destroy();
          taken.resolve();
        });
      if (when === 'after') send();
      else void loaded.promise.then(send);
      return true;
    });
    if (when === 'after') {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await taken.promise;
    }
    await page.reload();
    loaded.resolve();
    await taken.promise;
    gateway!.set('open');
    const text = `Bring a photo. ${words.slice(0, -9)}`;
    await expect(textOf(page)).toHaveValue(text);
    await saved(page);
    await expect(page.locator('.studio-conflict')).toHaveCount(0);
    await page.reload();
    await expect(textOf(page)).toHaveValue(text);
    await saved(page);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('studio-left')))).toEqual(
      [],
    );
  });
