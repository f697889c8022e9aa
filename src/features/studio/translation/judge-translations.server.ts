import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { type articles, studioPieces, studioTranslations, textPages } from '../../../database/schema.ts';
import { tables } from '../pieces/stored-rows.server.ts';
import {
  findRevision,
  getRevision,
  inGroup,
  ofPiece,
  type Piece,
  type Revision,
} from '../pieces/pieces.queries.server.ts';
import { isTranslated, kindRules } from '../studio-kinds.ts';
import { sameWords } from './align-blocks.ts';
import { rowsOf } from './follow-blocks.ts';
import { fieldRowsOf, wordsOf } from './follow-fields.ts';
import {
  findOriginal,
  followsOf,
  keepFirst,
  type OriginalPiece,
  readFollows,
  textsOf,
} from './follow-original.server.ts';

/** Whoever publishes or follows in a group of translations waits here, after the lock of the own piece. */
export const lockGroup = (tx: Transaction, { kind, key, groupKey }: Pick<Piece, 'kind' | 'key' | 'groupKey'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`studio group ${kind} ${groupKey ?? key}`}))`);

/**
 * Marks the live translations that say something else than their originals, after `piece` went live: itself, and those
 * made from it.
 * @param before the revision that readers saw until now
 * @returns cache tags of the pages whose notice has changed
 */
export async function judgeGroup(tx: Transaction, piece: Piece, before: number, now: Date): Promise<string[]> {
  if (!isTranslated(piece.kind)) return [];
  await lockGroup(tx, piece);
  const tags = await judgeTranslation(tx, piece, now);
  const others = await tx
    .select()
    .from(studioPieces)
    .where(and(inGroup(piece), ne(studioPieces.id, piece.id), isNotNull(studioPieces.live)))
    .limit(50);
  for (const other of others)
    tags.push(...(await judgeTranslation(tx, other, now, { id: piece.id, revision: before })));
  return tags;
}

/**
 * Under the lock of the group.
 * @param changed an original that has just changed, as it was before: only what was made from it is judged
 * @returns cache tags, where the notice on its page has changed
 */
export async function judgeTranslation(
  tx: Transaction,
  piece: Piece,
  now: Date,
  changed: { id: number; revision: number } | null = null,
): Promise<string[]> {
  if (piece.live === null || !isTranslated(piece.kind)) return [];
  const copy = await getRevision(tx, piece, piece.live);
  const standing = await findOriginal(tx, piece, copy);
  if (!standing || standing.piece.id === piece.id || standing.piece.live === null) return [];
  if (changed && changed.id !== standing.piece.id) return [];
  const followed = changed?.revision ?? standing.number;
  // What nobody has noted yet is told from the original as it was: afterwards the same day would hide the change.
  await keepFirst(tx, piece, { ...standing, number: followed });
  const before = (await followsOf(tx, piece))!;
  const wholeAt = before.wholeAt ?? followed;
  const isBehind =
    (await hasOlderParts(tx, piece, copy, standing, wholeAt)) ||
    // The parts of a newer draft are followed there, and readers do not see it yet.
    (changed !== null && before.behindSince !== null && piece.live !== piece.revision);
  await tx
    .update(studioTranslations)
    .set({
      wholeAt: isBehind ? wholeAt : standing.number,
      behindSince: isBehind ? (before.behindSince ?? now) : null,
    })
    .where(ofPiece(studioTranslations, piece));
  return mark(tx, piece, isBehind);
}

async function mark(tx: Transaction, { kind, id, key }: Piece, isBehind: boolean): Promise<string[]> {
  if (kind === 'pages') {
    await tx.update(textPages).set({ isBehind }).where(eq(textPages.key, key));
    return ['pages'];
  }
  const table = tables[kind as keyof typeof tables] as typeof articles;
  const changed = await tx
    .update(table)
    .set({ isBehind })
    .where(and(eq(table.id, id), sql`${table.isBehind} is distinct from ${isBehind}`))
    .returning({ id: table.id });
  if (changed.length === 0) return [];
  return kind === 'ctas' ? ['ctas'] : [`${kindRules[kind].noun}:${kind === 'webstories' ? key : id}`];
}

/** What was missing all along makes a translation shorter, not older: only what is new since `wholeAt` counts. */
async function hasOlderParts(
  tx: Transaction,
  piece: Piece,
  copy: Revision,
  standing: OriginalPiece,
  wholeAt: number,
): Promise<boolean> {
  const { original, follows, fields } = await readFollows(tx, piece, copy, standing);
  const now = await getRevision(tx, standing.piece, standing.number);
  const whole = (await findRevision(tx, standing.piece, wholeAt)) ?? now;
  const known = new Set(textsOf(whole.body).map((text) => text.trim()));
  const rows = rowsOf(follows, original);
  const ofFields = fieldRowsOf(fields, { own: copy.fields, now: now.fields, fieldsIn: original.fieldsIn });
  return (
    [...rows, ...ofFields].some(({ state }) => state === 'changed' || state === 'gone') ||
    rows.some((row) => row.state === 'missing' && !known.has(original.blocks[row.original!]!.trim())) ||
    ofFields.some(({ name, state, text }) => state === 'missing' && !sameWords(wordsOf(whole.fields, name), text))
  );
}
