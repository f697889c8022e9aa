import { asc, desc, eq, sql } from 'drizzle-orm';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { tags } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { tagPath } from '../../platform/wire/ids.ts';
import type { Tag } from './tags.contract.ts';

export type TagRow = Omit<typeof tags.$inferSelect, 'isSample'>;

/** A TagRow as a JSON object nested in another row. */
export const tagObject = sql`json_build_object('id', tags.id, 'name', tags.name, 'displayName', tags.display_name, 'translations', tags.translations, 'articleCount', tags.article_count, 'videoCount', tags.video_count)`;

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  name: row.name,
  displayName: row.translations[currentLanguage()]?.displayName ?? row.displayName,
  canonicalUrl: tagPath(row.name, row.id),
  articleCount: row.articleCount,
  videoCount: row.videoCount,
});

export async function listTags(db: Queryable): Promise<Tag[]> {
  return (await db.select().from(tags).orderBy(asc(tags.name))).map(presentTag);
}

/** The tags that lead somewhere, by name. @param most so many, those of most pieces; all without it */
export async function listUsedTags(db: Queryable, most?: number): Promise<Tag[]> {
  const pieces = sql`${tags.articleCount} + ${tags.videoCount}`;
  const used = db
    .select()
    .from(tags)
    .where(sql`${pieces} > 0`)
    .orderBy(desc(pieces));
  const rows = await (most === undefined ? used : used.limit(most));
  return rows.map(presentTag).toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}

/** @throws AppError tag_not_found */
export async function getTag(db: Queryable, id: number): Promise<Tag> {
  const [row] = await db.select().from(tags).where(eq(tags.id, id));
  if (!row) throw notFound('tag');
  return presentTag(row);
}
