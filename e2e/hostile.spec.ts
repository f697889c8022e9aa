import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { corpora, crossSiteScripts, naughtyStrings, spread } from '../src/testing/corpora.ts';
import { startOwnServer } from './own-server.ts';
import { watch } from './watch.ts';

test.describe.configure({ mode: 'serial', timeout: 300_000 });

const texts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<img src=x onerror=alert(1) data-act=color-mode>',
  '<button data-act="search" onclick=alert(1)>x</button>',
  '<div id=held>alert(1)</div>',
  '<form action=//evil.example><input name=q id=held></form>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<style>@import"//evil.example"</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<svg><use href="data:image/svg+xml,x#x"></svg>',
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
  '\u2028alert(1)\u2029</script>',
  '[x](javascript:alert(1))',
  '![x](x"onerror="alert(1))',
  ...(corpora ? [...spread(crossSiteScripts(), 40), ...spread(naughtyStrings(), 30)] : []),
].map((text) => text.slice(0, 160).toWellFormed().replaceAll('\u0000', ''));

let site: Awaited<ReturnType<typeof startOwnServer>>;
let folder: string;
let addresses: string[];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nagrik-hostile-'));
  const dataDir = join(folder, 'data');
  const posts = join(folder, 'site', 'content', 'post');
  mkdirSync(posts, { recursive: true });
  texts.forEach((text, index) => {
    const front = {
      title: `${index} ${text}`,
      date: new Date(Date.now() - 60_000).toISOString(),
      description: text,
      author: text,
      tags: [text, 'hostile'],
      categories: ['scams'],
    };
    writeFileSync(
      join(posts, `post-${index}.md`),
      `---\n${JSON.stringify(front)}\n---\n${text}\n\n## ${text}\n\n| ${text} |\n|---|\n| ${text} |\n\n[a](${text})\n`,
    );
  });
  site = await startOwnServer(Number(process.env.E2E_PORT) + 7, { E2E_DATA_DIR: dataDir });
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/import.ts', join(folder, 'site'), '--format', 'hugo', '--site', 'hostile'],
    {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      encoding: 'utf8',
    },
  );
  // 1: the report names what was lost, here pictures at addresses that are none.
  expect(status).toBe(1);
  expect(stdout).toMatch(/\d+ {2}new/);
  // The newest content of the site: two pages of fifty.
  const lists = await Promise.all(
    [1, 2].map(async (page) => {
      const answer = await fetch(`${site.origin}/api/article/search/v1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page, pageSize: 50, sortKey: 'PUBLISHED_AT' }),
      });
      return ((await answer.json()) as { data: { canonicalUrl: string; title: string }[] }).data;
    }),
  );
  addresses = lists
    .flat()
    .filter(({ title }) => /^\d+ /.test(title))
    .map(({ canonicalUrl }) => canonicalUrl);
});

test.afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what was imported does nothing in any browser view, before and after the first touch', async ({ page }) => {
  const signs = await watch(page, site.origin);
  expect(addresses.length).toBeGreaterThan(15);
  const authors = await (await fetch(site.origin + (addresses[0] ?? ''))).text();
  const author = /href="(\/author\/[^"]+)"/.exec(authors)?.[1] ?? '';
  for (const path of [...addresses, author, '/category/scams-MjU0', '/', '/search?q=alert']) {
    await page.goto(site.origin + path, { waitUntil: 'load' });
    await page.getByRole('button', { name: 'Dark or light' }).first().click();
    await page.waitForTimeout(60);
    expect(signs, path).toEqual([]);
  }
});

test('user input is shown verbatim, and suggested as text', async ({ page }) => {
  const signs = await watch(page, site.origin);
  for (const text of texts.slice(0, 40)) {
    await page.goto(`${site.origin}/search?q=${encodeURIComponent(text)}`, { waitUntil: 'load' });
    const shown = await page.locator('main input[name=q]').first().inputValue();
    expect(shown.length, text).toBeGreaterThan(0);
    expect(signs, text).toEqual([]);
  }
  await page.goto(`${site.origin}/about`);
  const field = page.locator('header input[name=q]');
  for (const text of ['<script>', '"><img src=x', 'hostile', 'alert']) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 20 });
    await page.waitForTimeout(400);
  }
  expect(signs).toEqual([]);
});

test('an unknown URL gets a helpful 404 page in the look of the site', async ({ page }) => {
  for (const path of [
    '/%',
    '/webstory/%00',
    '/article/%E0%A4%A',
    '/a//b',
    '/__manifest?p=/',
    '/article/x-MTAwMQ.data',
    '/xx/about',
  ]) {
    const answer = await page.goto(site.origin + path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
  }
});
