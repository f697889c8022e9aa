import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles, schemes } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { corpora, naughtyStrings, spread } from '../../testing/corpora.ts';
import { saveArticle } from '../articles/save-article.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { Matches } from './match-schemes.ts';
import { checkCases } from './check-cases.ts';
import { factIds } from './facts.ts';
import { checkRules } from './rules.ts';
import type { FinderFile, OpenRules } from './schemes.contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ content: 'demo' });
});
afterAll(() => app.close());

const match = (payload: unknown, type = 'application/json') =>
  app.app.inject({
    method: 'POST',
    url: '/api/schemes/match',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const found = async (payload: unknown) => (await match(payload)).json<Matches>();
/** All pages as one: a page holds at most 50 schemes. */
async function everyPage(payload: object): Promise<Matches> {
  const first = await found({ ...payload, pageSize: 50 });
  for (let page = 2, more = first.hasMore; more; page++) {
    const next = await found({ ...payload, pageSize: 50, page });
    first.data.push(...next.data);
    more = next.hasMore;
  }
  return first;
}
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
    const list = await app.app.inject({
      method: 'POST',
      url: '/api/article/search/v1',
      payload: { articleCategories: '252' },
    });
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

describe('POST /api/schemes/match', () => {
  test('says what may fit, what needs an answer and what does not, with reasons', async () => {
    const answers = { age: 72, isBelowPovertyLine: true, gender: 'man', isWidow: false };
    const all = await everyPage({ answers });
    const outcomes = new Map(all.data.map((one) => [one.scheme.id, one]));
    expect(outcomes.get(1043)).toMatchObject({
      outcome: 'MAY_BE_ELIGIBLE',
      reasons: [{ verdict: 'yes', text: 'Age: 72 years. This fits.', facts: ['age'] }],
      missing: [],
    });
    expect(outcomes.get(1069)!.outcome).toBe('MAY_BE_ELIGIBLE');
    expect(outcomes.get(1070)).toMatchObject({ outcome: 'NOT_ELIGIBLE', missing: [] });
    expect(outcomes.get(1006)).toMatchObject({ outcome: 'NEEDS_ANSWERS', missing: ['rationCard'] });
    expect(all.data.map(({ outcome }) => outcome)).toEqual(
      all.data.map(({ outcome }) => outcome).sort((a, b) => order(a) - order(b)),
    );
    expect(all.counts.mayBeEligible + all.counts.needsAnswers + all.counts.notEligible).toBe(all.total);
    expect(all.nextQuestion).toMatchObject({ question: expect.stringMatching(/\?$/) });
  });

  test('asks the most telling question first, and not one that was left open', async () => {
    const { nextQuestion } = await found({ answers: {} });
    const again = await found({ answers: { [nextQuestion!.id]: null } });
    expect(again.nextQuestion!.id).not.toBe(nextQuestion!.id);
  });

  test('pages, and shows one outcome alone', async () => {
    const first = await found({ answers: {}, pageSize: 5 });
    expect(first).toMatchObject({ page: 1, pageSize: 5, hasMore: true, totalIsCapped: false, nextCursor: null });
    const second = await found({ answers: {}, pageSize: 5, page: 2 });
    expect(second.data[0]!.scheme.id).not.toBe(first.data[0]!.scheme.id);
    expect(await found({ answers: {}, page: 999 })).toMatchObject({ data: [], hasMore: false });
    const none = await everyPage({ answers: { age: 20 }, outcome: 'NOT_ELIGIBLE' });
    expect(none.data.length).toBe(none.counts.notEligible);
    expect(new Set(none.data.map(({ outcome }) => outcome))).toEqual(new Set(['NOT_ELIGIBLE']));
  });

  test('keeps nothing and tells no cache to', async () => {
    const answer = await match({ answers: { age: 30 } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each<[string, unknown, string, string]>([
    ['an unknown fact', { answers: { shoeSize: 44 } }, 'unknown_field', 'answers.shoeSize'],
    ['an unknown field', { answers: {}, mobile: '9876543210' }, 'unknown_field', 'mobile'],
    ['a text for a number', { answers: { age: '30' } }, 'validation_failed', 'answers.age'],
    ['half a year', { answers: { age: 30.5 } }, 'validation_failed', 'answers.age'],
    ['a number out of range', { answers: { householdIncome: 1e12 } }, 'validation_failed', 'answers.householdIncome'],
    ['an unknown option', { answers: { category: 'sc' } }, 'validation_failed', 'answers.category'],
    [
      'one option where several are asked',
      { answers: { occupation: 'farmer' } },
      'validation_failed',
      'answers.occupation',
    ],
    ['an option twice', { answers: { occupation: ['farmer', 'farmer'] } }, 'validation_failed', 'answers.occupation'],
    ['a list of lists', { answers: { occupation: [['farmer']] } }, 'validation_failed', 'answers.occupation.0'],
    ['a number for yes', { answers: { isWidow: 1 } }, 'validation_failed', 'answers.isWidow'],
    ['a NUL', { answers: { district: 'a\u0000b' } }, 'validation_failed', 'answers.district'],
    ['no answers', {}, 'validation_failed', 'answers'],
    ['answers as a list', { answers: [] }, 'validation_failed', 'answers'],
    ['too large a page', { answers: {}, pageSize: 51 }, 'validation_failed', 'pageSize'],
  ])('refuses %s', async (_name, payload, code, path) => {
    const answer = await match(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, details: [{ path }] });
  });

  test('refuses __proto__, numbers beyond all bounds, and what is no JSON', async () => {
    expect((await match('{"answers":{"__proto__":{"age":30}}}')).statusCode).toBe(400);
    expect((await match('{"answers":{"constructor":{"prototype":{"age":30}}}}')).statusCode).toBe(400);
    expect((await match('{"answers":{"age":1e999}}')).statusCode).toBe(400);
    expect((await match(`{"answers":{"age":${'9'.repeat(400)}}}`)).statusCode).toBe(400);
    expect((await match('{"answers":')).json()).toMatchObject({ code: 'invalid_json' });
    expect((await match('answers=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await app.app.inject('/api/schemes/match')).statusCode).toBe(405);
  });

  test.skipIf(!corpora)('takes no hostile text for an answer', async () => {
    for (const text of spread(naughtyStrings(), 60)) {
      const answer = await match({ answers: { state: text, gender: text } });
      expect(answer.statusCode, text).toBe(400);
      expect(answer.body).not.toContain('at Object');
      expect([200, 400]).toContain((await match({ answers: { district: text.slice(0, 80) } })).statusCode);
    }
  });
});

const order = (outcome: string) => ['MAY_BE_ELIGIBLE', 'NEEDS_ANSWERS', 'NOT_ELIGIBLE'].indexOf(outcome);

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
    const saved = await app.services.connection.db.transaction((tx) => saveArticle(tx, piece, { mode: 'editor' }));
    await invalidatePages(app.services.connection, saved.cacheTags);
    return saved;
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
    await app.services.connection.db.delete(articles).where(eq(articles.id, id!));
    expect(await app.services.connection.db.select().from(schemes).where(eq(schemes.articleId, id!))).toEqual([]);
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
