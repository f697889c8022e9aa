import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { studioPreviewComments, studioPreviewLinks, type StudioKind } from '../../database/schema.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { addressIn, defaultLanguage } from '../../platform/site-languages.ts';
import { storable } from '../../platform/storable.ts';
import { actOnPiece, actorNow, goneForGood, type StudioServices } from './act-on-piece.server.ts';
import { aboutPiece, findPiece, getRevision, noteAct, type Piece, type Revision } from './pieces.queries.server.ts';
import { type Actor, hasOne, insist, mayPublish } from './studio.policy.ts';

export const mostComments = 20;
export const longestComment = 2_000;
export const longestName = 80;
type Named = { kind: StudioKind; id: number };
export type PreviewComment = { id: number; name: string; text: string; revision: number; at: string };
export type Preview = { piece: Piece; revision: Revision; linkId: string; comments: PreviewComment[]; expiresAt: Date };

/** Path with the language prefix that the published page will have. */
export const previewPath = (lang: string | null, secret: string): string =>
  addressIn(lang ?? defaultLanguage(), `/preview/${secret}`);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** The secret is stored as a hash; a call with an Idempotency-Key keeps its answer, encrypted, for a day. */
export const makePreviewLink = (services: StudioServices, viewer: Actor, named: Named, hours: number) =>
  actOnPiece(services, viewer, named, async ({ tx, piece, actor }) => {
    insist(mayPublish(actor) && actor.id !== null);
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    // Lower case: the page table folds the case of a path.
    const secret = randomBytes(20).toString('hex');
    const id = randomUUID();
    const expiresAt = new Date(services.clock().getTime() + hours * 3_600_000);
    await tx
      .insert(studioPreviewLinks)
      .values({ id, ...aboutPiece(piece), secretHash: hashOf(secret), createdBy: actor.id!, expiresAt });
    await noteAct(tx, actor, 'share_preview', { ...aboutPiece(piece), toRevision: piece.revision });
    return {
      result: {
        id,
        url: services.config.publicOrigin + previewPath(piece.lang, secret),
        expiresAt: expiresAt.toISOString(),
      },
    };
  });

/** @throws AppError preview_not_found */
export async function endPreviewLink(services: StudioServices, viewer: Actor, linkId: string): Promise<{ id: string }> {
  return services.connection.db.transaction(async (tx) => {
    const actor = await actorNow(tx, viewer, services.clock());
    insist(mayPublish(actor));
    const [link] = await tx
      .update(studioPreviewLinks)
      .set({ endedAt: sql`coalesce(${studioPreviewLinks.endedAt}, now())` })
      .where(eq(studioPreviewLinks.id, linkId))
      .returning();
    if (!link) throw notFound('preview');
    await noteAct(tx, actor, 'end_preview', { kind: link.kind, pieceId: link.pieceId });
    return { id: link.id };
  });
}

async function openLink(db: Queryable, secret: string, now: Date) {
  if (!/^[0-9a-f]{40}$/.test(secret)) throw notFound('preview');
  const [link] = await db
    .select()
    .from(studioPreviewLinks)
    .where(
      and(
        eq(studioPreviewLinks.secretHash, hashOf(secret)),
        gt(studioPreviewLinks.expiresAt, now),
        isNull(studioPreviewLinks.endedAt),
      ),
    );
  if (!link) throw notFound('preview');
  return link;
}

/** The working copy behind a link. @throws AppError preview_not_found where it has ended, expired or never was */
export async function openPreview({ connection: { db }, clock }: StudioServices, secret: string): Promise<Preview> {
  const link = await openLink(db, secret, clock());
  const piece = await findPiece(db, { kind: link.kind, id: link.pieceId });
  if (!piece || piece.state === 'removed') throw notFound('preview');
  const revision = await getRevision(db, piece, piece.revision);
  return { piece, revision, linkId: link.id, comments: await listComments(db, link.id), expiresAt: link.expiresAt };
}

async function listComments(db: Queryable, linkId: string): Promise<PreviewComment[]> {
  const rows = await db
    .select()
    .from(studioPreviewComments)
    .where(eq(studioPreviewComments.linkId, linkId))
    .orderBy(asc(studioPreviewComments.id));
  return rows.map(({ id, name, text, revision, at }) => ({ id, name, text, revision, at: at.toISOString() }));
}

/** @throws AppError 409 once the link has its twenty comments */
export async function commentOnPreview(
  { connection: { db }, clock }: StudioServices,
  secret: string,
  comment: { name: string; text: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, kind, pieceId } = await openLink(tx, secret, clock());
    const piece = await findPiece(tx, { kind, id: pieceId });
    if (!piece || piece.state === 'removed') throw notFound('preview');
    // The link's lock: twenty comments stay twenty when two people send at once.
    await tx
      .select({ id: studioPreviewLinks.id })
      .from(studioPreviewLinks)
      .where(eq(studioPreviewLinks.id, id))
      .for('update');
    if ((await tx.$count(studioPreviewComments, eq(studioPreviewComments.linkId, id))) >= mostComments)
      throw new AppError(409, 'conflict', `This preview has its ${mostComments} comments. Please call the newsroom.`);
    await tx.insert(studioPreviewComments).values({ linkId: id, revision: piece.revision, ...storable(comment) });
  });
}

/** Links of a piece with their comments, for its editors. */
export async function listPreviewLinks({ connection: { db } }: StudioServices, actor: Actor, { kind, id }: Named) {
  insist(hasOne(actor, ['editor', 'checker', 'admin']));
  const links = await db
    .select()
    .from(studioPreviewLinks)
    .where(and(eq(studioPreviewLinks.kind, kind), eq(studioPreviewLinks.pieceId, id)))
    .orderBy(asc(studioPreviewLinks.createdAt))
    .limit(100);
  return Promise.all(
    links.map(async (link) => ({
      id: link.id,
      createdBy: link.createdBy,
      createdAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
      endedAt: link.endedAt?.toISOString() ?? null,
      comments: await listComments(db, link.id),
    })),
  );
}
