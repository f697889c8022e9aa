import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles, schemes } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { corpora, naughtyStrings, spread } from '../../testing/corpora.ts';
import { saveArticle } from '../articles/save-article.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { Matches } from './match-schemes.ts';
import { factIds } from './facts.ts';

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
    const all = await found({ answers, pageSize: 50 });
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
    const none = await found({ answers: { age: 20 }, outcome: 'NOT_ELIGIBLE', pageSize: 50 });
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
