import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  studioMedia,
  studioPieces,
  studioPreviewComments,
  studioPreviewLinks,
  studioRevisions,
  type StudioKind,
} from '../../../database/schema.ts';
import { problems } from '../../../messages/problems.ts';
import { cookieLine, readCookies } from '../../../platform/http/cookies.server.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import { addressIn, defaultLanguage } from '../../../platform/settings/site-languages.ts';
import { storable } from '../../../platform/text/storable.ts';
import { actAs, actOnPiece, goneForGood, type StudioServices } from '../pieces/act-on-piece.server.ts';
import {
  aboutPiece,
  findPiece,
  getRevision,
  isItsRevision,
  noteAct,
  ofPiece,
  type Piece,
  type Revision,
} from '../pieces/pieces.queries.server.ts';
import { mediaOf } from '../pieces/projection-of-revision.server.ts';
import { type Actor, hasOne, insist, mayPublish, publishers } from '../studio.policy.ts';
import { problem } from '../../../platform/wire/problem.ts';

export const mostComments = 20;
/** Open ones of a piece. */
export const mostLinks = 20;
/** With all their comments these stay below 4 MB. */
const mostListed = 30;
export const longestComment = 2_000;
export const longestName = 80;
type Named = { kind: StudioKind; id: number };
export type PreviewComment = { id: number; name: string; text: string; revision: number; at: string };
export type Preview = { piece: Piece; revision: Revision; linkId: string; comments: PreviewComment[]; expiresAt: Date };

/** Path with the language prefix that the published page will have. */
export const previewPath = (lang: string | null, secret: string): string =>
  addressIn(lang ?? defaultLanguage(), `/preview/${secret}`);

/** One cookie for each link, so that several previews open at once show their pictures. */
const cookiePrefix = 'preview_';
/** Where uploads and their sizes are served; pages never see these cookies. */
const mediaFolders = ['/media/studio', '/img'];
const mostPreviews = 20;

/** Cookies that let whoever opened a preview see the pictures and clips that it shows. */
export const previewCookies = (
  { config, clock }: Pick<StudioServices, 'config' | 'clock'>,
  { linkId, expiresAt }: Pick<Preview, 'linkId' | 'expiresAt'>,
  secret: string,
): string[] =>
  mediaFolders.map((path) =>
    cookieLine(cookiePrefix + linkId.slice(0, 8), secret, {
      path,
      maxAge: (expiresAt.getTime() - clock().getTime()) / 1_000,
      isSecure: config.publicOrigin.startsWith('https:'),
    }),
  );

/** Secrets of the links that were opened with this browser. */
export const previewSecrets = (header: string | undefined): string[] =>
  [...readCookies(header)]
    .flatMap(([name, secret]) => (name.startsWith(cookiePrefix) ? secret : []))
    .slice(0, mostPreviews);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const isOpen = (now: Date) => and(isNull(studioPreviewLinks.endedAt), gt(studioPreviewLinks.expiresAt, now));

/** The secret is stored as a hash; a call with an Idempotency-Key keeps its answer, encrypted, for a day. */
export const makePreviewLink = (services: StudioServices, viewer: Actor, named: Named, hours: number) =>
  actOnPiece(services, viewer, named, async ({ tx, piece, actor }) => {
    insist(mayPublish(actor) && actor.id !== null);
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    // The piece is locked: two at once do not exceed this together.
    const open = and(ofPiece(studioPreviewLinks, piece), isOpen(services.clock()));
    if ((await tx.$count(studioPreviewLinks, open)) >= mostLinks)
      throw new AppError(409, 'conflict', () => problems.linksFull(mostLinks));
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
  return actAs(services, viewer, publishers, async (tx, actor) => {
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
    .where(and(eq(studioPreviewLinks.secretHash, hashOf(secret)), isOpen(now)));
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

/** Whether the working copy behind one of the links shows an upload. @param path '/media/studio/…' */
export async function isPreviewed({ connection: { db }, clock }: StudioServices, secrets: string[], path: string) {
  const copies = await db
    .select({ fields: studioRevisions.fields, body: studioRevisions.body })
    .from(studioPreviewLinks)
    .innerJoin(
      studioPieces,
      and(eq(studioPieces.kind, studioPreviewLinks.kind), eq(studioPieces.id, studioPreviewLinks.pieceId)),
    )
    .innerJoin(studioRevisions, isItsRevision(studioPieces.revision))
    .where(and(inArray(studioPreviewLinks.secretHash, secrets.map(hashOf)), isOpen(clock())));
  const paths = copies.flatMap(mediaOf);
  if (paths.includes(path) || paths.length === 0) return paths.length > 0;
  const { captions, poster } = studioMedia;
  const clips = and(inArray(studioMedia.path, paths), or(eq(captions, path), eq(poster, path)));
  return (await db.$count(studioMedia, clips)) > 0;
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
      throw new AppError(409, 'conflict', problem('studio.previewFull', mostComments));
    await tx.insert(studioPreviewComments).values({ linkId: id, revision: piece.revision, ...storable(comment) });
  });
}

/** Links of a piece with their comments, for its editors. */
export async function listPreviewLinks({ connection: { db } }: StudioServices, actor: Actor, named: Named) {
  insist(hasOne(actor, ['editor', 'checker', 'admin']));
  const links = await db
    .select()
    .from(studioPreviewLinks)
    .where(ofPiece(studioPreviewLinks, named))
    .orderBy(desc(studioPreviewLinks.createdAt))
    .limit(mostListed);
  return Promise.all(
    links.toReversed().map(async (link) => ({
      id: link.id,
      createdBy: link.createdBy,
      createdAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
      endedAt: link.endedAt?.toISOString() ?? null,
      comments: await listComments(db, link.id),
    })),
  );
}
