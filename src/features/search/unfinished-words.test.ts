import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPlainArticles } from '../../testing/plain-articles.ts';

let site: TestApp;
const titles = {
  violence: 'घर में हिंसा हो रही है: 181 पर मदद',
  neighbour: 'पड़ोसी से झगड़ा',
  pension: 'ஓய்வூதியம் பெறுவது எப்படி',
  subhadra: 'ओडिशा की सुभद्रा योजना',
  aadhaar: 'Update your Aadhaar',
  odisha: 'Subhadra in Odisha',
};
const langOf = (title: string) => (/[a-z]/.test(title) ? 'en' : title === titles.pension ? 'ta' : 'hi');

beforeAll(async () => {
  site = await buildTestApp({ content: 'empty' });
  await insertPlainArticles(
    site.services,
    Object.values(titles).map((title, at) => ({ id: at + 1, lang: langOf(title), title, body: 'Words.' }) as const),
  );
});
afterAll(() => site.close());

const suggested = async (text: string) =>
  (await site.app.inject({ url: `/api/search/suggest?q=${encodeURIComponent(text)}` }))
    .json<{ data: { text: string }[] }>()
    .data.map((each) => each.text);

test.each([
  ['hins', titles.violence],
  ['ghar hin', titles.violence],
  ['pados', titles.neighbour],
  ['padosi jhag', titles.neighbour],
  ['odisha subh', titles.subhadra],
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
