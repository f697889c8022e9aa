import { isDeepStrictEqual } from 'node:util';
import { asc } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { feedRail, feedSections } from '../../database/schema.ts';
import type { Translations } from '../../database/tables/categories.ts';
import type { DateToKeep, FeedSlot, Helpline } from '../../database/tables/feed.ts';
import type { CardLayout } from './feed.contract.ts';

export type FeedSectionInput = {
  title: string;
  translations?: Translations<{ title: string }>;
  layout: CardLayout;
  link: string | null;
  slots: FeedSlot[];
};
type FeedOutcome = { outcome: 'changed' | 'unchanged'; cacheTags: string[] };

/** Replaces the whole home page, top to bottom. */
export async function saveFeed(tx: Queryable, sections: FeedSectionInput[]): Promise<FeedOutcome> {
  const rows = sections.map((section, index) => ({ translations: {}, position: index + 1, ...section }));
  const stored = await tx.select().from(feedSections).orderBy(asc(feedSections.position));
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(stored)), JSON.parse(JSON.stringify(rows))))
    return { outcome: 'unchanged', cacheTags: [] };
  await tx.delete(feedSections);
  if (rows.length > 0) await tx.insert(feedSections).values(rows);
  return { outcome: 'changed', cacheTags: ['feed'] };
}

/** Replaces the sidebar beside the feed. */
export async function saveFeedRail(
  tx: Queryable,
  rail: { helplines: Helpline[]; dates: DateToKeep[] },
): Promise<FeedOutcome> {
  const [stored] = await tx.select().from(feedRail);
  if (stored && isDeepStrictEqual({ helplines: stored.helplines, dates: stored.dates }, rail))
    return { outcome: 'unchanged', cacheTags: [] };
  await tx
    .insert(feedRail)
    .values({ id: 1, ...rail })
    .onConflictDoUpdate({ target: feedRail.id, set: rail });
  return { outcome: 'changed', cacheTags: ['feed'] };
}
