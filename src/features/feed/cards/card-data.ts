import { formatDate } from '../../../ui/format.ts';
import type { FeedItem } from '../feed.contract.ts';

/** View model of a card, for any kind of piece. */
export type CardData = {
  id: number;
  kind: FeedItem['contentType'];
  href: string;
  title: string;
  /** Of a piece; null for categories. */
  lang: string | null;
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
      lang: null,
      summary: item.description ?? '',
      // The drawn cover is for others: a card draws its own.
      photo: item.imageUrl?.startsWith('/og/') ? null : item.imageUrl,
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
    lang: item.lang,
    photo: item.contentType === 'WEBSTORY' ? item.poster : item.thumbnail,
    author: item.createdBy.name,
    date: item.publishedAt && formatDate(item.publishedAt),
    publishedAt: item.publishedAt,
  };
  if (item.contentType === 'WEBSTORY')
    return { ...piece, summary: '', figure: null, category: null, minutes: null, seconds: null };
  if (item.contentType === 'VIDEO') {
    const main = item.categories[0];
    return {
      ...piece,
      summary: item.description,
      figure: null,
      category: main ? { id: main.id, displayName: main.alias } : null,
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
