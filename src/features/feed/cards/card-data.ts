import { formatDate } from '../../../ui/format.ts';
import type { FeedItem } from '../feed.contract.ts';

/** What a card shows, whichever kind of piece it stands for. */
export type CardData = {
  id: number;
  kind: FeedItem['contentType'];
  href: string;
  title: string;
  summary: string;
  photo: string | null;
  figure: { value: string; note: string } | null;
  category: { id: number; displayName: string } | null;
  author: string | null;
  date: string | null;
  publishedAt: string | null;
  minutes: number | null;
  seconds: number | null;
};

export function cardOf(item: FeedItem): CardData {
  const shared = { id: item.id, kind: item.contentType, href: item.canonicalUrl };
  if (item.contentType === 'CATEGORY') {
    return {
      ...shared,
      title: item.displayName,
      summary: item.description ?? '',
      photo: item.imageUrl,
      figure: null,
      category: item,
      author: null,
      date: null,
      publishedAt: null,
      minutes: null,
      seconds: null,
    };
  }
  const piece = {
    ...shared,
    title: item.title,
    photo: item.thumbnail,
    author: item.createdBy.name,
    date: formatDate(item.publishedAt),
    publishedAt: item.publishedAt,
  };
  if (item.contentType === 'VIDEO') {
    const main = item.categories[0];
    return {
      ...piece,
      summary: item.description,
      figure: null,
      category: main ? { id: main.id, displayName: main.name } : null,
      minutes: null,
      seconds: item.durationSeconds,
    };
  }
  return {
    ...piece,
    summary: item.summary,
    figure: item.coverFigure,
    category: item.categories[0] ?? null,
    minutes: item.readingMinutes,
    seconds: null,
  };
}
