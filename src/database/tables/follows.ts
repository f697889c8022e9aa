import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

export type FollowedType = 'QUESTION' | 'ARTICLE' | 'VIDEO' | 'CATEGORY' | 'TAG' | 'STATE' | 'USER';

/** What a person is told about. No foreign key to the things: a row of one that is gone tells nothing. */
export const follows = pgTable(
  'follows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    entityType: text('entity_type').$type<FollowedType>().notNull(),
    /** A number, the key of a State, or the id of a person. */
    entityId: text('entity_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('follows_once').on(table.entityType, table.entityId, table.userId),
    index('follows_user').on(table.userId, table.createdAt, table.id),
  ],
);
