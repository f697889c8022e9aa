import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { type StudioFields, type StudioKind, studioPieces, studioRevisions } from '../../../database/schema.ts';
import { isItsRevision } from '../pieces/pieces.queries.server.ts';
import { titleOf } from '../studio-kinds.ts';

const kinds: Record<string, StudioKind> = {
  article: 'articles',
  video: 'videos',
  webstory: 'webstories',
  category: 'categories',
};

/**
 * Titles, as readers see them, of the live pieces that the home page's parts name, by their slot, as
 * 'article:pm-kisan'.
 */
export async function titlesInFeed(db: Queryable, fields: StudioFields): Promise<Record<string, string>> {
  const sections = Array.isArray(fields.sections) ? (fields.sections as { items?: unknown[] }[]) : [];
  const slots = sections.flatMap(({ items = [] }) => items.filter((slot) => typeof slot === 'string'));
  const titles: Record<string, string> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const keys = slots.filter((slot) => slot.startsWith(`${name}:`)).map((slot) => slot.slice(name.length + 1));
    if (keys.length === 0) continue;
    const rows = await db
      .select({ key: studioPieces.key, fields: studioRevisions.fields })
      .from(studioPieces)
      .innerJoin(studioRevisions, isItsRevision(studioPieces.live))
      .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.key, keys)));
    for (const { key, fields: written } of rows) titles[`${name}:${key}`] = titleOf(kind, written, key);
  }
  return titles;
}
