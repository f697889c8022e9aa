import type { Transaction } from '../../database/connect.server.ts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { studioRevisions } from '../../database/schema.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { SaveResult } from '../articles/article-input.ts';
import { followRows } from '../studio/pieces/adopt-rows.server.ts';
import { differencesOf, sameContent } from '../studio/pieces/compare-revisions.ts';
import { isWorkedOn, type Known, lockKnown } from './content/kept-files.queries.server.ts';
import type { Piece, Revision } from '../studio/pieces/pieces.queries.server.ts';
import { queueUnadopted } from '../studio/pieces/queue-purge.server.ts';
import type { Row } from '../studio/pieces/row-fields.server.ts';
import { readRows } from '../studio/pieces/stored-rows.server.ts';

export type ImportConflict = { outcome: 'conflict'; reason: string; differences: string[]; cacheTags: string[] };
type Save = (tx: Transaction, inputs: ArticleInput[]) => Promise<SaveResult[]>;

/**
 * Stands between an import from elsewhere and the studio. What people changed here is not overwritten: where the source
 * changed too, that is a conflict. What only the system wrote becomes its next revision.
 * @returns one outcome for each input, in their order
 */
export async function keepImported(
  tx: Transaction,
  inputs: ArticleInput[],
  save: Save,
): Promise<(SaveResult | ImportConflict)[]> {
  const known = await lockKnown(
    tx,
    'articles',
    inputs.map(({ sourceKey }) => sourceKey),
  );
  const guarded = new Map<ArticleInput, SaveResult | ImportConflict>();
  for (const input of inputs) {
    const one = known.get(input.sourceKey);
    if (one && isOfPeople(one)) guarded.set(input, await compare(tx, input, one, save));
  }
  const open = inputs.filter((input) => !guarded.has(input));
  const saved = open.length > 0 ? await save(tx, open) : [];
  const results = new Map(open.map((input, index) => [input, saved[index]!]));
  const changed = open.flatMap(({ sourceKey }, index) =>
    known.has(sourceKey) && saved[index]!.outcome === 'changed' ? [saved[index]!.id!] : [],
  );
  await followRows(tx, 'articles', changed);
  const idsOf = (wanted: string) => saved.flatMap(({ outcome, id }) => (outcome === wanted && id ? [id] : []));
  await queueUnadopted(tx, idsOf('changed'));
  await queueUnadopted(tx, idsOf('created'), { isNew: true });
  return inputs.map((input) => guarded.get(input) ?? results.get(input)!);
}

const isOfPeople = ({ piece, hasPeople }: Known): boolean =>
  piece.state !== 'removed' && (hasPeople || isWorkedOn(piece));

/** Saves, reads what the row says then, and takes it back: only so is the source's text as a revision would hold it. */
async function compare(
  tx: Transaction,
  input: ArticleInput,
  { piece, newest }: Known,
  save: Save,
): Promise<SaveResult | ImportConflict> {
  const undo = new Error('Only compared.');
  let result: SaveResult | undefined;
  let row: Row | undefined;
  try {
    await tx.transaction(async (inner) => {
      [result] = await save(inner, [input]);
      [row] = result?.id == null ? [] : await readRows(inner, 'articles', [result.id]);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  if (!row) return result!;
  const base = await lastOfSystem(tx, piece);
  if (sameContent(piece, newest, row) || (base && sameContent(piece, base, row)))
    return { ...result!, outcome: 'unchanged', problems: [], images: [], cacheTags: [] };
  return {
    outcome: 'conflict',
    reason: `"${piece.title}" (articles ${piece.id}, revision ${piece.revision}): it was changed in the studio too. Neither was overwritten.`,
    differences: differencesOf(base, newest, row),
    cacheTags: [],
  };
}

/** What the source said when it was taken last. */
async function lastOfSystem(tx: Transaction, { kind, id }: Piece): Promise<Revision | null> {
  const [revision] = await tx
    .select()
    .from(studioRevisions)
    .where(and(eq(studioRevisions.kind, kind), eq(studioRevisions.pieceId, id), isNull(studioRevisions.authorId)))
    .orderBy(desc(studioRevisions.number))
    .limit(1);
  return revision ?? null;
}
