import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { unindexDocuments } from '../../search-index/index-document.server.ts';
import { forgetPieces } from '../../studio/pieces/forget-pieces.server.ts';
import type { ImportRun } from './import-runs.server.ts';
import { deleteRows } from './piece-rows.server.ts';
import { stillNeeded } from './run-pieces.queries.server.ts';

/** Deletes tags and authors that came with a run, that nothing uses any more and no person has worked on. */
export async function deleteNewTerms(tx: Transaction, { newTags, newAuthors }: ImportRun): Promise<void> {
  await deleteTerms(tx, 'tags', 'name', newTags);
  await deleteTerms(tx, 'authors', 'key', newAuthors);
}

async function deleteTerms(tx: Transaction, kind: 'tags' | 'authors', column: string, names: string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: number; key: string }>(sql`
    select id, ${sql.identifier(column)} as key from ${sql.identifier(kind)} t where ${sql.identifier(column)} = any(${sql.param(names)}::text[])
      and not exists (select 1 from studio_acts s where s.kind = ${kind} and s.piece_id = t.id and (s.actor <> 'system' or s.is_emergency))
      and not exists (select 1 from studio_pieces p where p.kind = ${kind} and p.id = t.id and p.file_hash is not null)
      order by id for update`);
  const needed = await stillNeeded(
    tx,
    kind,
    rows.map(({ id }) => id),
  );
  const gone = rows.filter(({ id }) => !needed.has(id));
  const ids = gone.map(({ id }) => id);
  await deleteRows(tx, kind, gone);
  if (kind === 'tags') await unindexDocuments(tx, 'TAG', ids);
  // What an undo takes from readers goes before corrections, unless it is so much that a takedown would wait.
  await forgetPieces(tx, kind, ids, { isUrgent: ids.length < 500 });
}
