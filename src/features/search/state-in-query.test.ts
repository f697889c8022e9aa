import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { searchEverything } from './search.queries.server.ts';
import { stateNamedIn } from './state-in-query.server.ts';

const test = openTestApp({ content: 'demo' });

const search = (query: string) => searchEverything(test.db, { query, kind: 'all', categoryId: null, page: 1 });

it.each([
  ['telangana schemes', 'Telangana'],
  ['तेलंगाना की योजनाएं', 'Telangana'],
  ['தமிழ்நாடு திட்டம்', 'Tamil Nadu'],
  ['tamilnadu widow', 'Tamil Nadu'],
  ['UP me vidhwa pension', 'Uttar Pradesh'],
  ['sign up for pension', null],
  ['from bihar to delhi', null],
  ['panjab me kya madad', 'Punjab'],
  ['telengana skeem', 'Telangana'],
  ['punjab national bank loan', null],
  ['bank of maharashtra account', null],
  ['pm kisan', null],
  ['gaanv goal delay', null],
])('%s names %s', (query, state) => {
  expect(stateNamedIn(query)).toBe(state);
});

it('a State of which nothing is here is told so, and no other State stands in its place', async () => {
  const { stateWithout, articles } = await search('telangana widow pension');
  expect(stateWithout).toBe('Telangana');
  const titles = articles!.data.map(({ title }) => title).join('\n');
  expect(titles).toContain('Widow pension');
  expect(titles).not.toMatch(/Gujarat|Uttar Pradesh|Rajasthan/);
  const page = await test.app.inject('/search?q=telangana+widow+pension');
  expect(page.body).toContain('We have no scheme of Telangana yet.');
});

it('a State that is here comes first, without the others', async () => {
  const { stateWithout, articles } = await search('widow pension in gujarat');
  expect(stateWithout).toBeNull();
  expect(articles!.data[0]!.title).toContain('Gujarat');
  expect(articles!.data.map(({ title }) => title).join()).not.toContain('Uttar Pradesh');
});
