import { isDeepStrictEqual } from 'node:util';
import { eq, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './connect.server.ts';

type KeyedTable = PgTable & { id: PgColumn };
export type Upserted = { outcome: 'created' | 'changed' | 'unchanged'; id: number; wasKey: string | null };

/**
 * Upserts a row of a small table by key or by id. A stored row keeps its id, because URLs contain it.
 * @param keyName the property that identifies the row in the content folder
 */
export async function upsertRow(
  tx: Queryable,
  table: KeyedTable,
  keyName: string,
  id: number | undefined,
  row: Record<string, unknown>,
): Promise<Upserted> {
  const keyColumn = (table as unknown as Record<string, PgColumn>)[keyName]!;
  const key = row[keyName];
  const condition = or(eq(keyColumn, key), id === undefined ? undefined : eq(table.id, id)) as SQL;
  const rows = (await tx.select().from(table).where(condition)) as Record<string, unknown>[];
  const stored = rows.find((one) => one[keyName] === key) ?? rows[0];
  if (!stored) {
    const [created] = (await tx
      .insert(table)
      .values({ id, ...row } as never)
      .returning()) as { id: number }[];
    return { outcome: 'created', id: created!.id, wasKey: null };
  }
  const isSame = Object.entries(row).every(([name, value]) => isDeepStrictEqual(stored[name] ?? null, value ?? null));
  if (!isSame)
    await tx
      .update(table)
      .set(row as never)
      .where(eq(table.id, stored.id));
  return { outcome: isSame ? 'unchanged' : 'changed', id: stored.id as number, wasKey: String(stored[keyName]) };
}
