import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { isBehind } from '../../../database/translation-groups.server.ts';
import { studioPieces, type StudioKind } from '../../../database/schema.ts';

/** @param ids of any kind: only these are looked at */
function outdatedOf(table: 'articles' | 'videos' | 'webstories' | 'ctas', ids?: SQL): SQL {
  const own = sql.identifier(table);
  const isLive =
    table === 'ctas'
      ? sql`${own}.is_active and other.is_active`
      : sql`${own}.status = 'published' and other.status = 'published' and other.published_at <= now()`;
  return sql`select ${table}::text as kind, ${own}.id from ${own} join ${own} other on other.id = ${own}.group_id and other.id <> ${own}.id
    where ${isLive} and ${isBehind(table)}${ids ? sql` and ${own}.id = any(${ids})` : sql``}`;
}

const outdated = (ids?: SQL): SQL =>
  sql.join(
    [
      ...(['articles', 'videos', 'webstories', 'ctas'] as const).map((table) => outdatedOf(table, ids)),
      sql`select 'pages'::text as kind, p.id from text_pages own join text_pages other on other.key = own.translation_of
        join studio_pieces p on p.kind = 'pages' and p.key = own.key
        where coalesce(own.is_behind, other.updated_on > own.follows)${ids ? sql` and p.id = any(${ids})` : sql``}`,
      // As isOlder in message-check/older-translations.ts: a known scam holds its own translations.
      sql`select 'scams'::text as kind, p.id from known_scams own join studio_pieces p on p.kind = 'scams' and p.key = own.key
        where own.is_active and exists (select from jsonb_each(own.translations) t
          where coalesce((t.value->>'isBehind')::boolean, t.value->>'originalChangedOn' > coalesce(t.value->>'follows', '')))${ids ? sql` and p.id = any(${ids})` : sql``}`,
    ],
    sql` union all `,
  );

/** Live translations that say something else than their originals. */
export const isOutdated = (): SQL => sql`(${studioPieces.kind}, ${studioPieces.id}) in (${outdated()})`;

/** `older`: since when readers see a translation that is older than its original; null where that is not known. */
export type Older = { older: { since: string | null } | null };

/** Adds to lines of a list which of them are older than their originals. */
export async function withOlder<Line extends { kind: StudioKind; id: number }>(
  db: Queryable,
  lines: Line[],
): Promise<(Line & Older)[]> {
  if (lines.length === 0) return [];
  const ids = sql`${sql.param(lines.map(({ id }) => id))}::int[]`;
  const { rows } = await db.execute<{ kind: string; id: number; since: string | Date | null }>(sql`
    select o.kind, o.id, (select t.behind_since from studio_translations t where t.kind = o.kind and t.piece_id = o.id) as since
    from (${outdated(ids)}) o`);
  const older = new Map(
    rows.map(({ kind, id, since }) => [`${kind} ${id}`, { since: since && new Date(since).toISOString() }]),
  );
  return lines.map((line) => ({ ...line, older: older.get(`${line.kind} ${line.id}`) ?? null }));
}
