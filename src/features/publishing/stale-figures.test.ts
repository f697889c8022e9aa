import { beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../testing/open-test-app.ts';
import { encodeId } from '../../platform/wire/ids.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import { figuresGone, figuresIn, withPlainDigits } from '../schemes/figures.ts';
import { listStaleFigures } from './stale-figures.queries.server.ts';

const test = openTestApp();
const now = new Date('2026-11-22T06:00:00Z');

beforeEach(async () => {
  await test.db.execute(sql`delete from articles`);
});

const scheme = (income: number, rules?: object[]) => ({
  name: 'Kisan Sahara Yojana (KSY)',
  level: 'CENTRAL' as const,
  state: null,
  department: null,
  details: {
    forWhom: null,
    benefits: ['₹6,000 a year'],
    eligibility: [],
    exclusions: [],
    documents: [],
    fee: null,
    apply: { onlineUrl: null, offlineSteps: [] },
  },
  rules: {
    version: rules ? (2 as const) : (1 as const),
    all: rules ?? [
      { fact: 'age', gte: 18 },
      { fact: 'householdIncome', lte: income },
    ],
  },
  officialUrl: null,
  lastCheckedOn: null,
});
const piece = (id: number, body: string, more: Partial<ArticleInput> = {}): ArticleInput => ({
  sourceKey: `content:piece-${id}`,
  id,
  title: `Piece ${id}`,
  summary: 'A summary.',
  body,
  lang: 'en',
  author: { key: 'asha', name: 'Asha' },
  categories: [],
  tags: [],
  status: 'published',
  publishedAt: new Date('2026-01-01T00:00:00Z'),
  sources: [],
  corrections: [],
  oldPaths: [],
  isSample: true,
  ...more,
});
const save = (input: ArticleInput) => saveArticles(test.db, [input], {} as never);
const found = async () =>
  (await listStaleFigures(test.db, now)).map(({ kind, id, unit, value }) => `${kind}:${id} ${value} ${unit}`).sort();

it('lists the pieces that still quote an old limit: the own page, a translation, a link, the name nearby', async () => {
  const own = (income: number, body: string) => piece(101, body, { title: 'Kisan Sahara', scheme: scheme(income) });
  await save(own(250_000, 'Your income is at most ₹2.5 lakh.'));
  await save(piece(102, 'आय २,५०,००० रुपये तक।', { lang: 'hi', translationOf: 101 }));
  await save(piece(103, `With income up to Rs 2,50,000 see [this](/article/kisan-sahara-${encodeId(101)}).`));
  await save(piece(104, 'Kisan Sahara Yojana asks for 2.5 lakh at most.'));
  await save(piece(105, `Kisan Sahara Yojana is good. ${'Other words. '.repeat(60)} Loans of ₹2,50,000 exist.`));
  await save(piece(106, 'A scooter costs ₹2,50,000.'));
  await save(piece(107, 'Kisan Sahara Yojana: 250000 letters came.'));
  expect(await found()).toEqual([]);

  await save(own(300_000, 'Your income is at most ₹2.5 lakh.'));
  expect(await found()).toEqual([
    'article:101 250000 rupees',
    'article:102 250000 rupees',
    'article:103 250000 rupees',
    'article:104 250000 rupees',
  ]);

  // A corrected text, and a piece that was checked on a later day, are done.
  await save(own(300_000, 'Your income is at most ₹3 lakh.'));
  await save(piece(104, 'Kisan Sahara Yojana asks for 2.5 lakh at most.', { lastCheckedAt: '2099-01-01' }));
  expect(await found()).toEqual(['article:102 250000 rupees', 'article:103 250000 rupees']);

  // The figure is back: nothing is old.
  await save(own(250_000, 'Your income is at most ₹2.5 lakh.'));
  expect(await found()).toEqual([]);
});

it('a dated limit that is over counts without any edit', async () => {
  const dated = scheme(0, [
    { fact: 'age', gte: 18 },
    { fact: 'householdIncome', lte: 250_000, until: '2026-10-31' },
    { fact: 'householdIncome', lte: 300_000, from: '2026-11-01' },
  ]);
  await save(piece(101, 'Income up to ₹2,50,000.', { scheme: dated }));
  expect(await listStaleFigures(test.db, now)).toMatchObject([
    { kind: 'article', id: '101', value: 250_000, since: '2026-11-01', quote: expect.stringContaining('2,50,000') },
  ]);
  expect(await listStaleFigures(test.db, new Date('2026-10-31T06:00:00Z'))).toEqual([]);
});

it('reads figures in three scripts, and no number without a unit', () => {
  const read = (text: string) => figuresIn(withPlainDigits(text)).map(({ unit, value }) => `${value} ${unit}`);
  expect(read('₹2,50,000 or Rs. 2.5 lakh or 2.5 लाख or 1 கோடி')).toEqual([
    '250000 rupees',
    '250000 rupees',
    '250000 rupees',
    '10000000 rupees',
  ]);
  expect(read('उम्र १८ से ४० साल')).toEqual(['18 years', '40 years']);
  expect(read('from 18 to 40 years; 40% of it; 2 hectares')).toEqual([
    '18 years',
    '40 years',
    '40 percent',
    '2 hectares',
  ]);
  expect(read('call 1800 or form 16')).toEqual([]);
});

it('a figure that moved to another place of the record is not gone', () => {
  const years = (value: number) => ({ unit: 'years' as const, value });
  expect(figuresGone([years(18), years(40), years(40)], [years(18), years(50)])).toEqual([years(40)]);
});
