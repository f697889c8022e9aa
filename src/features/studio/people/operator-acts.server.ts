import { studioKinds } from '../studio.contract.ts';
import { and, eq, sql } from 'drizzle-orm';
import { studioPieces, type StudioKind, webstories } from '../../../database/schema.ts';
import { WrongUse } from '../../../platform/process/command.ts';
import { AppError } from '../../../platform/wire/errors.ts';
import { isUndated } from '../../../platform/wire/undated.ts';
import { followFile, publishPiece as showRow } from '../../publishing/change-publication.server.ts';
import { findPiece as findRow } from '../../publishing/find-piece.server.ts';
import { actOnPiece, hold, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { rowStates } from '../pieces/row-states.server.ts';
import { aboutPiece, noteAct, type Piece, unscheduled, updatePiece } from '../pieces/pieces.queries.server.ts';
import { publishPiece, type Published } from '../pieces/publish-piece.server.ts';
import { kindRules } from '../studio-kinds.ts';
import { system } from '../studio.policy.ts';
import { endPiece, livePiece } from '../pieces/withdraw-piece.server.ts';

// What the operator does from a terminal: the studio's own acts, by the system, shown to every editor.

const kindOfNoun = new Map(
  studioKinds.filter((kind) => kind !== 'feed').map((kind) => [kindRules[kind].noun as string, kind]),
);
const named = ({ kind, id }: Piece) => ({ kind, id });

/**
 * A piece by its address, by kind and key or number, or by its number alone; drafts that have no address, too.
 * @throws WrongUse where nothing or more than one piece matches
 */
export async function findOperatorsPiece(services: StudioServices, name: string): Promise<Piece> {
  const { db } = services.connection;
  const [, noun = '', key = ''] = /^([a-z]+):(.+)$/.exec(name.trim()) ?? [];
  const kind = kindOfNoun.get(noun);
  if (kind) {
    const isNumber = /^[1-9]\d{0,9}$/.test(key);
    const found = await db
      .select()
      .from(studioPieces)
      .where(
        and(
          eq(studioPieces.kind, kind),
          isNumber
            ? eq(studioPieces.id, Number(key))
            : sql`(${studioPieces.sourceKey} in (${key}, ${`content:${key}`}) or ${studioPieces.key} = ${key})`,
        ),
      );
    const open = found.filter(({ state }) => state !== 'removed');
    if (open.length === 1) return open[0]!;
    if (!['articles', 'videos', 'webstories'].includes(kind)) throw new WrongUse(`Nothing is called "${name}".`);
  }
  const row = await findRow(db, name);
  const plural = kindOfNoun.get(row.kind)!;
  const id = row.id ?? (await storyNumber(services, row.entityId));
  return db.transaction(async (tx) => (await hold(tx, services.config, system, { kind: plural, id })).piece);
}

async function storyNumber({ connection: { db } }: StudioServices, slug: string): Promise<number> {
  const [story] = await db.select({ id: webstories.id }).from(webstories).where(eq(webstories.slug, slug));
  return story!.id;
}

const hasRow = (kind: StudioKind) => kind === 'articles' || kind === 'videos' || kind === 'webstories';

/** Path of a piece that readers can open by itself. */
export const pieceAddress = (piece: Piece): string | null =>
  hasRow(piece.kind) ? livePiece(piece).path : piece.kind === 'pages' ? `/${piece.key}` : null;

type Showing = { at?: Date | undefined; note?: string | undefined; reason: string };

/** Publishes the newest revision, now or at a time. A time that has passed is the date that readers see. */
export async function showPiece(services: StudioServices, piece: Piece, { at, note, reason }: Showing) {
  const now = services.clock();
  const isLater = at !== undefined && at > now;
  if (isLater && piece.live !== null)
    throw new WrongUse(`Readers see "${piece.title}" already. Unpublish it first, or publish it now.`);
  const row = (await rowStates(services.connection.db, piece.kind, [piece.sourceKey])).get(piece.sourceKey);
  const undated = row?.publishedAt && isUndated(row.publishedAt) && !piece.sourceKey.startsWith('content:');
  const datedAt = isLater ? undefined : (at ?? (undated ? row.publishedAt! : undefined));
  try {
    return await publishPiece(services, system, named(piece), {
      revision: piece.revision,
      at: isLater ? at : undefined,
      changeNote: note,
      emergencyReason: reason,
      datedAt,
    });
  } catch (error) {
    // Pieces from elsewhere may not keep the rules of our files; their rows are shown again as they are.
    const isForeign = hasRow(piece.kind) && !piece.sourceKey.startsWith('content:') && row !== undefined;
    if (!(error instanceof AppError) || error.status !== 400 || !isForeign || isLater) throw error;
    return showAsItIs(services, piece, datedAt, reason);
  }
}

const showAsItIs = (services: StudioServices, { kind, id }: Piece, datedAt: Date | undefined, reason: string) =>
  actOnPiece<Published>(services, system, { kind, id }, async ({ tx, piece }) => {
    const now = services.clock();
    await showRow(tx, livePiece(piece), datedAt);
    const after = await updatePiece(tx, piece, {
      state: 'live',
      live: piece.revision,
      lastLive: piece.revision,
      firstLiveAt: piece.firstLiveAt ?? now,
      ...unscheduled,
    });
    await noteAct(tx, system, 'publish', {
      ...aboutPiece(piece),
      fromRevision: piece.live,
      toRevision: piece.revision,
      note: reason,
      isEmergency: true,
    });
    return { result: { state: after.state, live: after.live, at: now.toISOString() }, tags: ['all'] };
  });

/** @returns whether readers saw it */
export async function hidePiece(services: StudioServices, piece: Piece, reason: string): Promise<boolean> {
  if (!kindRules[piece.kind].canEnd) throw new WrongUse(`"${piece.title}" cannot be unpublished.`);
  if (piece.live === null && piece.state !== 'scheduled') return false;
  await endPiece(services, system, named(piece), reason, true);
  return true;
}

/** The next import of its file sets status and date again. */
export const followFileAgain = (services: StudioServices, { kind, id }: Piece, reason: string) =>
  actOnPiece(services, system, { kind, id }, async ({ tx, piece }) => {
    if (hasRow(piece.kind)) await followFile(tx, livePiece(piece));
    if (piece.state === 'scheduled') await updatePiece(tx, piece, { ...unscheduled, state: 'draft' });
    await noteAct(tx, system, 'follow_file', { ...aboutPiece(piece), note: reason, isEmergency: true });
    return { result: undefined, tags: ['all'] };
  });
