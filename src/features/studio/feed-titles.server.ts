import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { type StudioFields, type StudioKind, studioPieces } from '../../database/schema.ts';

const kinds: Record<string, StudioKind> = {
  article: 'articles',
  video: 'videos',
  webstory: 'webstories',
  category: 'categories',
};

/** Titles of the live pieces that the home page's parts name, by their slot, as 'article:pm-kisan'. */
export async function titlesInFeed(db: Queryable, fields: StudioFields): Promise<Record<string, string>> {
  const sections = Array.isArray(fields.sections) ? (fields.sections as { items?: unknown[] }[]) : [];
  const slots = sections.flatMap(({ items = [] }) => items.filter((slot) => typeof slot === 'string'));
  const titles: Record<string, string> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const keys = slots.filter((slot) => slot.startsWith(`${name}:`)).map((slot) => slot.slice(name.length + 1));
    if (keys.length === 0) continue;
    const rows = await db
      .select({ key: studioPieces.key, title: studioPieces.title })
      .from(studioPieces)
      .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.key, keys), isNotNull(studioPieces.live)));
    for (const { key, title } of rows) titles[`${name}:${key}`] = title;
  }
  return titles;
}
