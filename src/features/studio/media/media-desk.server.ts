import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { cappedCount } from '../../../database/listing.server.ts';
import { studioMedia } from '../../../database/schema.ts';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { AppError, invalidInput, notFound } from '../../../platform/wire/errors.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import { offsetOf, positionOf, toListing } from '../../../platform/wire/paging.ts';
import { storable } from '../../../platform/text/storable.ts';
import { isMediaUsed } from '../../publishing/change-publication.server.ts';
import { actorNow, type StudioServices, invalidateTags } from '../pieces/act-on-piece.server.ts';
import { noteAct, namesIn, aboutPiece, lockPiece, type Piece, updatePiece } from '../pieces/pieces.queries.server.ts';
import { type Actor, hasOne, insist } from '../studio.policy.ts';
import { storeMedia } from './take-media.server.ts';
import { readCaptions } from './captions.ts';
import { clipsWith, isShownLive, type Uses, usesOf, listPiecesWith } from './media-uses.queries.server.ts';
import { problem } from '../../../platform/wire/problem.ts';
import { endSchedule } from '../pieces/withdraw-piece.server.ts';

type Media = typeof studioMedia.$inferSelect;
export type MediaFilter = {
  page?: number | undefined;
  pageSize?: number | undefined;
  kind?: Media['kind'] | undefined;
  without?: 'description' | undefined;
};

/** Whoever sent it, and editors: the words stand in every piece that shows it, approved ones too. */
const mayChange = (actor: Actor, { uploadedBy }: Pick<Media, 'uploadedBy'>): boolean =>
  (hasOne(actor, ['writer']) && uploadedBy === actor.id) || hasOne(actor, ['editor', 'admin']);

/** Newest first. A writer sees own files and those of live pieces: descriptions tell of drafts. */
export async function listMedia({ connection: { db } }: StudioServices, actor: Actor, filter: MediaFilter) {
  const position = positionOf(filter);
  const filters: SQL[] = [];
  if (!hasOne(actor, ['editor', 'checker', 'admin']))
    filters.push(sql`(${studioMedia.uploadedBy} = ${actor.id} or ${isShownLive(studioMedia.path)})`);
  if (filter.kind) filters.push(eq(studioMedia.kind, filter.kind));
  if (filter.without) filters.push(sql`(${studioMedia.description} = '' and ${studioMedia.kind} <> 'captions')`);
  const rows = await db
    .select()
    .from(studioMedia)
    .where(and(...filters))
    .orderBy(desc(studioMedia.at), desc(studioMedia.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const shown = rows.slice(0, position.pageSize);
  const paths = shown.map(({ path }) => path);
  const names = await namesIn(db, shown, 'uploadedBy');
  const uses = await usesOf(db, actor, paths);
  const clips = paths.length === 0 ? [] : await clipsWith(db, paths);
  const items = shown.map((row) => {
    const { pieces, others } = uses.get(row.path)!;
    const ofClips = clips.filter(({ captions, poster }) => captions === row.path || poster === row.path);
    const change = mayChange(actor, row);
    const { id: _, uploadedBy, ...told } = row;
    return {
      ...told,
      by: uploadedBy,
      byName: names.get(uploadedBy) ?? '',
      at: row.at.toISOString(),
      uses: pieces,
      otherUses: others,
      clips: ofClips.map(({ path }) => path),
      mayChange: change,
      mayRemove: change && pieces.length + others + ofClips.length === 0,
    };
  });
  return toListing(rows, position, await cappedCount(db, studioMedia, filters), items, () => null);
}

/** A file that this person may change, locked. @throws AppError 403, 404 */
async function hold(tx: Transaction, services: StudioServices, viewer: Actor, path: string) {
  const actor = await actorNow(tx, viewer, services.clock());
  insist(hasOne(actor, ['writer', 'editor', 'admin']));
  const [media] = await tx.select().from(studioMedia).where(eq(studioMedia.path, path)).for('update');
  if (!media) throw notFound('page');
  insist(mayChange(actor, media));
  return { actor, media };
}

/** The credit stands in the studio only. */
const shownToReaders = ['description', 'captions', 'poster'] as const;

export type MediaChange = {
  path: string;
  description?: string | undefined;
  credit?: string | undefined;
  /** Of a clip; null takes it away. */
  captions?: string | null | undefined;
  poster?: string | null | undefined;
};

/**
 * What a file shows, whose it is, and what belongs to a clip. Pieces that name it need another approval; what readers
 * see of it changes when such a piece is published the next time.
 * @throws AppError 400, 403, 404
 */
export async function describeMedia(services: StudioServices, viewer: Actor, { path, ...change }: MediaChange) {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as typeof change;
  if (Object.keys(set).length === 0)
    throw invalidInput([{ path: 'description', message: problem('field.descriptionOrCredit') }]);
  const { tags, ...described } = await services.connection.db.transaction(async (tx) => {
    const pieces = await lockPiecesWith(tx, path);
    const { actor, media } = await hold(tx, services, viewer, path);
    for (const [field, kind] of [
      ['captions', 'captions'],
      ['poster', 'picture'],
    ] as const) {
      const other = set[field];
      if (other === undefined) continue;
      const isThere = other === null || (await findKind(tx, other)) === kind;
      if (media.kind !== 'video' || !isThere) throw invalidInput([{ path: field, message: problem('field.ofClip') }]);
    }
    const stored = storable(set);
    await tx.update(studioMedia).set(stored).where(eq(studioMedia.path, path));
    await noteAct(tx, actor, 'describe_media', { note: path });
    const isOther = shownToReaders.some((field) => stored[field] !== undefined && stored[field] !== media[field]);
    const changed = isOther ? await reviewAgain(tx, actor, pieces, path) : [];
    await invalidatePagesOnCommit(tx, changed);
    return { path, width: media.width, height: media.height, tags: changed };
  });
  await invalidateTags(services.connection, tags);
  return described;
}

async function findKind(tx: Transaction, path: string): Promise<Media['kind'] | undefined> {
  const [row] = await tx.select({ kind: studioMedia.kind }).from(studioMedia).where(eq(studioMedia.path, path));
  return row?.kind;
}

/** Captions of a clip, typed or from a file. @throws AppError 400 with the line that cannot be read, 403, 404 */
export async function captionClip(
  services: StudioServices,
  viewer: Actor,
  { path, text }: { path: string; text: string },
) {
  const captions = readCaptions(storable(text));
  if (!captions.ok) {
    const { line, why } = captions.problem;
    throw new AppError(400, 'validation_failed', () => mediaProblems.captions[why](line), {
      details: [{ path: 'text', message: problem('field.captionLine', line) }],
    });
  }
  await services.connection.db.transaction((tx) => hold(tx, services, viewer, path));
  const source = Buffer.from(captions.vtt);
  const facts = { kind: 'captions' as const, width: null, height: null, seconds: null };
  const stored = await storeMedia(services, viewer, { ...facts, ending: 'vtt', source, bytes: source.length }, {});
  await describeMedia(services, viewer, { path, captions: stored.path });
  return stored;
}

/** Erases a file that no working copy, live piece or clip shows. @throws AppError 403, 404, 409 where it is used */
export async function removeMedia(
  services: StudioServices,
  viewer: Actor,
  path: string,
): Promise<{ path: string; uses: Uses }> {
  const store = await openMediaStore(services.config, services.connection);
  const none: Uses = { pieces: [], others: 0 };
  return services.connection.db.transaction(async (tx) => {
    const { actor } = await hold(tx, services, viewer, path);
    const uses = (await usesOf(tx, actor, [path])).get(path) ?? none;
    const isUsed =
      uses.pieces.length + uses.others + (await clipsWith(tx, [path])).length > 0 || (await isMediaUsed(tx, path));
    if (isUsed) throw new AppError(409, 'conflict', () => mediaProblems.used);
    await tx.delete(studioMedia).where(inArray(studioMedia.path, [path]));
    await noteAct(tx, actor, 'remove_media', { note: path });
    // Last: a store that fails takes the removal back, and the file is still listed.
    await store.remove(path.slice('/media/'.length));
    return { path, uses };
  });
}

/**
 * The pieces whose working copy names a file, locked. Lock them before the file's row, as a removal does.
 * @param path '/media/studio/…'
 */
async function lockPiecesWith(tx: Transaction, path: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const piece of await listPiecesWith(tx, path)) pieces.push((await lockPiece(tx, piece))!);
  return pieces;
}

/**
 * What readers get of a file is no part of a revision, so a change of it ends reviews, approvals and schedules as a new
 * revision does. An unpublished piece would go live again on the approval of before.
 * @param pieces locked
 * @returns cache tags to invalidate
 */
async function reviewAgain(tx: Transaction, actor: Actor, pieces: Piece[], path: string): Promise<string[]> {
  const tags: string[] = [];
  for (const piece of pieces) {
    tags.push(...(await endSchedule({ tx, piece, actor })));
    const isUnderReview = ['in_review', 'approved', 'scheduled'].includes(piece.state);
    await updatePiece(tx, piece, { approved: null, ...(isUnderReview ? { state: 'draft' as const } : {}) });
    await noteAct(tx, actor, 'change_media', { ...aboutPiece(piece), toRevision: piece.revision, note: path });
  }
  return tags;
}
