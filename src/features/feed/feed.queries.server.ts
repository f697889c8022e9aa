import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, categories, feedRail, feedSections, videos } from '../../database/schema.ts';
import type { DateToKeep, FeedSlot, Helpline } from '../../database/tables/feed.ts';
import { categoryPath } from '../../platform/ids.ts';
import { listArticles, listArticlesByIds } from '../articles/articles.queries.server.ts';
import { listCategories } from '../categories/categories.queries.server.ts';
import { listVideos, listVideosByIds, mapNewestVideos } from '../videos/videos.queries.server.ts';
import type { CardLayout, FeedItem, FeedSection } from './feed.contract.ts';

const keysOf = (slots: FeedSlot[], kind: 'article' | 'video') =>
  slots.flatMap((slot) => (slot.kind === kind ? [slot.key] : []));

/** The home feed as an editor laid it out. Slots whose piece is not published are passed over; a section left empty goes. */
export async function getHomeFeed(db: Queryable): Promise<FeedSection[]> {
  const rows = await db.select().from(feedSections).orderBy(asc(feedSections.position));
  const slots = rows.flatMap((row) => row.slots);
  const allCategories = await listCategories(db);
  const categoryKeys = new Map(
    (await db.select({ id: categories.id, key: categories.key }).from(categories)).map(({ id, key }) => [key, id]),
  );
  const articlesByKey = await byKey(db, articles, keysOf(slots, 'article'), (ids) => listArticlesByIds(db, ids));
  const videosByKey = await byKey(db, videos, keysOf(slots, 'video'), (ids) => listVideosByIds(db, ids));

  const fill = async (slot: FeedSlot): Promise<FeedItem[]> => {
    if (slot.kind === 'article') return [articlesByKey.get(slot.key)].filter((item) => item !== undefined);
    if (slot.kind === 'video') return [videosByKey.get(slot.key)].filter((item) => item !== undefined);
    if (slot.kind === 'category') return allCategories.filter((category) => category.id === categoryKeys.get(slot.key));
    const category = slot.category === null ? undefined : categoryKeys.get(slot.category);
    const ids = category === undefined ? undefined : [category];
    const list =
      slot.of === 'article'
        ? await listArticles(db, { articleCategories: ids, pageSize: slot.limit, sortKey: 'PUBLISHED_AT' })
        : await listVideos(db, { videoCategories: ids, pageSize: slot.limit, sortKey: 'PUBLISHED_AT' });
    return list.data;
  };

  const sections: FeedSection[] = [];
  for (const row of rows) {
    const items = (await Promise.all(row.slots.map(fill))).flat();
    const linked = row.link === null ? undefined : categoryKeys.get(row.link.replace(/^category:/, ''));
    const category = allCategories.find(({ id }) => id === linked);
    if (items.length === 0) continue;
    sections.push({
      title: row.title,
      layout: row.layout as CardLayout,
      canonicalUrl: category ? categoryPath(category.name, category.id) : row.link?.startsWith('/') ? row.link : null,
      items,
    });
  }
  return sections;
}

async function byKey<Item extends { id: number }>(
  db: Queryable,
  table: typeof articles | typeof videos,
  keys: string[],
  load: (ids: number[]) => Promise<Item[]>,
): Promise<Map<string, Item>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ id: table.id, sourceKey: table.sourceKey })
    .from(table)
    .where(
      inArray(
        table.sourceKey,
        keys.map((key) => `content:${key}`),
      ),
    );
  const items = new Map((await load(rows.map((row) => row.id))).map((item) => [item.id, item]));
  return new Map(
    rows.flatMap((row) => {
      const item = items.get(row.id);
      return item ? [[row.sourceKey.replace('content:', ''), item] as const] : [];
    }),
  );
}

/** The videos page: the newest, and a row for each category that has enough. */
export async function getVideosFeed(db: Queryable): Promise<FeedSection[]> {
  const newest = await listVideos(db, { pageSize: 12, sortKey: 'PUBLISHED_AT' });
  const sections: FeedSection[] =
    newest.data.length === 0
      ? []
      : [{ title: 'Newest', layout: 'CardVideo', canonicalUrl: '/videos', items: newest.data }];
  const byCategory = await mapNewestVideos(db, 12);
  for (const { id, displayName, canonicalUrl } of await listCategories(db)) {
    const items = byCategory.get(id) ?? [];
    if (items.length >= 3) sections.push({ title: displayName, layout: 'CardVideo', canonicalUrl, items });
  }
  return sections;
}

export async function getFeedRail(db: Queryable): Promise<{ helplines: Helpline[]; dates: DateToKeep[] }> {
  const [row] = await db.select().from(feedRail).limit(1);
  return { helplines: row?.helplines ?? [], dates: row?.dates ?? [] };
}
