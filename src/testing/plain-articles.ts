import { articles, authors } from '../database/schema.ts';
import { indexDocuments, type SearchDocument } from '../features/search-index/index-document.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';

export type PlainArticle = { id: number; lang: SearchDocument['lang']; title: string; body: string; summary?: string };

/** Published articles of one author with nothing but title, text and perhaps summary, indexed for search. */
export async function insertPlainArticles(
  { connection: { db } }: Pick<PageServices, 'connection'>,
  pieces: readonly PlainArticle[],
  authorId = 1,
): Promise<void> {
  const publishedAt = new Date('2026-01-01');
  await db.insert(authors).values({ id: authorId, key: `a${authorId}`, name: 'A' });
  await db.insert(articles).values(
    pieces.map(({ id, title, lang, body, summary = '' }) => ({
      id,
      title,
      lang,
      body,
      sourceKey: `t:${id}`,
      sourceHash: '',
      summary,
      bodyHtml: '',
      authorId,
      status: 'published' as const,
      publishedAt,
      updatedAt: publishedAt,
    })),
  );
  await db.transaction((tx) =>
    indexDocuments(
      tx,
      pieces.map(({ id, lang, title, body, summary = '' }) => ({
        kind: 'ARTICLE' as const,
        entityId: id,
        lang,
        title,
        summary,
        body,
        categoryIds: [],
        tagIds: [],
        publishedAt,
      })),
    ),
  );
}
