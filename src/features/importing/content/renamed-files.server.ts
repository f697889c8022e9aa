import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { articles, studioPieces, type StudioKind, videos } from '../../../database/schema.ts';
import type { ContentRun, FileOutcome } from './content-run.ts';
import type { FormerName } from '../runs/record-pieces.server.ts';
import type { RowState } from '../../studio/pieces/row-states.server.ts';
import { type File, piecesNamed, sourceKeyOfFile } from './stored-files.queries.server.ts';
import { type Piece, updatePiece } from '../../studio/pieces/pieces.queries.server.ts';

/** By kind: names of files that take over numbers, in the rounds of `followRenames`. */
export type RenamedFiles = Record<'articles' | 'videos', string[][]>;
export const nothingRenamed = (): RenamedFiles => ({ articles: [], videos: [] });

type Files = ReadonlyMap<string, { data: { id?: number | undefined } }>;

/**
 * A file with the number of a piece, under a name that no piece has, is that piece's file: also where the former name is
 * another file's now. @param stored pieces by name
 * @returns pieces by the names that they will have, and the files that are renamed, in rounds: each is saved before the
 *   next, which may use the names that it frees
 */
export function followRenames<Piece extends { id: number }>(stored: ReadonlyMap<string, Piece>, files: Files) {
  const pieces = new Map(stored);
  const names = new Map([...stored].map(([name, { id }]) => [id, name]));
  const rounds: string[][] = [];
  /** The file takes over the number of a piece whose own file, if there is one, has another number. */
  const takesOver = (name: string, id: number | undefined): id is number => {
    const former = id === undefined ? undefined : names.get(id);
    return former !== undefined && !pieces.has(name) && files.get(former)?.data.id !== id;
  };
  for (;;) {
    const round = [...files].filter(([name, { data }]) => takesOver(name, data.id));
    if (round.length === 0) return { pieces, rounds };
    const renamed: string[] = [];
    for (const [name, { data }] of round) {
      // An earlier file of the round may have the same number.
      if (!takesOver(name, data.id)) continue;
      const former = names.get(data.id)!;
      pieces.set(name, pieces.get(former)!);
      pieces.delete(former);
      names.set(data.id, name);
      renamed.push(name);
    }
    rounds.push(renamed);
  }
}

/** Files in the order in which they are saved. @param rounds of `followRenames` */
export function inRounds<File>(files: ReadonlyMap<string, File>, rounds: string[][]): File[][] {
  const renamed = new Set(rounds.flat());
  const others = [...files].filter(([name]) => !renamed.has(name));
  return [...rounds.map((names) => names.map((name) => files.get(name)!)), others.map(([, file]) => file)];
}

/** A piece that has taken over the name of its file. */
export type Renaming = { kind: StudioKind; id: number; name: FormerName; former: FormerName };

export const wasWritten: FileOutcome['outcome'][] = ['created', 'changed', 'unchanged'];
/** A file that waits for somebody's decision is its piece's file all the same. */
const keepsName: FileOutcome['outcome'][] = [...wasWritten, 'conflict'];

/**
 * A file under a new name with the number of a piece is that piece's file, as it is for the piece's row; a name that
 * another piece or its row has stays there.
 * @param rows by source key
 */
export async function renamePieces(
  tx: Transaction,
  kind: StudioKind,
  files: File[],
  rows: ReadonlyMap<string, RowState>,
): Promise<Map<File, Renaming>> {
  const renamings = new Map<File, Renaming>();
  if (kind !== 'articles' && kind !== 'videos') return renamings;
  const numbers = new Map(files.flatMap((file) => ('id' in file.data && file.data.id ? [[file.data.id, file]] : [])));
  if (numbers.size === 0) return renamings;
  const pieces = await tx
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.id, [...numbers.keys()] as number[])));
  for (const piece of pieces) {
    const file = numbers.get(piece.id) as File;
    const name = { key: file.key, sourceKey: sourceKeyOfFile(file) };
    const isOther =
      piece.sourceKey !== name.sourceKey && piece.sourceKey.startsWith('content:') && piece.state !== 'removed';
    const rowId = rows.get(name.sourceKey)?.id ?? piece.id;
    if (!isOther || rowId !== piece.id || (await piecesNamed(tx, kind, [name.sourceKey])).length > 0) continue;
    await updatePiece(tx, piece, name);
    renamings.set(file, { kind, id: piece.id, name, former: { key: piece.key, sourceKey: piece.sourceKey } });
  }
  return renamings;
}

/**
 * Once the file is decided: its row follows also where it is not written, because a new file may have the former name;
 * a refused file leaves the piece under the name of its row.
 * @returns whether the piece keeps the new name
 */
export async function settleName(tx: Transaction, renaming: Renaming, { outcome }: FileOutcome): Promise<boolean> {
  const { kind, id, name, former } = renaming;
  const isRetained = keepsName.includes(outcome);
  const { sourceKey } = name;
  if (!isRetained) await updatePiece(tx, { kind, id }, former);
  else if (kind === 'articles') await tx.update(articles).set({ sourceKey }).where(eq(articles.id, id));
  else if (kind === 'videos') await tx.update(videos).set({ sourceKey }).where(eq(videos.id, id));
  return isRetained;
}

/** Whether another file renames the piece: where that one was refused, this one must not be written over it. */
export function isRenamedByAnother({ folder, renamed }: ContentRun, file: File, { id }: Piece): boolean {
  const { kind, data } = file;
  if ((kind !== 'articles' && kind !== 'videos') || (data as { id?: number }).id === id) return false;
  return renamed[kind].flat().some((name) => folder.files[kind].get(name)?.data.id === id);
}
