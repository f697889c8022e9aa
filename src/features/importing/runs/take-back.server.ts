import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import {
  type ArticleBefore,
  articles,
  type ImportKept,
  importedImages,
  importRunPieces,
  redirects,
} from '../../../database/schema.ts';
import { indexPiece } from '../../publishing/change-publication.server.ts';
import { unindexDocument, unindexDocuments } from '../../search-index/index-document.server.ts';
import { forgetPieces } from '../../studio/pieces/forget-pieces.server.ts';
import { getRevision, lockPiece } from '../../studio/pieces/pieces.queries.server.ts';
import { reviseBySystem } from '../revise-by-system.server.ts';
import { writeRows } from './piece-rows.server.ts';

export type RunPiece = { id: number; title: string; isNew: boolean; sourceKey: string };

/** What an undo of one step takes from readers goes before corrections; a larger one must not hold up a takedown. */
export type Told = { isUrgent: boolean };

/** Deletes articles that a run created, as if it had never been. @returns /media paths that they showed */
export async function deleteCreated(
  tx: Transaction,
  runId: number,
  pieces: Pick<RunPiece, 'id'>[],
  told: Told,
): Promise<string[]> {
  if (pieces.length === 0) return [];
  const ids = pieces.map(({ id }) => id);
  await giveBackAddresses(tx, runId, ids);
  const rows = await tx
    .delete(articles)
    .where(inArray(articles.id, ids))
    .returning({ sourceKey: articles.sourceKey, thumbnail: articles.thumbnail, bodyHtml: articles.bodyHtml });
  await tx.delete(redirects).where(and(eq(redirects.toKind, 'article'), inArray(redirects.toId, ids)));
  await unindexDocuments(tx, 'ARTICLE', ids);
  await forgetPieces(tx, 'articles', ids, told);
  const keys = rows.map(({ sourceKey }) => sourceKey);
  const images = await tx
    .select({ mediaPath: importedImages.mediaPath })
    .from(importedImages)
    .where(inArray(importedImages.firstSourceKey, keys));
  await tx
    .delete(importedImages)
    .where(and(inArray(importedImages.firstSourceKey, keys), isNull(importedImages.mediaPath)));
  const shown = rows.flatMap(({ thumbnail, bodyHtml }) => [thumbnail, ...(bodyHtml.match(/\/media\/[\w./-]+/g) ?? [])]);
  return [...new Set([...shown, ...images.map(({ mediaPath }) => mediaPath)])].filter(
    (path): path is string => path?.startsWith('/media/imported/') === true && !path.includes('..'),
  );
}

/** Old addresses that the run led to its own pieces lead again where they led before. */
async function giveBackAddresses(tx: Transaction, runId: number, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update redirects set to_id = (moved ->> 'toId')::int
    from import_run_pieces p, jsonb_array_elements(p.moved_addresses) moved
    where p.run_id = ${runId} and p.article_id = any(${sql.param(ids)}::int[]) and redirects.from_path = moved ->> 'fromPath'
      and redirects.to_kind = 'article' and redirects.to_id = p.article_id
      and exists (select 1 from articles a where a.id = (moved ->> 'toId')::int)`);
}

/** Names in `ArticleBefore` of the tables in which more of an article stands. */
const listNames: Record<string, keyof ArticleBefore> = {
  article_categories: 'categories',
  article_tags: 'tags',
  schemes: 'schemes',
  former_figures: 'figures',
};

/** Writes an article as it was before the run; its revision of before is the next one. */
export async function restoreChanged(tx: Transaction, runId: number, { id }: Pick<RunPiece, 'id'>): Promise<void> {
  const before = sql`(select before from import_run_pieces where run_id = ${runId} and article_id = ${id})`;
  await writeRows(
    tx,
    'articles',
    { id, key: '' },
    { row: sql`${before} -> 'row'`, list: (table) => sql`${before} -> ${listNames[table]!}::text` },
  );
  await giveBackAddresses(tx, runId, [id]);
  await tx.execute(sql`
    delete from redirects where to_kind = 'article' and to_id = ${id}
      and from_path not in (select r ->> 'from_path' from jsonb_array_elements(${before} -> 'redirects') r)`);
  const { status, publishedAt, isHeld } = articles;
  const [row] = await tx.select({ status, publishedAt, isHeld }).from(articles).where(eq(articles.id, id));
  await indexAgain(tx, id, row!);
  const [undone] = await tx
    .update(importRunPieces)
    .set({ undoneAt: sql`now()`, before: null })
    .where(and(eq(importRunPieces.runId, runId), eq(importRunPieces.articleId, id)))
    .returning({ revision: importRunPieces.revision });
  const piece = (await lockPiece(tx, { kind: 'articles', id }))!;
  const newest = await getRevision(tx, piece, piece.revision);
  await reviseBySystem(tx, { piece, newest }, await getRevision(tx, piece, undone!.revision!), row!);
}

async function indexAgain(tx: Transaction, id: number, row: { status: string }): Promise<void> {
  if (row.status === 'published') await indexPiece(tx, { kind: 'article', id, entityId: String(id) });
  else await unindexDocument(tx, 'ARTICLE', id);
}

type Candidate = RunPiece & { reason: ImportKept['reason'] | null; later: number | null };

/**
 * The pieces of a run that are here as it wrote them, or were changed since: then with the reason to keep them.
 * @param after the last id of the page before
 */
export async function readRunPieces(
  tx: Pick<Transaction, 'execute'>,
  runId: number,
  { after, most }: { after: number; most: number },
): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate & { isEdited: boolean; isLost: boolean }>(sql`
    select a.id, a.title, p.before is null as "isNew", p.before is not null and p.revision is null as "isLost", a.source_key as "sourceKey",
      (select max(l.run_id) from import_run_pieces l where l.article_id = a.id and l.run_id > p.run_id and l.undone_at is null) as later,
      exists (select 1 from studio_acts s where s.kind = 'articles' and s.piece_id = a.id and s.id > p.last_act
        and (s.actor <> 'system' or s.is_emergency))
      or exists (select 1 from studio_revisions v where v.kind = 'articles' and v.piece_id = a.id and v.author_id is not null) as "isEdited"
    from import_run_pieces p join articles a on a.id = p.article_id
    where p.run_id = ${runId} and p.undone_at is null and a.id > ${after} order by a.id limit ${most}`);
  return rows.map(({ isEdited, isLost, ...row }) => ({
    ...row,
    // Of a run of an older version whose text of before the studio never had.
    reason: isEdited ? 'edited' : row.later !== null ? 'imported_later' : isLost ? 'refused' : null,
  }));
}
