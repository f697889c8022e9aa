import { beforeAll, describe, expect, test } from 'vitest';
import { slugify } from '../../platform/wire/ids.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, naughtyStrings, oddScripts, spread } from '../../testing/corpora.ts';
import { insertPlainArticles } from '../../testing/plain-articles.ts';
import { searchEverything } from './search-everything.queries.server.ts';

const site = openTestApp({ content: 'empty' });
const pieces = [
  { id: 1, lang: 'hi', title: 'ज़रूरी रश्मि फ़ॉर्म १०', body: 'फ़ॉर्म १०९८ भरें।' },
  { id: 2, lang: 'en', title: 'What is due to me', body: 'Hay and hair are words, too.' },
  { id: 3, lang: 'hi', title: 'यह मेरे लिए है', body: 'हाय, यह क्या है।' },
  { id: 4, lang: 'en', title: 'Update your passport', body: 'At the Seva Kendra.' },
  { id: 5, lang: 'en', title: 'فارم ۱۲ کی کتاب', body: 'راشن کی دکان پر۔' },
] as const;

beforeAll(async () => {
  await insertPlainArticles(site.services, pieces);
}, 120_000);

const search = async (articleText: string) => site.send('POST', '/api/search/articles', { articleText });
const firstOf = async (text: string) => (await search(text)).json().data[0]?.id;
const suggested = async (text: string) =>
  (await site.app.inject({ url: `/api/search/suggest?q=${encodeURIComponent(text)}` })).json().data[0]?.text;

describe('one word in several encodings', () => {
  test.each([
    ['ज\u093cरूरी', 1],
    ['\u095bरूरी', 1],
    ['जरूरी', 1],
    ['रश्\u200dमि', 1],
    ['र\u200cश्मि\u200d', 1],
    ['रश्मी', 1],
    ['फॉर्म 10', 1],
    ['फ़ॉर्म १०', 1],
    ['1098', 1],
    ['१०९८', 1],
    ['فارم 12', 5],
    ['فارم ١٢', 5],
    ['كتاب', 5],
    ['passport\u200d', 4],
    ['pa\u200bssport', 4],
  ])('%j is found', async (query, id) => {
    expect(await firstOf(query)).toBe(id);
  });

  test('suggestions and addresses take them for one', async () => {
    const [first] = pieces;
    for (const typed of ['ज\u093cरूरी', '\u095bरूरी', 'जरूर', 'ज़रूरी रश्\u200dमि', 'zaroori'])
      expect(await suggested(typed), typed).toBe(first.title);
    expect(slugify('\u095bरूरी रश्\u200dमि १०', 'x')).toBe('zaruri-rashmi-10');
    expect(slugify('ज\u093cरूरी रश्मि 10', 'x')).toBe('zaruri-rashmi-10');
  });

  test('a correction keeps the rest of what was typed, joiners too', async () => {
    const find = (query: string) => searchEverything(site.db, { query, kind: 'all', categoryId: null, page: 1 });
    for (const [typed, text] of [
      ['Updaet passport\u200d', 'update passport\u200d'],
      ['Seva passprot', 'Seva passport'],
      ['क्\u200dषेत्र passprot', 'क्\u200dषेत्र passport'],
    ] as const) {
      const { correction, articles: found } = await find(typed);
      expect(correction).toEqual({ text, how: 'applied' });
      expect(found!.data[0]!.id).toBe(4);
    }
    expect((await find('रश्\u200dमि ज\u093cरूरी')).correction).toBeNull();
  });
});

test('romanised words that are English words find both, the typed one first', async () => {
  expect(await firstOf('what is due to me')).toBe(2);
  expect(await firstOf('hay')).toBe(2);
  expect(await firstOf('yah mere liye hai')).toBe(3);
  for (const words of ['is', 'to', 'me', 'hai', 'is to me', 'hai hay'])
    expect((await search(words)).statusCode, words).toBe(200);
});

describe.skipIf(!corpora)('texts of the outside corpora', () => {
  test(
    'are answered by search and suggestions, and make addresses of plain letters',
    { timeout: 300_000 },
    async () => {
      for (const text of [...spread(oddScripts(), 120), ...spread(naughtyStrings(), 60)].filter(
        (each) => each.isWellFormed() && !each.includes('\0'),
      )) {
        const found = await search(text.slice(0, 200).toWellFormed());
        expect([200, 400], JSON.stringify(text)).toContain(found.statusCode);
        const hints = await site.app.inject({
          url: `/api/search/suggest?q=${encodeURIComponent(text.slice(0, 100).toWellFormed())}`,
        });
        expect([200, 400], JSON.stringify(text)).toContain(hints.statusCode);
        expect(slugify(text, 'x'), JSON.stringify(text)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/);
      }
    },
  );
});
