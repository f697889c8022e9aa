import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import {
  importRunPieces,
  knownScams,
  studioMedia,
  studioPreviewComments,
  studioPreviewLinks,
  studioPublications,
  studioRevisions,
  studioTranslations,
  textPages,
  type StudioKind,
} from '../../../database/schema.ts';
import { articlePath, videoPath, webStoryPath } from '../../../platform/wire/ids.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { queuePurges } from '../../../platform/cache/purge-queue.server.ts';
import { sealMedia } from '../../moderation/seal-media.server.ts';
import { sealRemoval } from '../../moderation/seal-removal.server.ts';
import { isMediaUsed, removePiece, unpublishPiece } from '../../publishing/change-publication.server.ts';
import type { Piece as LivePiece } from '../../publishing/find-piece.server.ts';
import { endCtas } from '../../referrals/save-cta.server.ts';
import { actOnPiece, conflict, goneForGood, type LockedPiece, type StudioServices } from './act-on-piece.server.ts';
import { mediaOf } from './projection-of-revision.server.ts';
import {
  aboutPiece,
  isTimeFromFile,
  noteAct,
  ofPiece,
  type Piece,
  unscheduled,
  updatePiece,
} from './pieces.queries.server.ts';
import { addressesOfMedia, queuePieces } from './queue-purge.server.ts';
import { type Actor, insist, mayPublish, mayRemove } from '../studio.policy.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Named = { kind: StudioKind; id: number };
export type Ended = { id: number; state: Piece['state']; live: number | null };

const nouns = { articles: 'article', videos: 'video', webstories: 'webstory' } as const;
type Public = keyof typeof nouns;
const isPublicKind = (kind: StudioKind): kind is Public => kind in nouns;

/** The piece as the functions know it that change what readers see. */
export function livePiece(piece: Piece): LivePiece {
  const { id, key, sourceKey, title } = piece;
  const kind = nouns[piece.kind as Public];
  const paths = { article: articlePath(title, id), video: videoPath(title, id), webstory: webStoryPath(key) };
  return {
    kind,
    id: kind === 'webstory' ? null : id,
    entityId: kind === 'webstory' ? key : String(id),
    sourceKey,
    title,
    status: piece.live === null ? 'draft' : 'published',
    publishedAt: piece.firstLiveAt ?? new Date(0),
    path: paths[kind],
  };
}

async function hide(tx: Transaction, piece: Piece): Promise<void> {
  if (isPublicKind(piece.kind)) await unpublishPiece(tx, livePiece(piece));
  else if (piece.kind === 'ctas') await endCtas(tx, [piece.key]);
  else if (piece.kind === 'scams')
    await tx.update(knownScams).set({ isActive: false }).where(eq(knownScams.key, piece.key));
  else if (piece.kind === 'pages') await tx.delete(textPages).where(eq(textPages.key, piece.key));
}

/** Cancels a scheduled publication. One that came from a file already has its rows, so they are hidden again. */
export async function endSchedule({
  tx,
  piece,
  actor,
}: Pick<LockedPiece, 'tx' | 'piece' | 'actor'>): Promise<string[]> {
  if (piece.state !== 'scheduled') return [];
  await updatePiece(tx, piece, unscheduled);
  await noteAct(tx, actor, 'unschedule', { ...aboutPiece(piece), toRevision: piece.revision });
  if (piece.live !== null || !isTimeFromFile(piece)) return [];
  await hide(tx, piece);
  return ['all'];
}

/** The piece waits again as it did before the time was set; what readers see stays. @throws AppError 409 */
export const cancelSchedule = (services: StudioServices, viewer: Actor, named: Named) =>
  actOnPiece<Ended>(services, viewer, named, async (locked) => {
    const { tx, piece, actor } = locked;
    insist(mayPublish(actor));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    if (piece.state !== 'scheduled')
      throw conflict(problem('studio.noTimeSet'), [{ path: 'state', message: { code: `piece.is_${piece.state}` } }]);
    const tags = await endSchedule(locked);
    const hidden = isTimeFromFile(piece) && piece.live === null ? 'unpublished' : 'draft';
    const after = await updatePiece(tx, piece, { state: piece.approved === piece.revision ? 'approved' : hidden });
    return { result: { id: piece.id, state: after.state, live: after.live }, tags };
  });

/** Readers get 404; the text stays with its revisions. */
export const endPiece = (services: StudioServices, viewer: Actor, named: Named, reason: string, isEmergency = false) =>
  actOnPiece<Ended>(services, viewer, named, async (locked) => {
    const { tx, piece, actor } = locked;
    insist(mayPublish(actor));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    if (piece.live === null && piece.state !== 'scheduled')
      throw conflict(problem('studio.notSeen'), [{ path: 'state', message: { code: `piece.is_${piece.state}` } }]);
    await hide(tx, piece);
    const isCopyLive = piece.state === 'live' || piece.state === 'scheduled';
    const after = await updatePiece(tx, piece, {
      live: null,
      ...unscheduled,
      ...(isCopyLive ? { state: 'unpublished' as const } : {}),
    });
    await noteAct(tx, actor, 'unpublish', {
      ...aboutPiece(piece),
      fromRevision: piece.live,
      note: reason,
      isEmergency,
    });
    return { result: { id: piece.id, state: after.state, live: null }, tags: ['all'] };
  });

const sealed = { articles: 'ARTICLE', videos: 'VIDEO', webstories: 'WEBSTORY' } as const;

export type Removal = { reason: string; keepsNothing?: boolean; isEmergency?: boolean };

/**
 * Takes a piece down for good: 410, and its text and media are erased from every revision. A sealed copy is kept as the
 * law asks, unless `keepsNothing`. @returns media to be deleted by the caller's store, and those that were not sealed
 */
export async function removeForGood(
  services: StudioServices,
  viewer: Actor,
  named: Named,
  { reason, keepsNothing = false, isEmergency = false }: Removal,
): Promise<Ended & { unsealed: string[]; undeleted: string[] }> {
  const store = await openMediaStore(services.config, services.connection);
  const { files, unsealed, ...ended } = await actOnPiece(services, viewer, named, async ({ tx, piece, actor }) => {
    insist(mayRemove(actor));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    const kind = piece.kind as Public;
    const revisions = await tx.select().from(studioRevisions).where(ofPiece(studioRevisions, piece));
    // The titles in these addresses are erased next.
    await queuePieces(tx, [{ kind: piece.kind, id: piece.id }], { isUrgent: true });
    const { row, files: own } = await removePiece(tx, livePiece(piece), reason);
    await eraseRevisions(tx, piece);
    const media = await onlyOf(tx, piece, [...own, ...revisions.flatMap(mediaOf)]);
    const removal = { kind: sealed[kind], entityId: livePiece(piece).entityId };
    const lost: string[] = [];
    if (!keepsNothing) {
      const copies = revisions.map(({ number, fields, body, at }) => ({ number, fields, body, at }));
      const seal = await sealRemoval(services.config, tx, {
        ...removal,
        reason,
        content: { ...row, revisions: copies },
      });
      lost.push(...(await sealMedia(services.config, tx, { id: seal, ...removal }, media, store)));
    }
    await queuePurges(tx, media.flatMap(addressesOfMedia), { isUrgent: true });
    await tx.delete(studioMedia).where(inArray(studioMedia.path, media.length > 0 ? media : ['']));
    await noteAct(tx, actor, 'remove', {
      ...aboutPiece(piece),
      fromRevision: piece.live,
      note: keepsNothing ? `${reason} (nothing was kept)` : reason,
      isEmergency,
    });
    return {
      result: { id: piece.id, state: 'removed' as const, live: null, files: media, unsealed: lost },
      tags: ['all'],
    };
  });
  const undeleted: string[] = [];
  for (const url of files) await store.remove(url.slice('/media/'.length)).catch(() => void undeleted.push(url));
  return { ...ended, unsealed, undeleted };
}

async function eraseRevisions(tx: Transaction, piece: Piece): Promise<void> {
  await tx.update(studioRevisions).set({ fields: {}, body: '', isErased: true }).where(ofPiece(studioRevisions, piece));
  // It holds hashes of paragraphs: a short one, as a phone number, could be found again from its hash.
  await tx.delete(studioTranslations).where(ofPiece(studioTranslations, piece));
  // It holds the text of before an import.
  await tx.delete(importRunPieces).where(ofPiece(importRunPieces, piece));
  await tx.update(studioPublications).set({ changeNote: null }).where(ofPiece(studioPublications, piece));
  const ofLinks = ofPiece(studioPreviewLinks, piece);
  const links = tx.select({ id: studioPreviewLinks.id }).from(studioPreviewLinks).where(ofLinks);
  await tx.delete(studioPreviewComments).where(inArray(studioPreviewComments.linkId, links));
  await tx
    .update(studioPreviewLinks)
    .set({ endedAt: sql`coalesce(${studioPreviewLinks.endedAt}, now())` })
    .where(ofLinks);
  await updatePiece(tx, piece, {
    state: 'removed',
    live: null,
    approved: null,
    title: '',
    fileFront: null,
    searchWords: [],
    ...unscheduled,
  });
}

/** Media that nothing else shows, live or in any revision. */
async function onlyOf(tx: Transaction, piece: Piece, paths: string[]): Promise<string[]> {
  const own: string[] = [];
  for (const path of new Set(paths)) {
    if (!path.startsWith('/media/') || path.includes('..') || (await isMediaUsed(tx, path))) continue;
    const bare = path.slice(1);
    const [other] = await tx
      .select({ id: studioRevisions.pieceId })
      .from(studioRevisions)
      .where(
        and(
          or(ne(studioRevisions.kind, piece.kind), ne(studioRevisions.pieceId, piece.id)),
          or(
            sql`position(${bare} in ${studioRevisions.body}) > 0`,
            sql`position(${bare} in ${studioRevisions.fields}::text) > 0`,
          ),
        ),
      )
      .limit(1);
    if (!other) own.push(path);
  }
  return own;
}
