import type { Cursor, Position } from '../platform/wire/paging.ts';
import { offsetOf } from '../platform/wire/paging.ts';

type Part = { after: Cursor | null; limit: number; offset: number };
type Source<Row> = {
  /** @param isOther rows in other languages than the page's */
  rows(isOther: boolean, part: Part): Promise<Row[]>;
  /** How many rows are in the page's language. */
  countOwn(): Promise<number>;
};

/**
 * One page of a list, and one row more: rows in the page's language, then the others. Each part is read in its own
 * order from an index; a sort by language would have to read the whole table.
 */
export async function rowsInLanguageFirst<Row extends object>(
  position: Position,
  { rows, countOwn }: Source<Row>,
): Promise<(Row & { isOther: boolean })[]> {
  const { after, pageSize } = position;
  const limit = pageSize + 1;
  const offset = offsetOf(position);
  const own = after?.isOther ? [] : await rows(false, { after, limit, offset });
  const marked = own.map((row) => ({ ...row, isOther: false }));
  if (own.length === limit) return marked;
  const isPast = !after && own.length === 0 && offset > 0;
  const others = await rows(true, {
    after: after?.isOther ? after : null,
    limit: limit - own.length,
    offset: isPast ? Math.max(0, offset - (await countOwn())) : 0,
  });
  return [...marked, ...others.map((row) => ({ ...row, isOther: true }))];
}
