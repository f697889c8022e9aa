import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';
import { searchIndex } from './search-index.server.ts';
import { searchSteps } from './search-steps.server.ts';

const site = openTestApp({ content: 'empty' });
// Each line has the one telling word of the queries; only the small words around it tell the lines apart.
const lines = [
  'यह एक क्षेत्र है',
  'पुराने क्षेत्र को छोड़ने के लिए',
  ...Array.from({ length: 40 }, (_, at) => `बड़े क्षेत्र में गाँव ${at + 10}`),
  'क्षेत्र के लोग अब है का एक',
];

beforeAll(async () => {
  await site.db.transaction((tx) =>
    indexDocuments(
      tx,
      lines.map((body, at) => ({
        kind: 'ARTICLE' as const,
        entityId: at + 1,
        lang: 'hi' as const,
        title: `line ${at + 1}`,
        summary: '',
        body,
        categoryIds: [],
        tagIds: [],
        publishedAt: new Date('2026-01-01'),
      })),
    ),
  );
}, 120_000);

const find = async (text: string) => {
  const { found } = await site.db.transaction((tx) =>
    searchIndex(searchSteps(tx, site.db), { text, kinds: ['ARTICLE'], isRanked: true }),
  );
  return found.ARTICLE.ids;
};

test.each([
  ['yah ek kshetra hai', 1],
  ['यह एक क्षेत्र है', 1],
  ['kshetra ko chodne ke liye', 2],
  ['kshetra ke log', 43],
])('%s: small words decide between lines with the same telling words', async (query, line) => {
  expect((await find(query))[0]).toBe(line);
});

test('small words alone bring no line before one with the telling word', async () => {
  expect((await find('kshetra hai kya')).length).toBeGreaterThan(9);
  expect(await find('gaon 25')).toContain(lines.indexOf('बड़े क्षेत्र में गाँव 25') + 1);
});
