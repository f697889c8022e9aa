import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Connection } from '../src/database/connect.server.ts';
import { articleCategories, articles, articleTags, authors, categories, tags, totals } from '../src/database/schema.ts';
import { indexDocuments } from '../src/features/search-index/index-document.server.ts';
import { makeArticles, type MadeArticle } from './search-corpus.ts';

const contentDir = fileURLToPath(new URL('../content/articles', import.meta.url));
const categoryNames = [
  'Schemes',
  'Agriculture',
  'Health',
  'Documents',
  'Finance',
  'Housing',
  'Jobs',
  'Insurance',
  'Rights',
  'Tax',
];
const ginIndexes = [
  'search_documents_vector',
  'search_documents_title_vector',
  'search_documents_plain_title',
  'search_words_names_trgm',
  'search_words_sound',
];
const batchSize = 250;
/** Node folds one batch while the database parses another. */
const batchesAtOnce = 3;

/** Fills an empty, migrated database; building the large indexes last takes a third of the time. */
export async function fillWithArticles(connection: Connection, count: number): Promise<void> {
  const { db } = connection;
  const definitions = (
    await db.execute<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = any(${sql.param(ginIndexes)}::text[])`,
    )
  ).rows;
  for (const index of ginIndexes) await db.execute(sql`drop index ${sql.identifier(index)}`);

  await db.insert(authors).values({ id: 1, key: 'bench', name: 'Bench' });
  await db.insert(categories).values(
    categoryNames.map((name, index) => ({
      id: index + 1,
      key: name.toLowerCase(),
      name: name.toLowerCase(),
      displayName: name,
      isTop: true,
    })),
  );
  await db
    .insert(tags)
    .values(
      Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: `tag ${index}`, displayName: `Tag ${index}` })),
    );

  const made = makeArticles(count, {
    dataDir: process.env.NAGRIK_DATA,
    contentDir,
    categoryIds: categoryNames.map((_, index) => index + 1),
    tagIds: Array.from({ length: 100 }, (_, index) => index + 1),
  });
  let filled = 0;
  const saveAll = async () => {
    for (let batch = take(made, batchSize); batch.length > 0; batch = take(made, batchSize)) {
      await saveBatch(connection, batch);
      filled += batch.length;
      if (filled % 10_000 === 0) console.log(`  ${filled} articles`);
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, saveAll));
  await db.insert(totals).values({ name: 'articles', value: count });
  const client = await connection.pool.connect();
  try {
    await client.query(`set statement_timeout = 0`);
    await client.query(`set maintenance_work_mem = '256MB'`);
    for (const { indexdef } of definitions) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

function take<Item>(items: Iterator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

async function saveBatch({ db }: Connection, batch: MadeArticle[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      select set_config('synchronous_commit', 'off', true), set_config('statement_timeout', '0', true),
        set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`);
    await tx.insert(articles).values(
      batch.map((made) => ({
        id: made.id,
        sourceKey: `bench:${made.id}`,
        sourceHash: '',
        lang: made.lang,
        title: made.title,
        summary: made.summary,
        body: '',
        bodyHtml: '',
        authorId: 1,
        status: 'published' as const,
        publishedAt: made.publishedAt,
        createdAt: made.publishedAt,
        updatedAt: made.publishedAt,
      })),
    );
    await tx
      .insert(articleCategories)
      .values(
        batch.flatMap((made) =>
          made.categoryIds.map((categoryId, position) => ({ articleId: made.id, categoryId, position })),
        ),
      );
    await tx
      .insert(articleTags)
      .values(batch.flatMap((made) => made.tagIds.map((tagId) => ({ articleId: made.id, tagId }))));
    await indexDocuments(
      tx,
      batch.map((made) => ({ ...made, kind: 'ARTICLE' as const, entityId: made.id })),
    );
  });
}
