import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { mp4 } from '../../../testing/films.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { newFolder } from '../../../testing/new-folder.ts';

const site = openTestApp({ content: 'empty' });
const root = newFolder();
const told: string[] = [];
const run = () =>
  importCommand.run(
    ['--publish', join(root, 'content')],
    commandContext(site.services, { cwd: root, tell: (line) => void told.push(line) }),
  );
const title = 'راشن کارڈ میں نام کیسے شامل کریں';
const summary = 'یہ مفت ہے، اور اس میں تیس دن لگتے ہیں۔';
const head = `summary: "${summary}"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01\nsample: true\n`;
const write = (name: string, text: string | Buffer) => writeContent(root, name, text);
const bengali = 'রেশন কার্ডে নাম তোলা';
const marathi = 'शिधापत्रिकेत नाव जोडा';
const latin = 'PM Kisan Samman';
const common = 'author: asha\ncategories: [food]\npublishedAt: 2026-10-01\nsample: true\n';

beforeAll(async () => {
  write('categories/food.md', '---\nid: 269\nname: "Food"\ntop: true\nsample: true\n---\nText.\n');
  write('authors/asha.md', '---\nid: 1\nname: "Asha"\nsample: true\n---\n');
  write(
    'articles/ration-card-mein-naam.md',
    `---\nid: 1001\ntitle: "${title}"\n${head}lang: ur\n---\nفارم راشن کی دکان پر ملتا ہے۔\n\nThe form is called Form 1.\n`,
  );
  for (const [name, lang, text] of [
    ['ration-bengali', 'bn', bengali],
    ['ration-marathi', 'mr', marathi],
    ['hindi-in-latin', 'hi', latin],
  ])
    write(`articles/${name}.md`, `---\ntitle: "${text}"\nsummary: "${text}"\n${common}lang: ${lang}\n---\nText.\n`);
  write('videos/ration.md', `---\ntitle: "${bengali}"\ndescription: "${bengali}"\n${common}lang: bn\n---\n`);
  write('media/videos/ration.mp4', mp4());
  write('media/videos/ration.bn.vtt', `WEBVTT\n\n00:00.000 --> 00:02.000\n${bengali}\n`);
  write(
    'webstories/ration.md',
    `---\ntitle: "${marathi}"\n${common}lang: mr\npages: [{ heading: "${marathi}", text: "${marathi}" }]\n---\n`,
  );
  if ((await run()) !== 0) throw new Error(told.join('\n'));
}, 120_000);

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

describe('titles and summaries', () => {
  const cardsOf = (html: string, text: string) =>
    [...html.matchAll(/<article[^>]*>.*?<\/article>/gs)].map(([card]) => card).filter((card) => card.includes(text));
  const category = '/category/food-MjY5';

  test.each([
    [category, bengali, 'bn', 'Bangla', 2],
    [category, marathi, 'mr', 'Marathi', 2],
    [category, latin, 'hi', 'Hindi', 1],
    [`/hi${category}`, bengali, 'bn', 'बंगाली', 2],
    [`/hi${category}`, marathi, 'mr', 'मराठी', 2],
    ['/', marathi, 'mr', 'Marathi', 1],
    ['/videos', bengali, 'bn', 'Bangla', 1],
    [`/search?q=${encodeURIComponent('রেশন')}`, bengali, 'bn', 'Bangla', 2],
    [`/search?q=${encodeURIComponent('शिधापत्रिकेत')}&kind=articles`, marathi, 'mr', 'Marathi', 1],
    [`/search?q=${encodeURIComponent('রেশন')}&kind=videos`, bengali, 'bn', 'Bangla', 1],
  ])('on %s %s is marked as %s, and named', async (url, text, lang, name, count) => {
    const cards = cardsOf(await get(url), text);
    expect(cards.length).toBeGreaterThanOrEqual(count);
    for (const card of cards) {
      expect(card).toMatch(new RegExp(`<h3[^>]* lang="${lang}"`));
      expect(card).toContain(`<span class="in-language">${name}</span>`);
    }
  });

  test('are not marked in the language of the frame, whatever their letters', async () => {
    const [card] = cardsOf(await get(`/hi${category}`), latin);
    expect(card).toContain(latin);
    expect(card).not.toMatch(/<(?:h3|p)[^>]* lang=|in-language/);
  });

  test('of a web story are marked on its own pages, and the words of the frame are not', async () => {
    const page = await get('/webstory/ration');
    expect(page).toMatch(new RegExp(`<h1 lang="mr"[^>]*>${marathi}`));
    expect(page).toMatch(new RegExp(`<div class="[^"]*"><p class="vh">[^<]*</p><h2 lang="mr">${marathi}</h2>`));
  });
});

test('the captions of a video have the name of its language, in that language', async () => {
  const path = /href="(\/video\/[^"]*)"/.exec(await get('/videos'))![1]!;
  expect(await get(path)).toMatch(/<track kind="captions"[^>]* srcLang="bn" label="বাংলা"/i);
});

test('a language that no piece may have is refused by name', async () => {
  write('articles/odd.md', `---\ntitle: "Odd"\n${head}lang: xx\n---\nText.\n`);
  expect(await run()).not.toBe(0);
  expect(told.join('\n')).toMatch(/odd\.md.*lang/s);
});
