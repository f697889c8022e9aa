import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments, questions, replies } from '../../database/schema.ts';
import type { Cursor } from '../../platform/wire/paging.ts';

/** Order by one column, then by id as the tie-breaker: an index can be scanned from any cursor in this order. */
export function orderBy(column: PgColumn, id: PgColumn, direction: 'up' | 'down', isTime = true) {
  const turn = direction === 'up' ? asc : desc;
  return {
    by: [turn(column), turn(id)],
    // An expression without an index: for few rows it makes PostgreSQL sort them instead of scanning the whole ordered
    // index.
    bySorting: [turn(isTime ? sql`(${column} + interval '0')` : sql`(${column} + 0)`), turn(id)],
    value: isTime ? sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text` : sql<string>`${column}::text`,
    behind({ value, id: lastId }: Cursor): SQL {
      const from = isTime
        ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
        : sql`${value}::bigint`;
      // Row comparison: PostgreSQL starts the index scan at the cursor instead of filtering all rows before it.
      return direction === 'up'
        ? sql`(${column}, ${id}) > (${from}, ${lastId}::int)`
        : sql`(${column}, ${id}) < (${from}, ${lastId}::int)`;
    },
  };
}

export const newestQuestions = orderBy(questions.createdAt, questions.id, 'down');
export const oldestQuestions = orderBy(questions.createdAt, questions.id, 'up');
export const hottestQuestions = orderBy(questions.heat, questions.id, 'down', false);
export const mostWanted = orderBy(questions.likeCount, questions.id, 'down', false);
export const oldestComments = orderBy(comments.createdAt, comments.id, 'up');
export const oldestReplies = orderBy(replies.createdAt, replies.id, 'up');

export const cursorOf = ({ row, orderValue }: { row: { id: number }; orderValue: string }): Cursor => ({
  value: orderValue,
  id: row.id,
});
