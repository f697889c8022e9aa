import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles, schemes } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { Matches } from './match-schemes.ts';
import { checkCases } from './check-cases.ts';
import { factIds } from './facts.ts';
import { checkRules } from './rules.ts';
import type { FinderFile, OpenRules } from './schemes.contract.ts';

const app = openTestApp({ content: 'demo' });

const match = (payload: string | object, type = 'application/json') =>
  app.send('POST', '/api/schemes/match', payload, { 'content-type': type });

const found = async (payload: string | object) => (await match(payload)).json<Matches>();
const articleOf = async (id: number) =>
  (await app.app.inject(`/api/article/${id}`)).json<{ data: { scheme: Record<string, unknown> | null } }>().data;

describe('an article about a scheme', () => {
  test('carries its record, and rules to judge it by', async () => {
    expect((await articleOf(1001)).scheme).toMatchObject({
      id: 1001,
      name: 'PM-KISAN (Pradhan Mantri Kisan Samman Nidhi)',
      level: 'CENTRAL',
      state: null,
      department: 'Department of Agriculture and Farmers Welfare',
      officialUrl: 'https://pmkisan.gov.in/',
      fee: { amount: 0 },
      apply: { onlineUrl: 'https://pmkisan.gov.in/' },
      lastCheckedAt: '2026-11-21T00:00:00.000Z',
      rules: { version: 1 },
    });
    expect((await articleOf(1001)).scheme!.documents).toContainEqual({
      name: 'Bank passbook',
      note: 'account linked to Aadhaar',
    });
    expect((await articleOf(1077)).scheme).toMatchObject({ level: 'STATE', state: 'Karnataka' });
    expect((await articleOf(1044)).scheme).toMatchObject({ rules: null });
  });

  test('has null where it is about none, and lists leave it out', async () => {
    expect((await articleOf(1061)).scheme).toBeNull();
    const list = await app.send('POST', '/api/article/search/v1', { articleCategories: '252' });
    expect(list.json<{ data: object[] }>().data.some((one) => 'scheme' in one)).toBe(false);
  });
});

describe('GET /api/schemes', () => {
  test('facts: every question, in order, with its options', async () => {
    const { data } = (await app.app.inject('/api/schemes/facts')).json<{
      data: { id: string; type: string; options: { value: string; label: string }[] }[];
    }>();
    expect(data.map(({ id }) => id)).toEqual(factIds);
    expect(data.find(({ id }) => id === 'area')).toMatchObject({
      type: 'single',
      options: [
        { value: 'rural', label: 'village' },
        { value: 'urban', label: 'town or city' },
      ],
    });
  });

  test('rules: everything a device needs to match by itself', async () => {
    const answer = await app.app.inject('/api/schemes/rules');
    const { data } = answer.json<{ data: { id: number; canonicalUrl: string; rules: unknown }[] }>();
    expect(data.length).toBeGreaterThanOrEqual(25);
    expect(data.find(({ id }) => id === 1013)).toMatchObject({
      name: 'Atal Pension Yojana (APY)',
      canonicalUrl: expect.stringMatching(/^\/article\/.*-MTAxMw$/),
      rules: { version: 1 },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('rules are open data: with cases that hold, sources, counts and a schema; the compact file has rules alone', async () => {
    const open = (await app.app.inject('/api/schemes/rules')).json<OpenRules>();
    const compact = (await app.app.inject('/api/schemes/rules/finder')).json<FinderFile>();
    expect(compact.data.map(({ id }) => id)).toEqual(open.data.map(({ id }) => id));
    for (const word of ['because', 'cases', 'summary']) expect(JSON.stringify(compact)).not.toContain(`"${word}"`);
    expect(open.counts).toEqual({
      schemes: open.data.length,
      conditions: open.data.reduce((sum, { rules }) => sum + rules.all.length, 0),
      reviewedConditions: 0,
      cases: open.data.reduce((sum, { cases }) => sum + cases.length, 0),
    });
    expect(open.counts.cases).toBeGreaterThan(400);
    for (const { rules, cases, sources } of open.data) {
      const checked = checkRules(rules);
      expect(checked.problems).toEqual([]);
      expect(checkCases(cases, checked.rules!).problems).toEqual([]);
      expect(sources.length).toBeGreaterThan(0);
    }
    const schema = (await app.app.inject(open.schemaUrl)).json<{ $defs: { condition: { oneOf: object[] } } }>();
    expect(schema.$defs.condition.oneOf).toHaveLength(4);
    expect(JSON.stringify(schema)).toContain('householdIncome');
  });

  test('a verdict is of the day that is asked about: cover for everybody of 70 began on 29 October 2024', async () => {
    const answers = { age: 72 };
    const of = async (asOf?: string) =>
      (await found({ answers, pageSize: 50, ...(asOf ? { asOf } : {}) })).data.find(({ scheme }) => scheme.id === 1043);
    expect(await of('2024-10-28')).toBeUndefined();
    const from = (await of('2024-10-29'))!;
    expect(from.outcome).toBe('MAY_BE_ELIGIBLE');
    expect(from.reasons[0]).toMatchObject({
      quote: expect.stringContaining('aged 70 and above'),
      source: expect.stringMatching(/^https:/),
    });
    expect((await of())!.outcome).toBe('MAY_BE_ELIGIBLE');
    for (const asOf of ['soon', '2026-02-30', '', 20261122, null])
      expect((await match({ answers, asOf })).statusCode).toBe(400);
  });

  test('what else to check stands beside what may fit, in the lists and on the article, and nowhere else', async () => {
    const point = 'Aadhaar shows that you are 70 or more.';
    const { data } = await found({ answers: { age: 72 }, pageSize: 50 });
    const of = (id: number) => data.find(({ scheme }) => scheme.id === id)!;
    expect(of(1043)).toMatchObject({ outcome: 'MAY_BE_ELIGIBLE', alsoCheck: expect.arrayContaining([point]) });
    const open = of(1076);
    expect([open.outcome, open.alsoCheck]).toEqual(['MAY_BE_ELIGIBLE', open.scheme.alsoCheck]);
    const needs = data.find(({ outcome }) => outcome === 'NEEDS_ANSWERS')!;
    expect(needs.alsoCheck).toEqual(
      expect.arrayContaining(needs.reasons.filter(({ verdict }) => verdict === 'unknown').map(({ text }) => text)),
    );
    expect(data.filter(({ outcome }) => outcome === 'NOT_ELIGIBLE').flatMap(({ alsoCheck }) => alsoCheck)).toEqual([]);
    expect((await articleOf(1043)).scheme!.alsoCheck).toContain(point);
    expect((await articleOf(1043)).scheme).not.toHaveProperty('cases');
    const aside = (await app.app.inject('/api/schemes?ids=1043')).json<{ data: { alsoCheck: string[] }[] }>();
    expect(aside.data[0]!.alsoCheck).toContain(point);
  });
});

test('the description of the API names every answer with its type', async () => {
  const { paths } = (await app.app.inject('/api/openapi.json')).json<{
    paths: Record<
      string,
      {
        post: {
          requestBody: {
            content: Record<string, { schema: { properties: { answers: { properties: Record<string, object> } } } }>;
          };
        };
      }
    >;
  }>();
  const { properties } =
    paths['/schemes/match']!.post.requestBody.content['application/json']!.schema.properties.answers;
  expect(Object.keys(properties)).toEqual(factIds);
  expect(JSON.stringify(properties.category)).toContain('"EWS"');
});

describe('a scheme follows its article', () => {
  const input = (more: Partial<ArticleInput> = {}): ArticleInput => ({
    sourceKey: 'test:scheme',
    title: 'A scheme of ours',
    summary: 'Short.',
    body: 'Text.',
    lang: 'en',
    author: { key: 'asha-menon', name: 'Asha Menon' },
    categories: ['schemes'],
    tags: [],
    status: 'published',
    publishedAt: new Date('2026-11-01T00:00:00Z'),
    sources: [],
    corrections: [],
    isSample: true,
    oldPaths: [],
    scheme: {
      name: 'Ours',
      level: 'CENTRAL',
      state: null,
      department: null,
      rules: { version: 1, all: [{ fact: 'age', gte: 119 }] },
      officialUrl: null,
      lastCheckedOn: null,
      details: {
        forWhom: null,
        benefits: [],
        eligibility: ['Be\u0000 old'],
        exclusions: [],
        documents: [],
        fee: null,
        apply: { onlineUrl: null, offlineSteps: [] },
      },
    },
    ...more,
  });
  const save = async (piece: ArticleInput) => {
    const [saved] = await app.db.transaction((tx) => saveArticles(tx, [piece], { mode: 'editor' }));
    await invalidatePages(app.services.connection, saved!.cacheTags);
    return saved!;
  };
  const isFound = async (id: number) =>
    (await found({ answers: { age: 120 }, outcome: 'MAY_BE_ELIGIBLE', pageSize: 50 })).data.some(
      ({ scheme }) => scheme.id === id,
    );

  test('it is found once saved, gone as a draft, and taken out with its record', async () => {
    const { id, outcome } = await save(input());
    expect(outcome).toBe('created');
    await expect.poll(() => isFound(id!)).toBe(true);
    expect((await articleOf(id!)).scheme).toMatchObject({ eligibility: ['Be old'] });

    expect((await save(input({ status: 'draft' }))).outcome).toBe('changed');
    await expect.poll(() => isFound(id!)).toBe(false);
    expect((await save(input())).outcome).toBe('changed');
    await expect.poll(() => isFound(id!)).toBe(true);
    expect((await save(input())).outcome).toBe('unchanged');

    await save(input({ scheme: undefined }));
    expect((await articleOf(id!)).scheme).toBeNull();
    await expect.poll(() => isFound(id!)).toBe(false);

    await save(input());
    await app.db.delete(articles).where(eq(articles.id, id!));
    expect(await app.db.select().from(schemes).where(eq(schemes.articleId, id!))).toEqual([]);
  });
});

describe('schemes by number', () => {
  const listed = (query: string) => app.app.inject(`/api/schemes${query}`);

  test('come with what they give and the papers they ask for; unknown numbers and articles without a scheme are left out', async () => {
    const { data } = (await listed('?ids=1013,1001,1013,2147483647,1017')).json<{ data: Record<string, unknown>[] }>();
    expect(data.map(({ id }) => id)).toEqual([1013, 1001]);
    expect(data[1]).toMatchObject({
      name: expect.stringContaining('PM-KISAN'),
      canonicalUrl: expect.stringMatching(/^\/article\/.+-MTAwMQ$/),
      benefit: expect.stringContaining('6,000'),
      documents: expect.arrayContaining([{ name: 'Bank passbook', note: 'account linked to Aadhaar' }]),
    });
  });

  test.each([
    '',
    '?ids=',
    '?ids=x',
    '?ids=1;drop',
    '?ids=-1',
    '?ids=99999999999',
    `?ids=${Array(60).fill(1).join(',')}`,
    '?ids=1&ids=2',
    '?id=1',
  ])('are refused for %s', async (query) => {
    expect((await listed(query)).statusCode).toBe(400);
  });
});
