import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { searchArticles } from './search.queries.server.ts';
import { queryWords } from './search-query.ts';
import { nameInQuery } from './title-names.ts';

const site = openTestApp({ content: 'demo' });

const titlesOf = async (articleText: string) =>
  (await searchArticles(site.db, { articleText, pageSize: 3 })).data.map(({ title }) => title);

test.each([
  ['pm kisan ka paisa nahi aaya', 'PM-KISAN:'],
  ['pm kisan maandhan pension kitni', 'PM Kisan Maandhan:'],
  ['pm kisan ka form reject ho gaya', 'PM-KISAN:'],
  ['train ticket refund', 'Train cancelled'],
])('%s: what explains the thing that the query names is first', async (query, title) => {
  expect((await titlesOf(query))[0]).toContain(title);
});

test.each([
  ['राशन कार्ड ई-केवाईसी नहीं हो रहा', 'राशन कार्ड का e-KYC'],
  ['राशन कार्ड ई केवाईसी', 'राशन कार्ड का e-KYC'],
  ['फसल बीमा ई-केवाईसी नहीं हो रहा', 'फ़सल बीमा'],
  ['pan card ka form reject ho gaya', 'पैन कार्ड'],
  ['e shram card ka form reject ho gaya', 'ई-श्रम कार्ड'],
  ['मुफ्त अनाज का फॉर्म रिजेक्ट हो गया', 'मुफ़्त अनाज'],
])('%s: the paper or scheme counts for more than what is done with it', async (articleText, title) => {
  const { data } = (await site.send('POST', '/api/search/articles?lang=hi', { articleText })).json<{
    data: { title: string }[];
  }>();
  expect(data[0]!.title).toContain(title);
});

test.each([
  ['P M Kisan', 'PM Kisan'],
  ['p m awas', 'pm awas'],
  ['B P L card', 'BPL card'],
  ['पी एम किसान', 'पीएम किसान'],
])('%s finds what %s finds', async (parted, whole) => {
  expect(await titlesOf(parted)).toEqual(await titlesOf(whole));
});

test('a sum of money beside words does not decide', async () => {
  const titles = await titlesOf('account se 5000 kat gaye');
  expect(titles[0]).not.toContain('5,000');
  expect(titles.slice(0, 2)).toContainEqual(expect.stringContaining('Money gone?'));
});

test('forms of small words are no words of a query', () => {
  const telling = (text: string) => queryWords(text).map(({ folded }) => folded);
  expect(telling('paise kat gaye')).toEqual(['paise', 'kat']);
  expect(telling('paisa kab aayega')).toEqual(['paisa']);
  expect(telling('पैसे कब आएंगे मिलेगा')).toEqual(telling('पैसे कब आएंगे'));
});

test('the longest name that a query says is what it is about', () => {
  const names = ['pm kisan', 'pm kisan maandhan', 'pension', 'gold loan'];
  expect(nameInQuery(names, 'pm kisan maandhan pension')).toBe('pm kisan maandhan');
  expect(nameInQuery(names, 'pm kisan pension')).toBe('pm kisan');
  expect(nameInQuery(names, 'pm kisans pension')).toBeUndefined();
});
