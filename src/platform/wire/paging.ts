import { invalidInput } from './errors.ts';
import { defaultPageSize, type Listing } from './wire.ts';
import { problem } from './problem.ts';

/** Where a page of a list starts: by page number, or after a cursor (keyset pagination). */
export type Position = { page: number; pageSize: number; after: Cursor | null };
/** The last row's sort value (epoch microseconds or a number, as text) and its id as tie-breaker. */
export type Cursor = {
  value: string;
  id: number;
  /** In the second part of a list, which is in other languages. */
  isOther?: boolean | undefined;
};

export const cappedTotal = 1_000;

export function encodeCursor(cursor: Cursor): string {
  return btoa(`${cursor.isOther ? '~' : ''}${cursor.value},${cursor.id}`)
    .replaceAll('=', '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** @throws AppError 400 for a malformed cursor */
function decodeCursor(text: string, highestId: number): Cursor {
  let plain = '';
  try {
    plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    /* refused below */
  }
  const match = /^(~?)(-?\d{1,17}),(\d{1,16})$/.exec(plain);
  if (!match?.[2] || !match[3] || Number(match[3]) > highestId) {
    throw invalidInput([{ path: 'cursor', message: problem('field.cursor') }]);
  }
  return { value: match[2], id: Number(match[3]), ...(match[1] ? { isOther: true } : {}) };
}

/** @param highestId of the column: PostgreSQL's integer, or a bigint that JavaScript can count */
export function positionOf(
  query: { page?: number | undefined; pageSize?: number | undefined; cursor?: string | undefined },
  highestId: 2_147_483_647 | typeof Number.MAX_SAFE_INTEGER = 2_147_483_647,
): Position {
  return {
    page: query.page ?? 1,
    pageSize: query.pageSize ?? defaultPageSize,
    after: query.cursor === undefined ? null : decodeCursor(query.cursor, highestId),
  };
}

/** Largest OFFSET: skipping rows costs time linear in their number, so a deeper page is an empty list. */
const deepestOffset = 100_000;

export const offsetOf = (position: Position) =>
  position.after ? 0 : Math.min((position.page - 1) * position.pageSize, deepestOffset);
export const isPastTheEnd = (position: Position) =>
  !position.after && (position.page - 1) * position.pageSize >= deepestOffset;

/** `rows` holds one row more than the page, if there is a next page. */
export function toListing<Row, Item>(
  rows: Row[],
  position: Position,
  total: { value: number; isCapped: boolean },
  items: Item[],
  cursorOf: (row: Row) => Cursor | null,
): Listing<Item> {
  const hasMore = rows.length > position.pageSize;
  const last = hasMore ? rows[position.pageSize - 1] : undefined;
  const cursor = last === undefined ? null : cursorOf(last);
  return {
    data: items,
    page: position.page,
    pageSize: position.pageSize,
    total: total.value,
    totalIsCapped: total.isCapped,
    hasMore,
    nextCursor: cursor && encodeCursor(cursor),
  };
}
