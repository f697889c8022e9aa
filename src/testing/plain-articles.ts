import { articles, authors } from '../database/schema.ts';
import type { PageServices } from '../platform/page-services.server.ts';

export type PlainArticle = { id: number; lang: string; title: string; body: string };

/** Published articles of one author with nothing but title and text, as search finds them. */
export async function insertPlainArticles(
  { connection: { db } }: Pick<PageServices, 'connection'>,
  pieces: readonly PlainArticle[],
): Promise<void> {
  const publishedAt = new Date('2026-01-01');
  await db.insert(authors).values({ id: 1, key: 'a', name: 'A' });
  await db.insert(articles).values(
    pieces.map(({ id, title, lang, body }) => ({
      id,
      title,
      lang,
      body,
      sourceKey: `t:${id}`,
      sourceHash: '',
      summary: '',
      bodyHtml: '',
      authorId: 1,
      status: 'published' as const,
      publishedAt,
      updatedAt: publishedAt,
    })),
  );
}
