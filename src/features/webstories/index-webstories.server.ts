import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { categories, searchDocuments, webstories } from '../../database/schema.ts';
import { indexDocuments, unindexDocuments } from '../search-index/index-document.server.ts';

const isLive = eq(webstories.status, 'published');

/**
 * Brings the index of searches in line with the stories: call it in the transaction that published, hid or deleted
 * some.
 * @param changed slugs of stories whose text changed; others are indexed only where they are missing
 * @param searchWords by slug, where the text that is being saved says them
 */
export async function indexWebStories(
  tx: Queryable,
  changed: string[] = [],
  searchWords: ReadonlyMap<string, string[]> = new Map(),
): Promise<void> {
  const ofStories = eq(searchDocuments.kind, 'WEBSTORY');
  const gone = await tx
    .select({ id: searchDocuments.entityId })
    .from(searchDocuments)
    .where(
      and(
        ofStories,
        notExists(
          tx
            .select({ one: sql`1` })
            .from(webstories)
            .where(and(isLive, eq(webstories.id, searchDocuments.entityId))),
        ),
      ),
    );
  await unindexDocuments(
    tx,
    'WEBSTORY',
    gone.map(({ id }) => id),
  );
  const isMissing = notExists(
    tx
      .select({ one: sql`1` })
      .from(searchDocuments)
      .where(and(ofStories, eq(searchDocuments.entityId, webstories.id))),
  );
  const stories = await tx
    .select()
    .from(webstories)
    .where(and(isLive, changed.length > 0 ? or(inArray(webstories.slug, changed), isMissing) : isMissing));
  if (stories.length === 0) return;
  const keys = [...new Set(stories.flatMap(({ categoryKeys }) => categoryKeys))];
  const rows = keys.length === 0 ? [] : await tx.select().from(categories).where(inArray(categories.key, keys));
  const idOf = new Map(rows.map(({ key, id }) => [key, id]));
  await indexDocuments(
    tx,
    stories.map((story) => ({
      kind: 'WEBSTORY',
      entityId: story.id!,
      lang: story.lang,
      title: story.title,
      summary: story.metaDescription ?? '',
      body: story.pages.map(({ heading, text }) => `${heading}\n\n${text}`).join('\n\n'),
      categoryIds: story.categoryKeys.flatMap((key) => idOf.get(key) ?? []),
      tagIds: [],
      searchWords: searchWords.get(story.slug),
      publishedAt: story.publishedAt,
    })),
  );
}
