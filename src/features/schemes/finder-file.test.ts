import { describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { evaluate } from './evaluate.ts';
import { compileSchemes } from './find-schemes.ts';
import { plainAddress, readFinderSchemes, withWords, wordsById, type WordedScheme } from './finder-file.ts';
import type { Condition, Rules } from './rules.ts';
import { printsOn } from './fit-changes.ts';
import type { FinderFile, FinderWords } from './schemes.contract.ts';
import { listSchemesWithRules } from './schemes.queries.server.ts';
import { finderFileOf, finderWordsOf } from './write-finder-file.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const scheme = (id: number, rules: Rules, more: Partial<WordedScheme> = {}): WordedScheme => ({
  id,
  name: `Scheme ${id}`,
  kind: 'cash',
  benefit: null,
  canonicalUrl: plainAddress(`Scheme ${id}`, id),
  alsoCheck: [],
  rules,
  ...more,
});
/** Through both files and JSON, as a browser reads them. */
function travelled(schemes: WordedScheme[]): WordedScheme[] {
  const file = JSON.parse(JSON.stringify(finderFileOf(schemes))) as FinderFile;
  const words = wordsById(JSON.parse(JSON.stringify(finderWordsOf(schemes))) as FinderWords);
  return readFinderSchemes(file).map((one) => withWords(one, words));
}

describe('the two files', () => {
  test('give back rules, sentences in their places, dates, sources, points to check and addresses', () => {
    const schemes = [
      scheme(1, {
        version: 2,
        all: [
          { fact: 'age', between: [18, 40], because: 'Too young or too old.' },
          {
            any: [
              { fact: 'category', in: ['SC', 'ST'] },
              { all: [{ not: { fact: 'isStudent', eq: true, because: 'Pupils ask elsewhere.' } }], because: 'A' },
            ],
            from: '2026-04-01',
            source: 'https://law.example/',
            reviewedOn: '2026-04-02',
          },
          { fact: 'landHectares', gte: 0.1, lte: 2, until: '2026-03-31', source: 'https://law.example/' },
        ],
      }),
      scheme(
        2,
        { version: 1, all: [{ fact: 'age', between: [18, 40], because: 'Another sentence.' }] },
        {
          name: 'पानी',
          canonicalUrl: '/hi/article/pani-Mg',
          benefit: '₹1',
          alsoCheck: ['Ask.', 'Ask again.'],
          originalId: 1,
        },
      ),
    ];
    expect(travelled(schemes)).toEqual(schemes);
    expect(finderFileOf(schemes).conditions).toHaveLength(3);
  });

  test('leave out quotes, who reviewed, and the end of a long benefit', () => {
    const [read] = travelled([
      scheme(
        3,
        { version: 2, all: [{ fact: 'age', gte: 60, quote: 'sixty', reviewedBy: 'asha', reviewedOn: '2026-04-02' }] },
        { benefit: 'money '.repeat(60) },
      ),
    ]);
    expect(read!.rules.all).toEqual([{ fact: 'age', gte: 60, reviewedOn: '2026-04-02' }]);
    expect(read!.benefit!.length).toBeLessThan(170);
    expect(read!.benefit).toMatch(/money …$/);
  });

  test('without the words, reasons are made of the rules', () => {
    const [bare] = readFinderSchemes(
      finderFileOf([scheme(4, { version: 1, all: [{ fact: 'age', gte: 60, because: 'Wait.' }] })]),
    );
    const { reasons } = evaluate(withWords(bare!, null).rules, { age: 50 });
    expect(reasons[0]!.text).toBe('Age: 50 years. The scheme asks for: 60 years or more.');
    expect(withWords(bare!, null)).toMatchObject({
      canonicalUrl: '/article/scheme-4-NA',
      benefit: null,
      alsoCheck: [],
    });
  });

  test('words of rules that have changed meanwhile are left out', () => {
    const rules = (all: Condition[]): Rules => ({ version: 1, all });
    const words = wordsById(
      finderWordsOf([
        scheme(
          5,
          rules([
            { fact: 'age', gte: 60 },
            { fact: 'area', eq: 'rural', because: 'Village.' },
          ]),
        ),
      ]),
    );
    const [now] = readFinderSchemes(finderFileOf([scheme(5, rules([{ fact: 'age', gte: 60 }]))]));
    expect(withWords(now!, words).rules.all).toEqual([{ fact: 'age', gte: 60 }]);
  });
});

describe('of the demonstration', () => {
  const app = openTestApp({ content: 'demo' });
  const path = '/api/schemes/rules/finder';
  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

  test('every scheme comes back with its verdicts, prints and words', async () => {
    const schemes = await listSchemesWithRules(app.db);
    expect(schemes.length).toBeGreaterThanOrEqual(100);
    const read = travelled(schemes);
    expect(read.map(({ id }) => id)).toEqual(schemes.map(({ id }) => id));
    for (const [index, { rules, canonicalUrl, alsoCheck }] of schemes.entries()) {
      const own = read[index]!;
      expect([own.canonicalUrl, own.alsoCheck]).toEqual([canonicalUrl, alsoCheck]);
      expect(printsOn(own.rules, '2026-11-22')).toEqual(printsOn(rules, '2026-11-22'));
      expect(evaluate(own.rules, { age: 46 }).reasons.map(({ text }) => text)).toEqual(
        evaluate(rules, { age: 46 }).reasons.map(({ text }) => text),
      );
    }
    expect(compileSchemes(read).schemes.map(({ scheme: { id } }) => id)).toEqual(
      compileSchemes(schemes).schemes.map(({ scheme: { id } }) => id),
    );
  });

  test('the files are compressed, have an ETag, and are not sent twice', async () => {
    for (const url of [path, `${path}/words`]) {
      const plain = await get(url);
      expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
      const br = await get(url, { 'accept-encoding': 'gzip, br' });
      expect(br.headers).toMatchObject({
        'content-encoding': 'br',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
      const gz = await get(url, { 'accept-encoding': 'gzip' });
      expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
      const again = await get(url, { 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'br' });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect((await get(path, { 'accept-encoding': 'br' })).rawPayload.length).toBeLessThan(8_000);
  });

  test('each language has its own; a change is seen at once', async () => {
    const names = async (url: string) => (await get(url)).json<FinderFile>().data.map(({ name }) => name);
    expect(await names(`${path}?lang=hi`)).not.toEqual(await names(path));
    const before = await get(path);
    await app.db.execute(`update schemes set name = 'Renamed' where article_id = 1013`);
    await invalidatePages(app.services.connection, ['articles']);
    expect(await names(path)).toContain('Renamed');
    const changed = await get(path, { 'if-none-match': String(before.headers.etag) });
    expect(changed.statusCode).toBe(200);
  });
});
