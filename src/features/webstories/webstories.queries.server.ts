import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { takedowns, webstories } from '../../database/schema.ts';
import { gone, notFound } from '../../platform/errors.ts';
import { webStoryPath } from '../../platform/ids.ts';
import { listAuthorsByIds } from '../authors/authors.queries.server.ts';
import type { WebStory } from './webstories.contract.ts';

type StoryRow = typeof webstories.$inferSelect;

const isPublicStory = and(eq(webstories.status, 'published'), lte(webstories.publishedAt, sql`now()`));

async function presentStories(db: Queryable, rows: StoryRow[]): Promise<WebStory[]> {
  const authorsById = await listAuthorsByIds(db, [...new Set(rows.map((row) => row.authorId))]);
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    poster: row.poster,
    createdBy: authorsById.get(row.authorId)!,
    publishedAt: row.publishedAt.toISOString(),
    canonicalUrl: webStoryPath(row.slug),
    pages: row.pages.map(({ heading, text, imageUrl, linkUrl, seconds }) => ({
      heading,
      text,
      imageUrl,
      linkUrl,
      seconds,
    })),
  }));
}

export async function listWebStories(db: Queryable, limit: number): Promise<WebStory[]> {
  return presentStories(
    db,
    await db.select().from(webstories).where(isPublicStory).orderBy(desc(webstories.publishedAt)).limit(limit),
  );
}

/** @throws AppError webstory_not_found, gone after a takedown */
export async function getWebStory(db: Queryable, slug: string): Promise<{ story: WebStory; row: StoryRow }> {
  const [row] = await db
    .select()
    .from(webstories)
    .where(and(eq(webstories.slug, slug), isPublicStory));
  if (!row) {
    const [takedown] = await db
      .select()
      .from(takedowns)
      .where(and(eq(takedowns.kind, 'webstory'), eq(takedowns.entityId, slug)));
    throw takedown ? gone() : notFound('webstory');
  }
  const [story] = await presentStories(db, [row]);
  return { story: story!, row };
}
