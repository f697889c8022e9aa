import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { studioActs, studioPieces, studioRevisions, type StudioKind, takedowns } from '../../../database/schema.ts';
import type { Names } from '../runs/record-pieces.server.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';
import type { ContentRun, StoredFile } from './content-run.ts';
import type { ContentFolder } from './read-folder.server.ts';
import { keyOfSource } from '../../../platform/wire/piece-key.ts';
import { takedownKeyOfVideo } from '../../videos/video-input.ts';
import { takedownKeyOfStory } from '../../webstories/save-webstory.server.ts';
import type { RowState } from '../../studio/pieces/row-states.server.ts';
import {
  findPiece,
  isItsRevision,
  isTimeFromFile,
  ofPiece,
  type Piece,
  type Revision,
} from '../../studio/pieces/pieces.queries.server.ts';
import { nextId } from '../../studio/pieces/name-piece.server.ts';
import { feedParts } from '../../studio/pieces/stored-rows.server.ts';
import { studioKinds } from '../../studio/studio.contract.ts';

/** A file of a kind that the studio keeps. */
export type File = StoredFile & { kind: StudioKind };

export const isOfStudio = (file: StoredFile): file is File => (studioKinds as readonly string[]).includes(file.kind);
export type Known = { piece: Piece; newest: Revision; hasPeople: boolean };

/** The key in the kind's own table. */
export const sourceKeyOfFile = ({ kind, key, data }: Pick<StoredFile, 'kind' | 'key' | 'data'>) =>
  `content:${kind === 'tags' ? ((data as { name?: string }).name ?? key) : key}`;

export const idsOf = (known: Iterable<Known>): number[] => [...known].map(({ piece }) => piece.id);

export const noNames: Names = { tags: [], authors: [], oldPaths: [] };
/** Writers have files of their own. */
export const namesIn = (files: StoredFile[]): Names => ({
  ...noNames,
  tags: files.flatMap(({ data }) => (data as Partial<Names>).tags ?? []),
  oldPaths: files.flatMap(({ data }) => (data as Partial<Names>).oldPaths ?? []),
});

/** Whether an editor took it from readers; a file that says draft, or --prune, does not count. */
export async function wasWithdrawn(tx: Transaction, piece: Piece, row: RowState | undefined): Promise<boolean> {
  if (row?.isHeld && row.status !== 'published' && piece.kind !== 'ctas') return true;
  const [last] = await tx
    .select({ act: studioActs.act })
    .from(studioActs)
    .where(and(ofPiece(studioActs, piece), inArray(studioActs.act, ['unpublish', 'publish', 'follow_file'])))
    .orderBy(desc(studioActs.id))
    .limit(1);
  return last?.act === 'unpublish';
}

export const piecesNamed = (tx: Queryable, kind: StudioKind, sourceKeys: string[]) =>
  tx
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, sourceKeys)));

/** Adds the names of pieces that have no row yet, because they are drafts. */
export async function addKeys(tx: Transaction, keys: SiteKeys, folder: ContentFolder): Promise<void> {
  for (const kind of ['articles', 'videos', 'webstories', 'categories', 'authors', 'tags'] as const) {
    const files = [...(folder.files[kind] as Map<string, StoredFile>).values()];
    const pieces = await piecesNamed(tx, kind, files.map(sourceKeyOfFile));
    for (const { id, title, sourceKey } of pieces) {
      const key = keyOfSource(sourceKey);
      if (keys[kind].has(key)) continue;
      const none = { groupId: null, status: 'draft', isHeld: false, isSample: false };
      (keys[kind] as Map<string, object>).set(key, { ...none, id, title, name: title });
    }
  }
}

/** Pieces that people began here have no file that could be missing. */
export async function ownKeys(db: Queryable, kind: StudioKind): Promise<Set<string>> {
  const rows = await db
    .select({ key: studioPieces.key })
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), isNotNull(studioPieces.createdBy), isNull(studioPieces.fileHash)));
  return new Set(rows.map(({ key }) => key));
}

/** Locks pieces in the order of their ids, so that two imports never wait for each other in a ring. */
export async function lockKnown(tx: Transaction, kind: StudioKind, sourceKeys: string[]): Promise<Map<string, Known>> {
  const pieces = await piecesNamed(tx, kind, sourceKeys).orderBy(asc(studioPieces.id)).for('update');
  const ids = pieces.map(({ id }) => id);
  const hasPeople = sql<boolean>`exists (select 1 from studio_revisions r where r.kind = ${studioPieces.kind} and r.piece_id = ${studioPieces.id} and r.author_id is not null)`;
  // Once they are locked: a join would miss a piece that got a revision meanwhile.
  const rows = await tx
    .select({ newest: studioRevisions, hasPeople })
    .from(studioPieces)
    .innerJoin(studioRevisions, isItsRevision(studioPieces.revision))
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.id, ids)));
  const byId = new Map(rows.map((row) => [row.newest.pieceId, row]));
  return new Map(pieces.map((piece) => [piece.sourceKey, { piece, ...byId.get(piece.id)! }]));
}

/** Gives the row to be written the id that the piece already has: a draft has an id before it has a row. */
export function useId(run: ContentRun, file: File, { id }: Piece, row: RowState | undefined): void {
  if (row) return;
  if (file.kind === 'ctas' || file.kind === 'scams') (file.data as { id?: number }).id = id;
  if (file.kind === 'webstories') Object.assign(run.keys.webstories.get(file.key) ?? {}, { id });
}

export async function idFor(tx: Transaction, { keys }: ContentRun, { kind, key, data }: File): Promise<number> {
  if (kind === 'feed') return feedParts[key as keyof typeof feedParts];
  if (kind === 'articles' || kind === 'videos' || kind === 'categories' || kind === 'authors')
    return keys[kind].get(key)!.id;
  if (kind === 'tags') return keys.tags.get((data as { name?: string }).name ?? key)!.id;
  return (data as { id?: number }).id ?? nextId(tx, kind);
}

export const isTaken = async (tx: Transaction, kind: StudioKind, id: number): Promise<boolean> =>
  (await findPiece(tx, { kind, id })) !== null;

export async function takedownOf(tx: Transaction, file: File): Promise<string | null> {
  const own = sourceKeyOfFile(file);
  const key =
    file.kind === 'videos' ? takedownKeyOfVideo(own) : file.kind === 'webstories' ? takedownKeyOfStory(file.key) : own;
  const noun = { articles: 'article', videos: 'video', webstories: 'webstory' }[file.kind as string];
  if (!noun) return null;
  const { id } = file.data as { id?: number };
  const rows = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(
      and(
        eq(takedowns.kind, noun as 'article'),
        sql`(${takedowns.sourceKey} = ${key} or ${takedowns.entityId} = ${String(id ?? '')})`,
      ),
    );
  return rows[0]?.reason ?? null;
}

/** Somebody's review or time waits for exactly this text. */
export const isWorkedOn = (piece: Piece) =>
  ['in_review', 'changes_requested', 'approved'].includes(piece.state) ||
  (piece.state === 'scheduled' && !isTimeFromFile(piece));
