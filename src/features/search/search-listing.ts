import { encodeCursor, type Position } from '../../platform/paging.ts';
import type { Listing } from '../../platform/wire.ts';

export type WithHighlight<Item> = Item & { highlight: string | null };

/** Each item with its fragment. */
export const withHighlights = <Item extends { id: number }>(
  items: Item[],
  highlights: Map<number, string | null>,
): WithHighlight<Item>[] => items.map((item) => ({ ...item, highlight: highlights.get(item.id) ?? null }));

/** A page of what was found. Its cursors count hits: the list is cut at 1,000. */
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
