import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { cappedTotal, type Cursor } from '../platform/wire/paging.ts';
import type { SortKey } from '../platform/wire/wire.ts';
import type { Queryable } from './connect.server.ts';
import { totals } from './tables/pages.ts';

/** A sort order for keyset pagination: one column, then the id as tie-breaker. */
export type Order = {
  by: SQL[];
  /** SQL of the cursor's value: epoch microseconds, or the number. */
  value: SQL<string>;
  /** Condition for the rows after the cursor. */
  behind(cursor: Cursor): SQL;
};

type Sortable = Record<'id' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'viewCount', PgColumn>;

export function orderOf(table: Sortable, key: SortKey | undefined, isAscending: boolean): Order {
  const columns = {
    CREATED_AT: table.createdAt,
    UPDATED_AT: table.updatedAt,
    PUBLISHED_AT: table.publishedAt,
    VIEWS: table.viewCount,
    RELEVANCE: table.createdAt,
  };
  const column = columns[key ?? 'CREATED_AT'];
  const isTime = key !== 'VIEWS';
  const direction = isAscending ? asc : desc;
  const further = isAscending ? sql`>` : sql`<`;
  return {
    by: [direction(column), direction(table.id)],
    value: isTime ? sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text` : sql<string>`${column}::text`,
    behind(cursor) {
      const value = isTime
        ? sql`timestamptz 'epoch' + ${cursor.value}::bigint * interval '1 microsecond'`
        : sql`${cursor.value}::bigint`;
      // Row comparison: an index can seek to it, while an equivalent 'or' would scan all earlier rows.
      return sql`(${column}, ${table.id}) ${further} (${value}, ${cursor.id}::int)`;
    },
  };
}

export type Total = { value: number; isCapped: boolean };

/** The maintained count of an unfiltered list; see refreshTotals. */
export async function storedTotal(db: Queryable, name: string): Promise<Total> {
  const [row] = await db.select().from(totals).where(eq(totals.name, name));
  return { value: row?.value ?? 0, isCapped: false };
}

/** Counts up to the cap only, so that the cost is bounded however many rows match. */
export async function cappedCount(db: Queryable, table: PgTable, filters: SQL[]): Promise<Total> {
  const counted = await db
    .select({ one: sql`1` })
    .from(table)
    .where(and(...filters))
    .limit(cappedTotal + 1);
  return { value: Math.min(counted.length, cappedTotal), isCapped: counted.length > cappedTotal };
}
