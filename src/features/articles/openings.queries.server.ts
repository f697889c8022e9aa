import { and, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles } from '../../database/schema.ts';
import { shorten } from '../../platform/markdown/plain-text.server.ts';
import { htmlToText } from '../../platform/markdown/render-markdown.server.ts';
import { isPublicArticle } from './articles.queries.server.ts';

const longestOpening = 700;

/** The plain paragraphs before any other block, joined; '' where the body starts with another block. */
export function openingOf(bodyHtml: string): string {
  const [paragraphs = ''] = /^(?:\s*<p>.*?<\/p>)*/s.exec(bodyHtml) ?? [];
  return shorten(htmlToText(paragraphs).replaceAll('\n', ' '), longestOpening);
}

/** Opening text by article id, for cards without a picture. */
export async function mapOpenings(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: articles.id, start: sql<string>`left(${articles.bodyHtml}, 4000)` })
    .from(articles)
    .where(and(inArray(articles.id, ids), isPublicArticle));
  return new Map(rows.map(({ id, start }) => [id, openingOf(start)]));
}
