import { and, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, videos, webstories } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { Found } from './find-documents.server.ts';

const tables = { ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories };

/** Of hits that are translations of each other only one stays, at the place of the best: the one in the page's language. */
export async function onceInGroup(tx: Queryable, kind: keyof typeof tables, found: Found): Promise<Found> {
  if (found.ids.length < 2) return found;
  const table = tables[kind] as typeof articles;
  const rows = await tx
    .select({ id: table.id, groupId: table.groupId, lang: table.lang })
    .from(table)
    .where(and(sql`${table.id} = any(${sql.param(found.ids)}::int[])`, isNotNull(table.groupId)));
  const groupOf = new Map(rows.map(({ id, groupId }) => [id, groupId]));
  const inLanguage = new Map(
    rows.filter(({ lang }) => lang === currentLanguage()).map(({ id, groupId }) => [groupId, id]),
  );
  const seen = new Set<number | null>();
  const ids = found.ids.flatMap((id) => {
    const group = groupOf.get(id);
    if (group === undefined) return [id];
    if (seen.has(group)) return [];
    seen.add(group);
    return [inLanguage.get(group) ?? id];
  });
  return { ...found, ids, total: found.total - (found.ids.length - ids.length) };
}
