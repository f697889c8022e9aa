import { currentLanguage } from '../../messages/catalogue.ts';
import { and, arrayContains, desc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  onceForEachGroup,
  originalIfNewer,
  presentTranslations,
  type TranslationRow,
  translationsOf,
} from '../../database/translation-groups.server.ts';
import { webstories } from '../../database/schema.ts';
import { whyAbsent } from '../../database/takedowns.server.ts';
import { webStoryPath } from '../../platform/wire/ids.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { listAuthorsByIds } from '../authors/authors.queries.server.ts';
import type { WebStory } from './webstories.contract.ts';

const columns = {
  ...getTableColumns(webstories),
  translations: translationsOf('webstories').as('translations'),
  newerOriginal: originalIfNewer('webstories').as('newer_original'),
};
type StoryRow = typeof webstories.$inferSelect & {
  translations: TranslationRow[];
  newerOriginal: TranslationRow | null;
};

/** A story's title in these rows is its slug, which is its address. */
const addressOf = ({ lang, title }: TranslationRow): string => addressIn(lang, webStoryPath(title));

const isPublicStory = and(eq(webstories.status, 'published'), lte(webstories.publishedAt, sql`now()`));

async function presentStories(db: Queryable, rows: StoryRow[]): Promise<WebStory[]> {
  const authorsById = await listAuthorsByIds(db, [...new Set(rows.map((row) => row.authorId))]);
  return rows.map((row) => ({
    slug: row.slug,
    id: row.id,
    lang: row.lang,
    translations: presentTranslations(row.translations, addressOf),
    title: row.title,
    poster: row.poster,
    createdBy: authorsById.get(row.authorId)!,
    publishedAt: row.publishedAt.toISOString(),
    canonicalUrl: addressIn(row.lang, webStoryPath(row.slug)),
    pages: row.pages.map(({ heading, text, imageUrl, linkUrl, seconds }) => ({
      heading,
      text,
      imageUrl,
      linkUrl,
      seconds,
    })),
  }));
}

/** Newest first; of one category (by its key). */
export async function listWebStories(
  db: Queryable,
  limit: number,
  { category }: { category?: string | undefined } = {},
): Promise<WebStory[]> {
  const rows = await db
    .select(columns)
    .from(webstories)
    .where(
      and(
        isPublicStory,
        onceForEachGroup('webstories', currentLanguage()),
        category === undefined ? undefined : arrayContains(webstories.categoryKeys, [category]),
      ),
    )
    .orderBy(desc(eq(webstories.lang, currentLanguage())), desc(webstories.publishedAt), desc(webstories.id))
    .limit(limit);
  return presentStories(db, rows);
}

/** @throws AppError webstory_not_found: 404, after a takedown 410 */
export async function getWebStory(
  db: Queryable,
  slug: string,
): Promise<{ story: WebStory; row: StoryRow; olderThan: string | null }> {
  const [row] = await db
    .select(columns)
    .from(webstories)
    .where(and(eq(webstories.slug, slug), isPublicStory));
  if (!row) throw await whyAbsent(db, 'webstory', slug);
  const [story] = await presentStories(db, [row]);
  return { story: story!, row, olderThan: row.newerOriginal && addressOf(row.newerOriginal) };
}

/** Public stories in the order of `ids`, their ids in the search index. */
export async function listWebStoriesByIds(db: Queryable, ids: number[]): Promise<WebStory[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(webstories)
    .where(and(inArray(webstories.id, ids), isPublicStory));
  return presentStories(
    db,
    rows.sort((a, b) => ids.indexOf(a.id!) - ids.indexOf(b.id!)),
  );
}
