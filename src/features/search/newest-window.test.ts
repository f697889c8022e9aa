// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { findDocuments } from './find-documents.server.ts';
import { newestWindows } from './newest-window.server.ts';
import { anyRareWord, rankGuesses } from './rank-guesses.server.ts';

const count = 7_000;
let site: TestDatabase;

beforeAll(async () => {
  site = await openTestDatabase('empty');
  // Articles: one every three hours. Videos: all at one moment, as after an import. Questions: the lowest id is the
  // newest. Every seven hundredth has the rare word.
  for (const [kind, seconds] of [
    ['ARTICLE', 10_800],
    ['VIDEO', 0],
    ['QUESTION', -1],
  ] as const) {
    await site.connection.db.execute(sql`
      insert into search_documents (kind, entity_id, lang, title, plain_title, title_vector, vector, published_at)
      select ${kind}::text, n, 'en', 'Common ' || n, 'common ' || n, words || lexemes, setweight(words, 'A') || lexemes, at
      from generate_series(1, ${count}) n,
        lateral (select date_trunc('hour', now()) - interval '3 hours' - (${count} - n) * make_interval(secs => ${seconds}) as at) moment,
        lateral (select to_tsvector('nagrik', 'common ' || case when n % 700 = 0 then 'rare' else '' end) as words,
          array_to_tsvector(array['#k:' || ${kind}::text, '#w:' || floor(extract(epoch from at) / 604800), '#b:' || (n >> 9)]) as lexemes) made`);
  }
});
afterAll(() => site?.close());

describe.each(['ARTICLE', 'VIDEO'] as const)('of 7,000 (%s)', (kind) => {
  const find = async (text: string) => {
    const { db } = site.connection;
    const query = { config: 'nagrik' as const, text: `'${text}'`, phrase: text, typed: null };
    const [found] = await findDocuments(db, db, query, [{ kind }]);
    return found!;
  };

  test('the first window holds the newest 1,500 and not many more', async () => {
    const { db } = site.connection;
    const [first, ...others] = await newestWindows(db, {}, kind);
    expect(first!.size).toBe(1_500);
    expect(others.at(-1)!.condition).toBeNull();
    const { rows } = await db.execute<{ id: number }>(
      sql`select entity_id as id from search_documents where vector @@ (${`'#k:${kind}'`}::tsquery && ${first!.condition}::tsquery)`,
    );
    const held = new Set(rows.map(({ id }) => id));
    expect(Array.from({ length: 1_500 }, (_, index) => count - index).filter((id) => !held.has(id))).toEqual([]);
    expect(held.size).toBeLessThan(2_200);
  });

  test('a word that all have gives the newest, counted to 1,000', async () => {
    const found = await find('common');
    expect([found.total, found.isCapped]).toEqual([1_000, true]);
    expect(found.ids.slice(0, 5)).toEqual([7_000, 6_999, 6_998, 6_997, 6_996]);
  });

  test('a word that few have is found however old they are', async () => {
    const found = await find('rare');
    expect([found.ids, found.isCapped]).toEqual([
      [7_000, 6_300, 5_600, 4_900, 4_200, 3_500, 2_800, 2_100, 1_400, 700],
      false,
    ]);
  });
});

test('a window of many documents of one week holds the newest also where ids are no order of time', async () => {
  const { db } = site.connection;
  const [first] = await newestWindows(db, {}, 'QUESTION');
  expect(first!.size).toBe(1_500);
  const { rows } = await db.execute<{ id: number }>(
    sql`select entity_id as id from search_documents where vector @@ (${"'#k:QUESTION'"}::tsquery && ${first!.condition}::tsquery)`,
  );
  const held = new Set(rows.map(({ id }) => id));
  expect(Array.from({ length: 1_500 }, (_, index) => index + 1).filter((id) => !held.has(id))).toEqual([]);
});

test('how common a word is, is counted beyond the newest where those are too few', async () => {
  const { db } = site.connection;
  const [common, rare] = ['common', 'rare'].map((folded) => ({ start: 0, end: 1, folded, ways: [folded] }));
  expect(await anyRareWord(db, [common!, rare!], {})).toBe("('rare')");
  const [ranked] = await rankGuesses(db, [common!, rare!], [{ kind: 'ARTICLE', ids: [7_000, 6_999, 700] }], [], [], {});
  expect(ranked!.ids).toEqual([7_000, 700, 6_999]);
});
