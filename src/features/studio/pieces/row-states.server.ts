import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  type articles,
  authors,
  categories,
  ctas,
  feedRail,
  feedSections,
  knownScams,
  type PublicationStatus,
  type StudioKind,
  tags,
  textPages,
  webstories,
} from '../../../database/schema.ts';
import { type Piece, timeFromFile } from './pieces.queries.server.ts';
import { feedParts, tables } from './stored-rows.server.ts';

/** What the tables say of a piece. The studio counts the ids of pages itself. */
export type RowState = { id: number | null; status: PublicationStatus; publishedAt: Date | null; isHeld: boolean };
export type Standing = Omit<RowState, 'id'>;

/** The studio's state of a row that it did not write: live, scheduled, ended by an editor, or a draft. */
export function stateOf({ status, publishedAt, isHeld }: Standing, now: Date, revision: number): Partial<Piece> {
  if (status !== 'published') return { state: isHeld ? 'unpublished' : 'draft', live: null };
  if (publishedAt !== null && publishedAt > now)
    return { state: 'scheduled', live: null, scheduledAt: publishedAt, scheduledReason: timeFromFile };
  return { state: 'live', live: revision, lastLive: revision, firstLiveAt: publishedAt ?? now };
}

const shownOrHidden = (isShown: boolean) => ({
  status: isShown ? ('published' as const) : ('draft' as const),
  isHeld: !isShown,
});

/** By source key; keys without a row are left out. */
export async function rowStates(tx: Queryable, kind: StudioKind, sourceKeys: string[]): Promise<Map<string, RowState>> {
  const settled = { status: 'published' as const, publishedAt: null, isHeld: false };
  const keys = sourceKeys.map((key) => key.slice('content:'.length));
  const states = (rows: ({ key: string } & RowState)[]) =>
    new Map(rows.map(({ key, ...row }) => [`content:${key}`, row]));
  if (kind === 'feed') {
    const shown = [];
    if (keys.includes('home') && (await tx.$count(feedSections)) > 0)
      shown.push({ ...settled, key: 'home', id: feedParts.home });
    if (keys.includes('rail') && (await tx.$count(feedRail)) > 0)
      shown.push({ ...settled, key: 'rail', id: feedParts.rail });
    return states(shown);
  }
  if (kind === 'articles' || kind === 'videos') {
    const table = tables[kind] as typeof articles;
    const { id, sourceKey, status, publishedAt, isHeld } = table;
    const rows = await tx
      .select({ id, sourceKey, status, publishedAt, isHeld })
      .from(table)
      .where(inArray(sourceKey, sourceKeys));
    return new Map(rows.map(({ sourceKey: key, ...row }) => [key, row]));
  }
  if (kind === 'webstories') {
    const { id, slug, status, publishedAt, isHeld } = webstories;
    return states(
      await tx.select({ id, key: slug, status, publishedAt, isHeld }).from(webstories).where(inArray(slug, keys)),
    );
  }
  if (kind === 'ctas') {
    const rows = await tx
      .select({ id: ctas.id, key: ctas.key, isActive: ctas.isActive })
      .from(ctas)
      .where(inArray(ctas.key, keys));
    return states(rows.map(({ isActive, ...row }) => ({ ...settled, ...row, ...shownOrHidden(isActive) })));
  }
  if (kind === 'scams') {
    const { id, key, isActive } = knownScams;
    const rows = await tx.select({ id, key, isActive }).from(knownScams).where(inArray(key, keys));
    return states(rows.map(({ isActive: isShown, ...row }) => ({ ...settled, ...row, ...shownOrHidden(isShown) })));
  }
  if (kind === 'pages') {
    const rows = await tx.select({ key: textPages.key }).from(textPages).where(inArray(textPages.key, keys));
    return states(rows.map((row) => ({ ...settled, ...row, id: null })));
  }
  const table = { categories, authors, tags }[kind] as typeof categories;
  const column = kind === 'tags' ? (table.name as unknown as typeof categories.key) : table.key;
  const rows = await tx.select({ id: table.id, key: column }).from(table).where(inArray(column, keys));
  return states(rows.map((row) => ({ ...settled, ...row })));
}
