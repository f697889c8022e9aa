import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, naughtyStrings, spread } from '../../testing/corpora.ts';
import type { Matches } from './match-schemes.ts';

const app = openTestApp({ content: 'demo' });

const match = (payload: string | object, type = 'application/json') =>
  app.send('POST', '/api/schemes/match', payload, { 'content-type': type });

const found = async (payload: string | object) => (await match(payload)).json<Matches>();
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

  test.each<[string, object, string, string]>([
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
