// @runs on both databases
import { inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { articles } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { insertPlainArticles } from '../../testing/plain-articles.ts';

const site = openTestApp({ content: 'empty' });
const titles = {
  violence: 'घर में हिंसा हो रही है: 181 पर मदद',
  neighbour: 'पड़ोसी से झगड़ा',
  pension: 'ஓய்வூதியம் பெறுவது எப்படி',
  subhadra: 'ओडिशा की सुभद्रा योजना',
  aadhaar: 'Update your Aadhaar',
  odisha: 'Subhadra in Odisha',
  kisan: 'PM-KISAN: who gets it',
  kisanInHindi: 'पीएम-किसान: किसे मिलते हैं',
};
const langOf = (title: string) => (/[a-z]/.test(title) ? 'en' : title === titles.pension ? 'ta' : 'hi');

beforeAll(async () => {
  await insertPlainArticles(
    site.services,
    Object.values(titles).map((title, at) => ({ id: at + 1, lang: langOf(title), title, body: 'Words.' }) as const),
  );
  await site.db
    .update(articles)
    .set({ groupId: 7 })
    .where(inArray(articles.id, [7, 8]));
});

const suggested = async (text: string, lang = 'en') =>
  (await site.app.inject({ url: `/api/search/suggest?lang=${lang}&q=${encodeURIComponent(text)}` }))
    .json<{ data: { text: string }[] }>()
    .data.map((each) => each.text);

test.each([
  ['hins', titles.violence],
  ['ghar hin', titles.violence],
  ['pados', titles.neighbour],
  ['padosi jhag', titles.neighbour],
  ['odisha subh', titles.subhadra],
  ['ghar h', titles.violence],
  ['oyv', titles.pension],
  ['oyvoothiyam peru', titles.pension],
])('suggestions for the unfinished %s have the title in another script', async (typed, title) => {
  expect(await suggested(typed)).toContain(title);
});

test('suggestions in the letters that are typed stay first', async () => {
  expect((await suggested('subh'))[0]).toBe(titles.odisha);
  expect((await suggested('aadh'))[0]).toBe(titles.aadhaar);
  expect(await suggested('hinq')).not.toContain(titles.violence);
});

test('Latin letters that begin an English title suggest its translation on a page of that language', async () => {
  expect(await suggested('pm kis')).toEqual([titles.kisan]);
  expect(await suggested('pm kis', 'hi')).toEqual([titles.kisanInHindi]);
  expect(await suggested('aadh', 'hi')).toEqual([titles.aadhaar]);
});

test('a word of which no title has more than the beginning is finished in Devanagari too', async () => {
  expect(await suggested('घरेलू हिं', 'hi')).toContain(titles.violence);
});
