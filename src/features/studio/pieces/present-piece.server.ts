import type { Queryable } from '../../../database/connect.server.ts';
import type { studioActs, StudioKind } from '../../../database/schema.ts';
import {
  articlePath,
  authorPath,
  categoryPath,
  referPath,
  tagPath,
  videoPath,
  webStoryPath,
} from '../../../platform/wire/ids.ts';
import { textPagePath } from '../../../platform/page/text-page-path.ts';
import { addressIn } from '../../../platform/settings/site-languages.ts';
import { namesOf, summaryOfFields, type Piece, type Revision, unscheduled } from './pieces.queries.server.ts';
import { problemsOf, wordPieceProblem } from './problems-of-piece.server.ts';
import type { LiveConfig } from './projection-of-revision.server.ts';
import { shownFields, titleOf } from '../studio-kinds.ts';

type Act = typeof studioActs.$inferSelect;

export const byName = (names: Map<string, string>, id: string | null): string =>
  id === null ? 'system' : (names.get(id) ?? '');

/** The name at the time of the act; today's where none was stored. */
export const nameAtAct = (names: Map<string, string>, { actor, actorName }: Pick<Act, 'actor' | 'actorName'>): string =>
  actorName ?? byName(names, actor === 'system' ? null : actor);

type Addressed = Pick<Piece, 'kind' | 'id' | 'key' | 'title' | 'groupKey'>;

/** Without the prefix of its language. */
const addresses: Record<StudioKind, (piece: Addressed) => string> = {
  articles: ({ title, id }) => articlePath(title, id),
  videos: ({ title, id }) => videoPath(title, id),
  webstories: ({ key }) => webStoryPath(key),
  categories: ({ title, id }) => categoryPath(title, id),
  tags: ({ title, id }) => tagPath(title, id),
  authors: ({ title, id }) => authorPath(title, id),
  pages: ({ key, groupKey }) => textPagePath(groupKey ?? key),
  ctas: ({ id }) => referPath(id),
  scams: ({ key }) => `/check#${key}`,
  feed: () => '/',
};
export const addressOf = (piece: Addressed): string => addresses[piece.kind](piece);

export function canonicalUrlOf(piece: Piece): string {
  const address = addressOf(piece);
  return piece.lang === null ? address : addressIn(piece.lang, address);
}

/** The piece as if nothing stood beside its live revision: all that a writer may know of a piece of others. */
export const asLive = (piece: Piece, live: Revision): Piece => ({
  ...piece,
  ...summaryOfFields(piece.kind, piece.key, live.fields),
  ...unscheduled,
  revision: live.number,
  live: live.number,
  state: 'live',
  approved: null,
  updatedBy: live.authorId,
  updatedAt: live.at,
});

/** One line of a list. */
export const presentLine = (piece: Piece, names: Map<string, string>) => ({
  id: piece.id,
  kind: piece.kind,
  key: piece.key,
  title: piece.title,
  lang: piece.lang,
  revision: piece.revision,
  state: piece.state,
  live: piece.live,
  at: piece.scheduledAt?.toISOString() ?? null,
  lastCheckedAt: piece.lastCheckedOn,
  canonicalUrl: canonicalUrlOf(piece),
  createdBy: piece.createdBy ?? 'system',
  updatedBy: piece.updatedBy ?? 'system',
  updatedByName: byName(names, piece.updatedBy),
  updatedAt: piece.updatedAt.toISOString(),
});

/** The working copy, whole. */
export async function presentCopy(db: Queryable, config: LiveConfig, piece: Piece, copy: Revision) {
  const names = await namesOf(db, [piece.updatedBy]);
  return {
    ...shownFields(copy.fields),
    ...(copy.body === '' && piece.kind !== 'articles' ? {} : { body: copy.body }),
    ...presentLine(piece, names),
    // As they were written: above, what the piece says of itself hides those of the same name.
    fields: shownFields(copy.fields),
    title: copy.isErased ? '' : titleOf(piece.kind, copy.fields, piece.key),
    revision: copy.number,
    problems: piece.state === 'removed' ? [] : (await problemsOf(db, config, piece, copy)).map(wordPieceProblem),
  };
}

/** One revision, whole. */
export async function presentRevision(db: Queryable, piece: Piece, copy: Revision) {
  const names = await namesOf(db, [copy.authorId]);
  return {
    ...shownFields(copy.fields),
    fields: shownFields(copy.fields),
    body: copy.body,
    id: piece.id,
    kind: piece.kind,
    key: piece.key,
    title: copy.isErased ? '' : titleOf(piece.kind, copy.fields, piece.key),
    ...presentRevisionLine(copy, names),
    isLive: piece.live === copy.number,
  };
}

export const presentRevisionLine = (
  copy: Pick<Revision, 'number' | 'lang' | 'authorId' | 'fromRevision' | 'isErased' | 'at'>,
  names: Map<string, string>,
) => ({
  revision: copy.number,
  lang: copy.lang,
  by: copy.authorId ?? 'system',
  byName: byName(names, copy.authorId),
  fromRevision: copy.fromRevision,
  isErased: copy.isErased,
  at: copy.at.toISOString(),
});
