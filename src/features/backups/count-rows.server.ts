import pg from 'pg';
import { BackupError } from './backup-folder.server.ts';

type Querying = { query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }> };

/** `schema.table` of every table that stores rows. */
export async function listTables(client: Querying): Promise<{ schema: string; name: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'drizzle') order by 1, 2`);
  return rows;
}

export async function countRows(client: Querying): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await listTables(client)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    );
    counts[`${schema}.${name}`] = Number(rows[0]!.count);
  }
  return counts;
}

/** @throws BackupError naming the first table that differs */
export function expectSameRows(wanted: Record<string, number>, found: Record<string, number>, where: string): void {
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    if (wanted[table] !== found[table])
      throw new BackupError(
        `${where} has ${found[table] ?? 'no'} rows in ${table}, and there should be ${wanted[table] ?? 'none'}.`,
      );
  }
}
