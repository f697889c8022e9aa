import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { namesAbout } from '../helplines/subject-of.ts';
import { searchArticles } from './search.queries.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await buildTestApp({ content: 'demo' });
}, 120_000);
afterAll(() => site.close());

const firstOf = async (articleText: string) => {
  const { data } = await searchArticles(site.services.connection.db, { articleText, pageSize: 1 });
  return data[0]!.title;
};

// Without it the lost PAN card, a loan and the price of train tickets come first.
test.each([
  ['fraud call lost money', 'Money gone?'],
  ['phonepe se paise chale gaye', 'Money gone?'],
  ['paisa kat gaya', 'Money gone?'],
  ['account se 5000 kat gaye', 'Money gone?'],
  ['i was duped of 2 lakh online', 'Money gone?'],
  ['bal majduri karwa rahe', 'Child helpline 1098'],
  ['beta mela me kho gya', 'Child helpline 1098'],
  ['mera admi daru pike hath uthata hai', '181'],
  ['पति रोज दारू पीकर हाथ उठाता है', '181'],
])('%s: a piece about this danger comes before one with another of the words', async (query, title) => {
  expect(await firstOf(query)).toContain(title);
});

test('no word that was typed need stand in the piece about the danger', async () => {
  const { db } = site.services.connection;
  const { data } = await searchArticles(db, { articleText: 'mere bhai ne mujhe bahut mara', pageSize: 3 });
  expect(data.map(({ title }) => title).join()).toContain('One Stop Centre');
});

test('a danger of which no tag or category tells changes nothing', () => {
  expect(namesAbout(['suicide'])).toBeNull();
  expect(namesAbout([])).toBeNull();
  expect(namesAbout(['fraud'])).toEqual({ tags: ['cyber-fraud'], categories: '^scams' });
  expect(namesAbout(['child'])).toEqual({ tags: ['children'], categories: '(?!)' });
});
