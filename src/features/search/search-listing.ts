import { encodeCursor, type Position } from '../../platform/wire/paging.ts';
import type { QueryWord } from './search-query.ts';
import { type FoundAs, foundAs } from './found-as.ts';
import type { Listing } from '../../platform/wire/wire.ts';

export type WithHighlight<Item> = Item & { highlight: string | null; foundAs: FoundAs[] };

/** Joins items by id with their highlighted fragments, and with the words that they have for others of the query. */
export const withHighlights = <Item extends { id: number; title: string | null }>(
  items: Item[],
  highlights: Map<number, string | null>,
  query: string,
  words: QueryWord[],
): WithHighlight<Item>[] =>
  items.map((item) => {
    const highlight = highlights.get(item.id) ?? null;
    return { ...item, highlight, foundAs: foundAs(query, words, item.title ?? '', highlight) };
  });

/** One page of hits. Cursors are hit offsets, since the list is capped at 1,000. */
export function listingOf<Item>(
  items: Item[],
  found: { total: number; isCapped: boolean },
  position: Position,
  offset: number,
): Listing<Item> {
  const hasMore = offset + position.pageSize < found.total;
  return {
    data: items,
    page: position.page,
    pageSize: position.pageSize,
    total: found.total,
    totalIsCapped: found.isCapped,
    hasMore,
    nextCursor: hasMore ? encodeCursor({ value: String(offset + position.pageSize), id: 1 }) : null,
  };
}
