import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  articles,
  authors,
  categories,
  ctas,
  type PieceBefore,
  knownScams,
  type StudioKind,
  tags,
  textPages,
  videos,
  webstories,
} from '../../../database/schema.ts';

type ListTable = { name: string; of: string; needs?: 'categories' | 'tags' };
type Stored = {
  table: PgTable;
  name: string;
  /** The column by which a piece's row is found, and the column of the piece. */
  by: 'id' | 'key';
  /** Tables of their own in which more of the piece stands. */
  lists: ListTable[];
};

const grouped = (name: string, column: string): ListTable[] => [
  { name: `${name}_categories`, of: column, needs: 'categories' },
  { name: `${name}_tags`, of: column, needs: 'tags' },
];

/** Where the rows of a piece stand that readers' pages use. */
const stored: Record<Exclude<StudioKind, 'feed'>, Stored> = {
  articles: {
    table: articles,
    name: 'articles',
    by: 'id',
    lists: [
      ...grouped('article', 'article_id'),
      { name: 'schemes', of: 'article_id' },
      { name: 'former_figures', of: 'article_id' },
    ],
  },
  videos: { table: videos, name: 'videos', by: 'id', lists: grouped('video', 'video_id') },
  webstories: { table: webstories, name: 'webstories', by: 'id', lists: [] },
  pages: { table: textPages, name: 'text_pages', by: 'key', lists: [] },
  categories: { table: categories, name: 'categories', by: 'id', lists: [] },
  tags: { table: tags, name: 'tags', by: 'id', lists: [] },
  authors: { table: authors, name: 'authors', by: 'id', lists: [] },
  ctas: { table: ctas, name: 'ctas', by: 'id', lists: [] },
  scams: { table: knownScams, name: 'known_scams', by: 'id', lists: [] },
};
/** The two parts of the feed are tables, not rows. */
export const feedTables: Record<string, string> = { home: 'feed_sections', rail: 'feed_rail' };

// What readers, counts and accounts made of a row since stays.
const notRestored = new Set([
  'id',
  'view_count',
  'like_count',
  'dislike_count',
  'article_count',
  'video_count',
  'user_id',
]);

/** The pieces of these ids with their rows, as they are now. */
export async function readRows(tx: Queryable, kind: StudioKind, ids: number[]): Promise<Map<number, PieceBefore>> {
  if (ids.length === 0) return new Map();
  const all = (table: string, where: SQL) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(c)), '[]') from ${sql.identifier(table)} c ${where})`;
  const { row, lists } = partsOf(kind, all);
  const { rows } = await tx.execute<{ id: number } & PieceBefore>(sql`
    select p.id, to_jsonb(p) as piece, ${row} as row, ${lists} as lists
    from studio_pieces p where p.kind = ${kind} and p.id = any(${sql.param(ids)}::int[])`);
  return new Map(rows.map(({ id, ...before }) => [id, before]));
}

function partsOf(kind: StudioKind, all: (table: string, where: SQL) => SQL): { row: SQL; lists: SQL } {
  if (kind === 'feed') {
    const parts = Object.entries(feedTables).map(
      ([key, table]) => sql`${key}::text, case when p.key = ${key} then ${all(table, sql``)} else '[]' end`,
    );
    return { row: sql`null::jsonb`, lists: sql`jsonb_build_object(${sql.join(parts, sql`, `)})` };
  }
  const { name, by, lists } = stored[kind];
  const column = sql.identifier(by);
  const parts = lists.map((list) => {
    const of = sql`where c.${sql.identifier(list.of)} = p.id`;
    return sql`${list.name}::text, ${all(list.name, of)}`;
  });
  if (kind === 'articles')
    parts.push(sql`'redirects', ${all('redirects', sql`where c.to_kind = 'article' and c.to_id = p.id`)}`);
  return {
    row: sql`(select to_jsonb(r) from ${sql.identifier(name)} r where r.${column} = p.${column})`,
    lists: sql`jsonb_build_object(${sql.join(parts, sql`, `)})`,
  };
}

/**
 * Writes the row of a piece, and its lists, as they were.
 * @param before a `PieceBefore` in the database, so that no text passes through here
 */
export async function writeRows(
  tx: Transaction,
  kind: Exclude<StudioKind, 'feed'>,
  { id, key }: { id: number; key: string },
  before: SQL,
): Promise<void> {
  const { table, name, by, lists } = stored[kind];
  const own = sql.identifier(name);
  const columns = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => column !== by && !notRestored.has(column));
  const of = (prefix: string) => sql.raw(columns.map((column) => `${prefix}"${column}"`).join(', '));
  // Keys that an older version did not keep take the value of the row as it is.
  await tx.execute(sql`
    update ${own} set (${of('')}) = (select ${of('r.')} from jsonb_populate_record(${own}, ${before} -> 'row') r)
    where ${sql.identifier(by)} = ${by === 'id' ? id : key}`);
  for (const { name: list, of: column, needs } of lists) {
    await tx.execute(sql`delete from ${sql.identifier(list)} where ${sql.identifier(column)} = ${id}`);
    const known = needs && sql.raw(`join ${needs} n on n.id = r.${needs === 'tags' ? 'tag_id' : 'category_id'}`);
    await tx.execute(sql`
      insert into ${sql.identifier(list)} select r.* from jsonb_array_elements(${before} -> 'lists' -> ${list}::text) e
        cross join lateral jsonb_populate_record(null::${sql.identifier(list)}, e || jsonb_build_object(${column}::text, ${id}::int)) r
        ${known ?? sql``}`);
  }
}

/** Writes a part of the feed as it was. */
export async function writeFeedPart(tx: Transaction, key: string, list: SQL): Promise<void> {
  const table = sql.identifier(feedTables[key]!);
  await tx.execute(sql`delete from ${table}`);
  await tx.execute(
    sql`insert into ${table} select r.* from jsonb_array_elements(${list}) e cross join lateral jsonb_populate_record(null::${table}, e) r`,
  );
}

/** Deletes the rows of pieces; what else a table needs is done by the caller. */
export async function deleteRows(
  tx: Transaction,
  kind: Exclude<StudioKind, 'feed'>,
  pieces: { id: number; key: string }[],
): Promise<void> {
  const { name, by } = stored[kind];
  const these =
    by === 'id'
      ? sql`any(${sql.param(pieces.map(({ id }) => id))}::int[])`
      : sql`any(${sql.param(pieces.map(({ key }) => key))}::text[])`;
  await tx.execute(sql`delete from ${sql.identifier(name)} where ${sql.identifier(by)} = ${these}`);
}
