import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/own-postgres.ts';
import { makeCluster } from './cluster.ts';
import { openBrowser } from './own-browser.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { startTyping, type Typing } from './typing.ts';
import { atMost, exactly, none, report } from './verdict.ts';

// `npm run faults -- r25-studio-killed [KILLS]`: of the server and of the browser each; on PostgreSQL where installed.
const kills = Number(process.argv[2] ?? 20);
const mostLostMs = 2_000;
const folder = ownFolder();
const port = await freePort();
const origin = `http://localhost:${port}`;
const cluster = await makeCluster();
const settings = {
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
  PUBLIC_ORIGIN: origin,
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
};
const [writer] = await makeMembers(settings, 1, { roles: ['writer'] });
const { headers, cookies } = writer!;
const reopen = () => openBrowser(join(folder, 'profile'), origin, cookies);
let site = await startSite(settings);
let browser = await reopen();

const lost = { server: [] as number[], browser: [] as number[] };
let damaged = 0;
let neverSaved = 0;
let offered = 0;
let begun = 0;
for (let turn = 0; turn < kills; turn += 1) {
  await killServer(turn % 2 === 0);
  await killBrowser(turn % 2 === 0);
}
await browser.page.goto('about:blank');
const listed = await call(origin, '/api/studio/articles', { headers });
await browser.kill();
await site.end('SIGTERM');
report(`R25: server and browser killed while somebody types (${cluster ? 'PostgreSQL' : 'PGlite'})`, [
  exactly('kills of the server', lost.server.length, kills),
  exactly('kills of the browser', lost.browser.length, kills),
  atMost('most typing lost, server', Math.max(...lost.server), mostLostMs, 'ms'),
  atMost('most typing lost, browser', Math.max(...lost.browser), mostLostMs, 'ms'),
  none('conflicts with oneself', offered),
  none('texts with something else in them', damaged),
  none('not in the studio within a minute', neverSaved),
  exactly('articles in the studio', (listed.body as { total: number }).total, begun),
]);

/** Typing goes on while the server is away; then the page is reloaded without a pause. */
async function killServer(isNew: boolean): Promise<void> {
  const typing = await begin(isNew);
  await site.end('SIGKILL');
  await wait(Math.random() * 1_500);
  site = await startSite(settings);
  await wait(Math.random() * 2_000);
  await typing.stop();
  const endedAt = performance.now();
  if (await conflictIn(browser.page).isVisible()) process.stdout.write('  a conflict before the reload\n');
  await openEditor((page) => page.reload());
  await compare('server', typing, endedAt);
}

async function killBrowser(isNew: boolean): Promise<void> {
  const typing = await begin(isNew);
  const endedAt = performance.now();
  await browser.kill();
  await typing.stop();
  const address = browser.page.url();
  browser = await reopen();
  // As people come back: by the desk, which names what is only on this phone, or by the page that they had open.
  const isListed = Math.random() < 0.5 && (await openFromDesk(browser.page));
  await openEditor((page) => (isListed ? Promise.resolve() : page.goto(address)));
  await compare('browser', typing, endedAt);
}

/** A new piece, or the one that is open, and somebody who has typed for some seconds. */
async function begin(isNew: boolean): Promise<Typing> {
  const { page } = browser;
  if (isNew) {
    begun += 1;
    await openEditor((page) => page.goto(`${origin}/studio/articles/new`));
    await page.getByLabel('Title', { exact: true }).fill(`Written while all falls, ${begun}`);
  }
  const field = textIn(page);
  const before = await field.inputValue();
  await field.focus();
  await page.keyboard.press('Control+End');
  const typing = startTyping(page, before);
  await wait(2_500 + Math.random() * 6_000);
  return typing;
}

function conflictIn(page: Page) {
  return page.locator('.studio-conflict');
}

function textIn(page: Page) {
  return page.getByLabel('Text', { exact: true });
}

/** A site under load may answer 'busy'; then people reload. */
async function openEditor(go: (page: Page) => Promise<unknown>): Promise<void> {
  await go(browser.page);
  for (let attempt = 0; ; attempt += 1) {
    const isThere = await textIn(browser.page)
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      );
    if (isThere) return;
    const title = await browser.page.title();
    if (attempt === 5) throw new Error(`No editor at ${browser.page.url()}, but '${title}':\n${site.output()}`);
    process.stdout.write(`  no editor, but '${title}': opened again\n`);
    await browser.page.reload();
  }
}

async function openFromDesk(page: Page): Promise<boolean> {
  await page.goto(`${origin}/studio`);
  const link = page.locator('section:has(> h2:text-is("On this phone only")) a').first();
  const isThere = await link.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (isThere) await link.click();
  return isThere;
}

async function compare(what: 'server' | 'browser', typing: Typing, endedAt: number): Promise<void> {
  const { page } = browser;
  const isWhole = (text: string) => typing.lostMs(text, endedAt) === 0;
  let kept = await textIn(page).inputValue();
  // Restoring takes a moment; what is not there after ten seconds is lost.
  for (const lastLook = performance.now() + 10_000; performance.now() < lastLook && !isWhole(kept); await wait(200)) {
    kept = await textIn(page).inputValue();
    if (await conflictIn(page).isVisible()) {
      const conflict = conflictIn(page);
      offered += 1;
      process.stdout.write(`  a conflict with oneself: ${(await conflict.innerText()).slice(0, 300)}\n`);
      kept = (await conflict.locator('details:has(summary:text-is("Yours")) pre').textContent()) ?? kept;
      await conflict.getByRole('button').nth(1).click();
      break;
    }
  }
  const ms = typing.lostMs(kept, endedAt);
  if (ms === null) {
    damaged += 1;
    process.stdout.write(`  typed: …${typing.text().slice(-80)}\n  there: …${kept.slice(-80)}\n`);
  }
  lost[what].push(ms ?? Infinity);
  process.stdout.write(`  ${what} killed: ${Math.round(ms ?? Infinity)} ms of ${typing.text().length} letters lost\n`);
  if (!(await isSaved(kept))) neverSaved += 1;
}

/** Word for word, in the studio itself; and the editor knows it. */
async function isSaved(text: string): Promise<boolean> {
  const isClean = await browser.page
    .locator('[data-save-state=clean]')
    .waitFor({ timeout: 60_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isClean) return false;
  for (const lastLook = performance.now() + 60_000; performance.now() < lastLook; await wait(250)) {
    const [, id] = /\/studio\/articles\/(\d+)/.exec(browser.page.url()) ?? [];
    if (!id) continue;
    const { body } = await call(origin, `/api/studio/articles/${id}`, { headers });
    if ((body as { data?: { body?: string } } | null)?.data?.body === text) return true;
  }
  return false;
}
