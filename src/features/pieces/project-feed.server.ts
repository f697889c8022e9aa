import type { FeedSlot } from '../../database/tables/feed.ts';
import type { Transaction } from '../../database/connect.server.ts';
import type { Finding } from '../articles/article-input.ts';
import { saveFeed, saveFeedRail, type FeedSectionInput } from '../feed/save-feed.server.ts';
import type { FeedFile, RailFile } from './feed-files.ts';
import { plainLink } from './plain-link.server.ts';
import type { PieceFile, Projected, Projection } from './projection.ts';

/** The two parts of the feed. */
export const projectFeed = (
  tx: Transaction,
  projection: Pick<Projection, 'saving'>,
  { key, data }: PieceFile<'feed'>,
): Promise<Projected> =>
  key === 'rail' ? projectRail(tx, projection, data as RailFile) : projectHome(tx, projection, data as FeedFile);

async function projectHome(
  tx: Transaction,
  projection: Pick<Projection, 'saving'>,
  { sections }: FeedFile,
): Promise<Projected> {
  const problems: Finding[] = [];
  const saved = await saveFeed(
    tx,
    sections.map(({ title, translations, layout, link, items, latest }): FeedSectionInput => ({
      title,
      translations,
      layout,
      link: link ?? null,
      slots: (items ?? [{ latest: latest! }]).map((item) => slotOf(projection, item, problems)),
    })),
  );
  return { ...saved, problems };
}

async function projectRail(
  tx: Transaction,
  projection: Pick<Projection, 'saving'>,
  rail: RailFile,
): Promise<Projected> {
  const problems: Finding[] = [];
  const dates = rail.dates.map((date) => ({ ...date, link: plainLink(projection, date.link ?? undefined, problems) }));
  return { ...(await saveFeedRail(tx, { helplines: rail.helplines, dates })), problems };
}

type FeedItem =
  string | { latest: { kind: 'article' | 'video' | 'webstory'; category?: string | undefined; limit: number } };

function slotOf({ saving }: Pick<Projection, 'saving'>, item: FeedItem, problems: Finding[]): FeedSlot {
  if (typeof item !== 'string')
    return { kind: 'latest', of: item.latest.kind, category: item.latest.category ?? null, limit: item.latest.limit };
  const at = item.indexOf(':');
  const kind = item.slice(0, at) as 'article' | 'video' | 'webstory' | 'category';
  const key = item.slice(at + 1);
  if (saving.resolveLink!(kind, key) === null) problems.push(`There is no ${kind} "${key}"; its place stays empty.`);
  return { kind, key };
}
