import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { corpora, crossSiteScripts, naughtyStrings, spread } from '../testing/corpora.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ content: 'demo' });
});
afterAll(() => app.close());

const origin = 'http://localhost:3000';
const get = (url: string) => app.app.inject(url);
const post = (url: string, fields: [string, string][], headers: Record<string, string> = { origin }) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const askedIn = (html: string) => /name="asked" value="(\w+)"/.exec(html)?.[1];

describe('an article about a scheme', () => {
  test('says who may get it, what, which papers, how and where to apply, what it costs and when it was checked', async () => {
    const { body } = await get('/article/x-MTAxMw').then(({ headers }) => get(String(headers.location)));
    for (const part of [
      'Am I eligible?',
      'Age from 18 to 40',
      'What do I get?',
      'Which papers do I need?',
      'Aadhaar card',
      'How do I apply?',
      'pfrda.org.in',
      'Do not pay more',
      'Last checked',
      'href="/find-schemes?scheme=1013"',
      '/contact?about=%2Farticle%2F',
    ])
      expect(body).toContain(part);
    expect(body).toContain('data-scheme="1013"');
  });

  test('has what others have not', async () => {
    const { body } = await get('/article/x-MTAxNw').then(({ headers }) => get(String(headers.location)));
    expect(body).not.toContain('The scheme in short');
    expect((await get('/category/schemes-MjUy')).body).toContain('data-act="aside"');
  });
});

describe('/find-schemes without script', () => {
  test('asks the most telling question, carries answers, and tells what may fit and why not', async () => {
    const first = await get('/find-schemes');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const asked = askedIn(first.body)!;
    const { body } = await post('/find-schemes', [
      ['q.age', '72'],
      ['q.taxpayers', '-'],
      ['asked', asked],
      ['go', 'skip'],
    ]);
    expect(body).toContain(`name="skip" value="${asked}"`);
    expect(body).toContain('name="q.age" value="72"');
    expect(body).toContain('name="q.taxpayers" value="-"');
    expect(body).toMatch(/\d+ may fit, \d+ needs? more answers?, \d+ do(?:es)? not fit/);
    expect(body).toContain('May be eligible');
    expect(body).toContain('Age: 72 years.');
    expect(askedIn(body)).not.toBe(asked);
  });

  test('says what is wrong with an answer and keeps what was typed', async () => {
    const answer = await post('/find-schemes', [
      ['asked', 'age'],
      ['q.age', '-5'],
      ['q.area', 'rural'],
      ['go', 'next'],
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Write a whole number from 0 to 120.');
    expect(answer.body).toContain('value="-5"');
    expect(answer.body).toContain('name="q.area" value="rural"');
    expect(
      (
        await post('/find-schemes', [
          ['asked', 'age'],
          ['go', 'next'],
        ])
      ).body,
    ).toContain('Give an answer, or skip the question.');
  });

  test('asks again for what somebody wants to change', async () => {
    const { body } = await post('/find-schemes', [
      ['q.age', '30'],
      ['go', 'ask.age'],
    ]);
    expect(askedIn(body)).toBe('age');
    expect(body).toContain('How old are you?');
  });

  test('checks one scheme when somebody comes from its page', async () => {
    const first = await get('/find-schemes?scheme=1013');
    expect(['age', 'hasBankAccount', 'taxpayers']).toContain(askedIn(first.body));
    expect(first.body).toContain('Atal Pension Yojana');
    expect(
      (
        await post('/find-schemes?scheme=1013', [
          ['asked', 'age'],
          ['q.age', '46'],
          ['go', 'next'],
        ])
      ).body,
    ).toContain('Not eligible');
    expect((await get('/find-schemes?scheme=99999')).statusCode).toBe(200);
  });

  test('another site cannot send the form', async () => {
    expect((await post('/find-schemes', [['go', 'next']], { origin: 'https://evil.example' })).statusCode).toBe(403);
  });

  test.skipIf(!corpora)('hostile text is no answer and never an error of ours', async () => {
    for (const text of [...spread(naughtyStrings(), 25), ...spread(crossSiteScripts(), 15)]) {
      const answer = await post(`/find-schemes?scheme=${encodeURIComponent(text.toWellFormed())}`, [
        ['asked', 'district'],
        ['q.district', text],
        ['q.age', text],
        ['go', text],
        ['skip', text],
      ]);
      expect(answer.statusCode, text).toBeLessThan(500);
      expect(text.includes('<script') && answer.body.includes(text), text).toBe(false);
    }
  });
});

describe('/cart without script', () => {
  test('makes one list of papers for the schemes ticked, for one visit', async () => {
    const empty = await get('/cart');
    expect(empty.body).toContain('Papers for several schemes at once');
    const { statusCode, body } = await post('/cart', [
      ['scheme', '1013'],
      ['scheme', '1001'],
      ['scheme', 'x'],
      ['scheme', '2147483648'],
      ['scheme', '1013'],
    ]);
    expect(statusCode).toBe(200);
    expect(body).toContain('Papers for all 2');
    expect(body.match(/<span[^>]*>Aadhaar card<\/span>/g)).toHaveLength(1);
    expect(body).toContain('https://wa.me/?text=');
  });

  test('without a tick it says so', async () => {
    const answer = await post('/cart', []);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Tick at least one scheme.');
  });
});
