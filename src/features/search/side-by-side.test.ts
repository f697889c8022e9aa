import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../../database/connect.server.ts';
import { articles } from '../../database/schema.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { toAppError } from '../../platform/http/to-app-error.server.ts';
import { insertPlainArticles } from '../../testing/plain-articles.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';
import { findInSmall } from './find-documents.server.ts';
import { searchArticles, searchEverything, searchQuestions } from './search.queries.server.ts';
import { sideBySide } from './side-by-side.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp({ content: 'empty' });
const subjects = [
  'ration card',
  'राशन कार्ड',
  'gas connection',
  'PM-KISAN money',
  'घरेलू हिंसा',
  'income certificate',
  'Aadhaar card',
];
const pieces = Array.from({ length: 280 }, (_, at) => ({
  id: at + 1,
  lang: 'en' as const,
  title: `${subjects[at % subjects.length]} number ${at}`,
  body: `${subjects[(at * 3) % subjects.length]} at office ${at}, with papers. `.repeat(60),
}));
beforeAll(async () => {
  await insertPlainArticles(site.services, pieces);
  await site.db.transaction((tx) =>
    indexDocuments(
      tx,
      ['PM-KISAN has not come', 'राशन कार्ड में नाम', 'Aadhaar card lost'].map((title, at) => ({
        kind: 'QUESTION',
        entityId: at + 1,
        lang: 'en',
        title,
        summary: '',
        body: title,
        categoryIds: [],
        tagIds: [],
        publishedAt: new Date('2026-01-01'),
      })),
    ),
  );
  await site.db.execute(sql`analyze search_documents`);
});

test('work side by side asks each step together, and goes on alone when the other has ended', async () => {
  const { ask, run } = sideBySide();
  const asked: number[][] = [];
  const double = async (numbers: number[]) => {
    asked.push(numbers);
    return numbers.map((each) => 2 * each);
  };
  const sum = async (numbers: number[]) => {
    let all = 0;
    for (const each of numbers) all += await ask(double, each);
    return all;
  };
  expect(
    await run(
      () => sum([1, 2, 3]),
      () => sum([10]),
    ),
  ).toEqual([12, 20]);
  expect(asked).toEqual([[1, 10], [2], [3]]);
});

test('an error is that of the work that asked, and is told when all work has ended', async () => {
  const { ask, run } = sideBySide();
  const fails = async () => {
    throw new Error('no');
  };
  const works = async (numbers: number[]) => numbers;
  let hasEnded = false;
  const failed = run(
    () => ask(fails, 1),
    async () => {
      await ask(works, 1);
      await ask(works, 2);
      hasEnded = true;
    },
  );
  await expect(failed).rejects.toThrow('no');
  expect(hasEnded).toBe(true);
});

test('a timeout is told as one, whichever work it met: the other meets an aborted transaction', async () => {
  const { ask, run } = sideBySide();
  const failed = site.db.transaction((tx) => {
    const query = (text: string) => async () => {
      await tx.execute(sql.raw(text));
      return [];
    };
    return run(
      async () => {
        await ask(query('select 1'), 1);
        // Asked later than what fails, and told first.
        await ask(query('select 2'), 1);
      },
      () => ask(query(`do $$ begin raise exception using errcode = '57014'; end $$`), 1),
    );
  });
  expect(toAppError(await failed.catch((error: unknown) => error)).status).toBe(503);
});

const questions = [
  'ration 123',
  'pm kisan',
  'गैस कनेक्शन',
  'gharelu hinsa',
  'subhara',
  'pension',
  'xqzvvkw',
  'income certificate kaise banaye',
  'aadhar crad',
];

test('pieces and questions are found side by side as they are apart, in fewer statements', async () => {
  const { pool } = site.services.connection;
  let statements = 0;
  pool.on('acquire', (client) => {
    const counted = client as unknown as { query: (...asked: unknown[]) => unknown; isCounted?: boolean };
    if (counted.isCounted) return;
    counted.isCounted = true;
    const { query } = counted;
    counted.query = (...asked) => {
      statements += 1;
      return query.apply(client, asked);
    };
  });
  const counts = { together: 0, apart: 0 };
  for (const query of questions) {
    const page = { query, kind: 'all' as const, categoryId: null, page: 1 };
    statements = 0;
    const together = await searchEverything(site.db, { ...page, questions: { page: 1, pageSize: 3 } });
    counts.together += statements;
    statements = 0;
    const apart = await searchEverything(site.db, page);
    const asked = await searchQuestions(site.db, { questionText: query, page: 1, pageSize: 3, isClose: true }, null);
    counts.apart += statements;
    expect(together).toEqual({ ...apart, questions: asked });
  }
  expect(counts.together).toBeLessThan(0.8 * counts.apart);
});

test('hits are looked up in the index of words, however few pieces there are', async () => {
  const plans: string[] = [];
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const explaining = {
      execute: async (query: ReturnType<typeof sql>) => {
        const { rows } = await tx.execute(sql`explain ${query}`);
        plans.push(JSON.stringify(rows));
        return { rows: [] };
      },
    } as unknown as Queryable;
    const text = ['ration', 'rashan', 'राशन', 'अनाज', 'grain', 'wheat', 'rice', 'pds', 'food', 'card', 'shop']
      .map((word) => `'${word}'`)
      .join(' | ');
    const query = { config: 'nagrik' as const, text, phrase: 'ration', typed: null };
    await findInSmall(explaining, [{ query, scopes: [{ kind: 'ARTICLE' }] }]);
  });
  expect(plans[0]).toContain('search_documents_vector');
  expect(plans[0]).not.toContain('search_documents_newest');
});

test('a group shows its piece in the language of the frame, where the words are in the other one only', async () => {
  const both = [
    { id: 900_001, lang: 'hi', title: 'वक्षुझ का शुल्क', body: 'यहाँ।' },
    { id: 900_002, lang: 'en', title: 'The fee', body: 'Here.' },
    { id: 900_003, lang: 'hi', title: 'वक्षुझ की रसीद', body: 'यहाँ।' },
  ] as const;
  await insertPlainArticles(site.services, both, 900_000);
  await site.db.execute(sql`update ${articles} set group_id = 900001 where id in (900001, 900002)`);
  const find = async () => (await searchArticles(site.db, { articleText: 'वक्षुझ' })).data.map(({ id }) => id).sort();
  expect(await find()).toEqual([900_002, 900_003]);
  expect(await inLanguage('hi', find)).toEqual([900_001, 900_003]);
  await site.db.execute(sql`insert into authors (id, key, name) values (900001, 'b', 'B')`);
  await site.db.execute(sql`update ${articles} set author_id = 900001 where id = 900002`);
  const byFirst = await searchArticles(site.db, { articleText: 'वक्षुझ', articleAuthorId: [900_000] });
  expect(byFirst.data.map(({ id }) => id).sort()).toEqual([900_001, 900_003]);
  await site.db.execute(
    sql`update search_documents set published_at = now() + interval '1 day' where entity_id = 900002`,
  );
  expect(await find()).toEqual([900_001, 900_003]);
});
