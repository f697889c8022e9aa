import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { writeContent } from '../../../testing/write-content.ts';

let site: TestApp;
let root: string;
const told: string[] = [];
const run = () =>
  importCommand.run(
    ['--publish', join(root, 'content')],
    commandContext(site.services, { cwd: root, tell: (line) => void told.push(line) }),
  );
const title = 'راشن کارڈ میں نام کیسے شامل کریں';
const summary = 'یہ مفت ہے، اور اس میں تیس دن لگتے ہیں۔';
const head = `summary: "${summary}"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01\nsample: true\n`;
const write = (name: string, text: string) => writeContent(root, name, text);

beforeAll(async () => {
  site = await buildTestApp({ content: 'empty' });
  root = mkdtempSync(join(tmpdir(), 'nagrik-urdu-'));
  write('categories/food.md', '---\nid: 269\nname: "Food"\ntop: true\nsample: true\n---\nText.\n');
  write('authors/asha.md', '---\nid: 1\nname: "Asha"\nsample: true\n---\n');
  write(
    'articles/ration-card-mein-naam.md',
    `---\nid: 1001\ntitle: "${title}"\n${head}lang: ur\n---\nفارم راشن کی دکان پر ملتا ہے۔\n\nThe form is called Form 1.\n`,
  );
  if ((await run()) !== 0) throw new Error(told.join('\n'));
}, 120_000);
afterAll(async () => {
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

const get = async (url: string) => (await site.app.inject({ url })).body;
const article = async () => (await (await site.app.inject({ url: '/api/article/1001' })).json()).data;

describe('an article in a language that the interface does not have', () => {
  test('stands at the bare address with its language and direction', async () => {
    const { lang, canonicalUrl, bodyHtml } = await article();
    expect(lang).toBe('ur');
    expect(canonicalUrl).toMatch(/^\/article\//);
    expect(bodyHtml).toContain('<p lang="ur" dir="rtl">');
    expect(bodyHtml).toContain('<p lang="en" dir="ltr">The form');
    const page = await get(canonicalUrl);
    expect(page).toMatch(new RegExp(`<h1 lang="ur" dir="rtl"[^>]*>${title.slice(0, 4)}`));
    expect(page).toMatch(/<html lang="en"(?! dir)/);
    expect(page).toContain('You can read it in Urdu');
  });

  test('is marked in lists, in search and below another prefix, where its language is named', async () => {
    for (const url of ['/category/food-MjY5', `/search?q=${encodeURIComponent('راشن')}`, '/hi/category/food-MjY5'])
      expect(await get(url), url).toMatch(/<h3[^>]* lang="ur" dir="rtl"/);
    const { canonicalUrl } = await article();
    expect(await get(`/hi${canonicalUrl}`)).toContain('उर्दू');
  });

  test('carries its direction into the feeds', async () => {
    const marked = '&lt;p lang=&quot;ur&quot; dir=&quot;rtl&quot;&gt;';
    expect(await get('/feed.xml')).toContain(`<description>${marked}`);
    const atom = await get('/feed.atom');
    expect(atom).toContain('<entry xml:lang="ur">');
    expect(atom).toContain(`<summary type="html">${marked}`);
  });
});

test('a language that no piece may have is refused by name', async () => {
  write('articles/odd.md', `---\ntitle: "Odd"\n${head}lang: xx\n---\nText.\n`);
  expect(await run()).not.toBe(0);
  expect(told.join('\n')).toMatch(/odd\.md.*lang/s);
});
