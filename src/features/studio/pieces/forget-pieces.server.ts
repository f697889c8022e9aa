import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import type { StudioKind } from '../../../database/schema.ts';
import { noteActs } from './pieces.queries.server.ts';
import { queuePieces } from './queue-purge.server.ts';
import { tables } from './stored-rows.server.ts';

const children = [
  'studio_revisions',
  'studio_approvals',
  'studio_publications',
  'studio_shares',
  'studio_preview_links',
] as const;

/** Forgets live pieces whose rows are gone, as the samples are when they are replaced. @returns how many */
export async function forgetGonePieces(tx: Transaction): Promise<number> {
  let count = 0;
  for (const kind of Object.keys(tables) as (keyof typeof tables)[]) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from studio_pieces where kind = ${kind} and state <> 'removed' and last_live is not null
        and not exists (select 1 from ${tables[kind]} where ${tables[kind].id} = studio_pieces.id) for update`);
    if (rows.length === 0) continue;
    await forgetPieces(
      tx,
      kind,
      rows.map(({ id }) => id),
    );
    count += rows.length;
  }
  // Calls to action that people answered stay, and are over.
  await tx.execute(sql`update studio_pieces set state = 'unpublished', live = null
    where kind = 'ctas' and live is not null and exists (select 1 from ctas where ctas.id = studio_pieces.id and not is_active)`);
  return count;
}

/** Erases pieces with all their revisions; only their acts remain. */
export async function forgetPieces(
  tx: Transaction,
  kind: StudioKind,
  ids: number[],
  { isUrgent = false } = {},
): Promise<void> {
  if (ids.length === 0) return;
  // Before their revisions go, which say what their addresses were.
  await queuePieces(
    tx,
    ids.map((id) => ({ kind, id })),
    { isUrgent },
  );
  const these = sql`${sql.param(ids)}::int[]`;
  for (const table of children)
    await tx.execute(sql`delete from ${sql.identifier(table)} where kind = ${kind} and piece_id = any(${these})`);
  const { rows } = await tx.execute<{ id: number }>(
    sql`delete from studio_pieces where kind = ${kind} and id = any(${these}) returning id`,
  );
  await noteActs(
    tx,
    rows.map(({ id }) => ({ actor: 'system', act: 'forget', kind, pieceId: id })),
  );
}
