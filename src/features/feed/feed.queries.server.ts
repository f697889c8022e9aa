import { asc, inArray } from 'drizzle-orm';
import { preferredId } from '../../database/translation-groups.server.ts';
import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { languageWords } from '../../messages/languages.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, categories, feedRail, feedSections, videos, webstories } from '../../database/schema.ts';
import type { DateToKeep, FeedSlot, Helpline } from '../../database/tables/feed.ts';
import { categoryPath } from '../../platform/wire/ids.ts';
import { keyOfSource, sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { listArticles, listArticlesByIds } from '../articles/articles.queries.server.ts';
import { listCategories } from '../categories/categories.queries.server.ts';
import { listVideos, listVideosByIds, mapNewestVideos } from '../videos/videos.queries.server.ts';
import type { WebStory } from '../webstories/webstories.contract.ts';
import { listWebStories, listWebStoriesByIds } from '../webstories/webstories.queries.server.ts';
import type { CardLayout, FeedItem, FeedSection, StorySummary } from './feed.contract.ts';

type Piece = Exclude<FeedSlot['kind'], 'category' | 'latest'>;
type Latest = Extract<FeedSlot, { kind: 'latest' }>;
// As many as one query gives; beyond it, the newest pieces may all be on the page already.
const mostListed = 50;

const keysOf = (slots: FeedSlot[], kind: Piece) => slots.flatMap((slot) => (slot.kind === kind ? [slot.key] : []));
const markOf = ({ contentType, id }: FeedItem) => `${contentType} ${id}`;
function asItem(story: WebStory): StorySummary {
  const { pages: _, ...summary } = story;
  return { ...summary, contentType: 'WEBSTORY' };
}

/**
 * The home feed in the editors' layout. No piece is shown twice. The place of a piece that is not public is taken by
 * the newest one of its kind that is not on the page; empty sections are dropped.
 */
export async function getHomeFeed(db: Queryable): Promise<FeedSection[]> {
  const [rows, allCategories, keyed] = await Promise.all([
    db.select().from(feedSections).orderBy(asc(feedSections.position)),
    listCategories(db),
    db.select({ id: categories.id, key: categories.key }).from(categories),
  ]);
  const slots = rows.flatMap((row) => row.slots);
  const categoryKeys = new Map(keyed.map(({ id, key }) => [key, id]));
  const [articlesByKey, videosByKey, storiesByKey] = await Promise.all([
    byKey(db, 'article', keysOf(slots, 'article'), (ids) => listArticlesByIds(db, ids)),
    byKey(db, 'video', keysOf(slots, 'video'), (ids) => listVideosByIds(db, ids)),
    byKey(db, 'webstory', keysOf(slots, 'webstory'), async (ids) => (await listWebStoriesByIds(db, ids)).map(asItem)),
  ]);
  const pieces: Record<Piece, Map<string, FeedItem>> = {
    article: articlesByKey,
    video: videosByKey,
    webstory: storiesByKey,
  };

  const chosen = new Set(Object.values(pieces).flatMap((each) => [...each.values()].map(markOf)));
  const shown = new Set<string>();
  const place = (item: FeedItem): FeedItem[] => {
    if (shown.has(markOf(item))) return [];
    shown.add(markOf(item));
    return [item];
  };

  async function newest({ of, category, limit }: Latest): Promise<FeedItem[]> {
    const id = category === null ? undefined : categoryKeys.get(category);
    if (category !== null && id === undefined) return [];
    const taken = new Set([...chosen, ...shown]);
    const pageSize = Math.min(mostListed, limit + taken.size);
    const list = await listNewest(db, of, { pageSize, categoryId: id, category: category ?? undefined });
    return list.filter((item) => !taken.has(markOf(item))).slice(0, limit);
  }

  async function fill(slot: FeedSlot): Promise<FeedItem[]> {
    if (slot.kind === 'category')
      return allCategories.filter((category) => category.id === categoryKeys.get(slot.key)).flatMap(place);
    if (slot.kind === 'latest') return (await newest(slot)).flatMap(place);
    const item = pieces[slot.kind].get(slot.key);
    if (item) return place(item);
    return (await newest({ kind: 'latest', of: slot.kind, category: null, limit: 1 })).flatMap(place);
  }

  const sections: FeedSection[] = [];
  for (const row of rows) {
    const items: FeedItem[] = [];
    for (const slot of row.slots) items.push(...(await fill(slot)));
    const linked = row.link === null ? undefined : categoryKeys.get(row.link.replace(/^category:/, ''));
    const category = allCategories.find(({ id }) => id === linked);
    if (items.length === 0) continue;
    sections.push({
      title: row.translations[currentLanguage()]?.title ?? row.title,
      layout: row.layout as CardLayout,
      canonicalUrl: category ? categoryPath(category.name, category.id) : row.link?.startsWith('/') ? row.link : null,
      items,
    });
  }
  return sections;
}

async function listNewest(
  db: Queryable,
  of: Piece,
  {
    pageSize,
    categoryId,
    category,
  }: { pageSize: number; categoryId: number | undefined; category: string | undefined },
): Promise<FeedItem[]> {
  if (of === 'webstory') return (await listWebStories(db, pageSize, { category })).map(asItem);
  const ids = categoryId === undefined ? undefined : [categoryId];
  const { data } =
    of === 'article'
      ? await listArticles(db, { articleCategories: ids, pageSize, sortKey: 'PUBLISHED_AT' })
      : await listVideos(db, { videoCategories: ids, pageSize, sortKey: 'PUBLISHED_AT' });
  return data;
}

/** Where the key of a slot is stored, and how. */
const keyColumns = {
  article: { table: articles, name: 'articles', column: articles.sourceKey, stored: sourceKeyOf, keyOf: keyOfSource },
  video: { table: videos, name: 'videos', column: videos.sourceKey, stored: sourceKeyOf, keyOf: keyOfSource },
  webstory: {
    table: webstories,
    name: 'webstories',
    column: webstories.slug,
    stored: (key: string) => key,
    keyOf: (key: string) => key,
  },
} as const;

/** The pieces that slots name, each as its translation into the page's language where there is one. */
async function byKey<Item extends { id: number }>(
  db: Queryable,
  kind: Piece,
  keys: string[],
  load: (ids: number[]) => Promise<Item[]>,
): Promise<Map<string, Item>> {
  if (keys.length === 0) return new Map();
  const { table, name, column, stored, keyOf } = keyColumns[kind];
  const rows = await db
    .select({ id: preferredId(name, currentLanguage()).as('preferred'), key: column })
    .from(table)
    .where(inArray(column, keys.map(stored)));
  const items = new Map((await load(rows.map((row) => row.id))).map((item) => [item.id, item]));
  return new Map(
    rows.flatMap((row) => {
      const item = items.get(row.id);
      return item ? [[keyOf(row.key), item] as const] : [];
    }),
  );
}

/** The videos page: the newest, and a row for each category with enough videos. */
export async function getVideosFeed(db: Queryable): Promise<FeedSection[]> {
  const newest = await listVideos(db, { pageSize: 12, sortKey: 'PUBLISHED_AT' });
  const sections: FeedSection[] =
    newest.data.length === 0
      ? []
      : [{ title: languageWords.newest, layout: 'CardVideo', canonicalUrl: '/videos', items: newest.data }];
  const byCategory = await mapNewestVideos(db, 12);
  for (const { id, displayName, canonicalUrl } of await listCategories(db)) {
    const items = byCategory.get(id) ?? [];
    if (items.length >= 3) sections.push({ title: displayName, layout: 'CardVideo', canonicalUrl, items });
  }
  return sections;
}

export async function getFeedRail(db: Queryable): Promise<{ helplines: Helpline[]; dates: DateToKeep[] }> {
  const [row] = await db.select().from(feedRail).limit(1);
  const inLanguage = <Item extends { translations?: Partial<Record<Language, object>> }>({
    translations,
    ...own
  }: Item) => ({
    ...own,
    ...translations?.[currentLanguage()],
  });
  return { helplines: (row?.helplines ?? []).map(inLanguage), dates: (row?.dates ?? []).map(inLanguage) };
}
