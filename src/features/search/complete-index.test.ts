// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { articles, schemes } from '../../database/schema.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { completeIndex } from './complete-index.server.ts';
import { searchArticles } from './search.queries.server.ts';

const site = openTestApp({ content: 'demo' });

/** Articles whose entry lacks a word of their scheme's name in title, summary and names. */
const lacking = async () =>
  (
    await site.db.execute<{ id: number }>(sql`
      select article_id as id from schemes join search_documents on kind = 'ARTICLE' and entity_id = article_id
      where not vector @@ (select string_agg(quote_literal(lexeme) || ':AB', ' & ') from unnest(to_tsvector('nagrik', lower(name))))::tsquery`)
  ).rows.map(({ id }) => id);
const vectors = async () =>
  (
    await site.db.execute<{ entity_id: number; vector: string }>(
      sql`select entity_id, vector::text from search_documents order by kind, entity_id`,
    )
  ).rows;

test('names of schemes that an older version did not index are added, in each language, once', async () => {
  const before = await lacking();
  const marked = 'Zvqxian Wqrtyana';
  const records = await site.db
    .select({ id: schemes.articleId, lang: articles.lang })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId));
  const ids = ['en', 'hi'].map((lang) => records.find((record) => record.lang === lang)!.id);
  await site.db.update(schemes).set({ name: marked }).where(eq(schemes.articleId, ids[0]!));
  await site.db.update(schemes).set({ name: 'झ्वक्षियन योजना' }).where(eq(schemes.articleId, ids[1]!));
  expect((await lacking()).toSorted()).toEqual([...new Set([...before, ...ids])].toSorted());

  const incomplete = await vectors();
  await completeIndex(site.services.connection, AbortSignal.abort());
  expect(await vectors()).toEqual(incomplete);
  await completeIndex(site.services.connection);
  const found = async (articleText: string) =>
    (await searchArticles(site.db, { articleText })).data.map(({ id }) => id);
  expect(await found('zvqxian')).toContain(ids[0]);
  expect(await inLanguage('hi', () => found('झ्वक्षियन'))).toContain(ids[1]);

  const once = await vectors();
  await completeIndex(site.services.connection);
  expect(await vectors()).toEqual(once);
});

test('texts that an older version cut at the dots of abbreviations are indexed again, once', async () => {
  const found = async (articleText: string) =>
    (await searchArticles(site.db, { articleText })).data.map(({ id }) => id);
  const [piece] = await site.db
    .select({ id: articles.id })
    .from(articles)
    .where(sql`status = 'published' and lang = 'en'`)
    .limit(1);
  const one = sql`kind = 'ARTICLE' and entity_id = ${piece!.id}`;
  await site.db.execute(sql`update search_documents set body = body || ' Ask the Q.Z.V. office.',
    vector = vector || setweight(to_tsvector('nagrik', 'q z v'), 'C') where ${one}`);
  await site.db.execute(sql`delete from totals where name = 'search-index'`);
  expect(await found('QZV')).not.toContain(piece!.id);
  await completeIndex(site.services.connection);
  expect((await found('QZV'))[0]).toBe(piece!.id);
  expect(await found('q.z.v.')).toEqual(await found('QZV'));
  const once = await vectors();
  await completeIndex(site.services.connection);
  expect(await vectors()).toEqual(once);
});

test.each([
  ['आर.टी.आई.', 'आरटीआई'],
  ['आर टी आई', 'आरटीआई'],
  ['R.T.I.', 'RTI'],
  ['U P I', 'UPI'],
  ['के॰वाई॰सी॰', 'केवाईसी'],
  ['पी.एम. किसान', 'पीएम किसान'],
])('%s finds what %s finds', async (dotted, plain) => {
  const found = async (articleText: string) => {
    const answer = await site.send('POST', '/api/search/articles', { articleText });
    return answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  };
  const ids = await found(plain);
  expect(ids).not.toEqual([]);
  expect(await found(dotted)).toEqual(ids);
});
