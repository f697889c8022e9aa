import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ofPerson } from './users.ts';

export type FollowedType = 'QUESTION' | 'ARTICLE' | 'VIDEO' | 'CATEGORY' | 'TAG' | 'STATE' | 'USER';

/** What a person is told about. No foreign key to the things: a row of one that is gone tells nothing. */
export const follows = pgTable(
  'follows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofPerson('user_id'),
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

/**
 * What followers are yet to be told, one happening a row: a new question, an answer, a piece that has changed. Deleted
 * once all were told. Names nobody: who follows, and who may be named, is read when they are told.
 */
export const followEvents = pgTable('follow_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  entityType: text('entity_type').$type<'QUESTION' | 'COMMENT' | 'ARTICLE' | 'VIDEO'>().notNull(),
  entityId: integer('entity_id').notNull(),
  /** Followers are told in the order of their ids; up to here they were. */
  notifiedUpTo: uuid('notified_up_to').notNull().default('00000000-0000-0000-0000-000000000000'),
  /** Of no use to anybody a day later. */
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
