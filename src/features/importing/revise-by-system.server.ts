import type { Transaction } from '../../database/connect.server.ts';
import type { StudioFields } from '../../database/schema.ts';
import type { LinkResolver } from '../../platform/markdown/render-markdown.server.ts';
import { feedFile, railFile } from '../pieces/feed-files.ts';
import { projectFeed } from '../pieces/project-feed.server.ts';
import { type Standing, stateOf } from '../studio/pieces/row-states.server.ts';
import { sameContent } from '../studio/pieces/compare-revisions.ts';
import {
  aboutPiece,
  addRevision,
  getRevision,
  insertPieces,
  lockPiece,
  noteAct,
  type Piece,
  type Revision,
  updatePiece,
} from '../studio/pieces/pieces.queries.server.ts';
import { feedParts } from '../studio/pieces/stored-rows.server.ts';
import { system } from '../studio/studio.policy.ts';

export type Content = { fields: StudioFields; body: string };

/** A piece without status or date is live. */
export const shown: Standing = { status: 'published', publishedAt: null, isHeld: false };

/**
 * The next revision of a locked piece, where it says something else than the newest and nobody is at work on one.
 * @param standing of the rows, which the caller writes in the same transaction
 */
export async function reviseBySystem(
  tx: Transaction,
  { piece, newest }: { piece: Piece; newest: Revision },
  content: Content,
  standing: Standing,
  now = new Date(),
): Promise<void> {
  if (piece.state === 'removed' || (piece.live !== null && piece.live !== piece.revision)) return;
  const isSame = sameContent(piece, newest, content);
  const number = piece.revision + (isSame ? 0 : 1);
  const { lastLive = piece.lastLive, ...state } = stateOf(standing, now, number);
  const after = { ...state, lastLive, firstLiveAt: piece.firstLiveAt ?? state.firstLiveAt ?? null };
  if (isSame && state.live === piece.live && state.state === piece.state) return;
  if (isSame) await updatePiece(tx, piece, after);
  else await addRevision(tx, piece, { ...content, by: system }, after);
  await noteAct(tx, system, 'import', { ...aboutPiece(piece), fromRevision: piece.revision, toRevision: number });
}

/** A part of the feed as no file says it: its rows and its revision. */
export async function reviseFeed(
  tx: Transaction,
  key: keyof typeof feedParts,
  fields: StudioFields,
  resolveLink: LinkResolver,
): Promise<void> {
  const data = (key === 'rail' ? railFile : feedFile).parse(fields);
  await projectFeed(tx, { saving: { mode: 'editor', resolveLink } }, { key, data, body: '' });
  const named = { kind: 'feed' as const, id: feedParts[key] };
  const piece = await lockPiece(tx, named);
  if (piece) {
    const newest = await getRevision(tx, piece, piece.revision);
    await reviseBySystem(tx, { piece, newest }, { fields, body: '' }, shown);
    return;
  }
  const first = { ...named, key, sourceKey: `content:${key}`, fields, body: '', by: system };
  await insertPieces(tx, [{ piece: first, state: stateOf(shown, new Date(), 1) }]);
  await noteAct(tx, system, 'adopt', { ...aboutPiece(named), toRevision: 1 });
}
