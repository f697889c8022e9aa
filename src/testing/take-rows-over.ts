import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.server.ts';

const file = new URL('../database/migrations/0056_rows_taken_over.sql', import.meta.url);

/** Once more what that migration does with the rows of a site from before; its first statement changes the schema. */
export async function takeRowsOver(db: Database): Promise<void> {
  const [, ...statements] = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}
