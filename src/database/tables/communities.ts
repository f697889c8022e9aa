import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

export type EntityType = 'QUESTION' | 'COMMENT' | 'REPLY' | 'ARTICLE' | 'VIDEO';
export type PostType = 'QUESTION' | 'COMMENT' | 'REPLY';

// Null: a former member. Columns that many people change at once are in no index, so that such an update stays within its page.
const author = () => uuid('author_id').references(() => users.id, { onDelete: 'set null' });
const life = () => ({
  /** Its text is gone; the row stands while others' words hang on it. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  /** By three reports or a moderator; it may come back. */
  hiddenAt: timestamp('hidden_at', { withTimezone: true }),
  isLive: boolean('is_live')
    .notNull()
    .generatedAlwaysAs(sql`deleted_at is null and hidden_at is null`),
});
const times = () => ({
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  editedAt: timestamp('edited_at', { withTimezone: true }),
});
const liking = () => ({
  likeCount: integer('like_count').notNull().default(0),
  dislikeCount: integer('dislike_count').notNull().default(0),
});

export const questions = pgTable(
  'questions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    authorId: author(),
    title: text().notNull(),
    /** Markdown, as typed. */
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    categoryIds: integer('category_ids').array().notNull().default([]),
    tagIds: integer('tag_ids').array().notNull().default([]),
    ...times(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Days since 1970, for `heat`. */
    bornOn: integer('born_on')
      .notNull()
      .default(sql`(extract(epoch from now()) / 86400)::int`),
    /** Live ones. */
    commentCount: integer('comment_count').notNull().default(0),
    ...liking(),
    shareCount: integer('share_count').notNull().default(0),
    acceptedCommentId: integer('accepted_comment_id'),
    isClosed: boolean('is_closed').notNull().default(false),
    ...life(),
    isAnswered: boolean('is_answered')
      .notNull()
      .generatedAlwaysAs(sql`comment_count > 0`),
    /** Ten times the interest is worth about a month of age. Rounded, so that most reactions leave it and its index alone. */
    heat: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`born_on + round(15 * ln(1 + greatest(0, 2 * like_count - 2 * dislike_count + 2 * comment_count + share_count)))::int`,
      ),
  },
  (table) => [
    index('questions_recent')
      .on(table.createdAt, table.id)
      .where(sql`is_live`),
    index('questions_unanswered')
      .on(table.createdAt, table.id)
      .where(sql`is_live and not is_answered`),
    index('questions_popular')
      .on(table.heat, table.id)
      .where(sql`is_live`),
    index('questions_author').on(table.authorId, table.createdAt, table.id),
    index('questions_categories').using('gin', table.categoryIds),
    index('questions_tags').using('gin', table.tagIds),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    questionId: integer('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    authorId: author(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    ...times(),
    /** Live ones. */
    replyCount: integer('reply_count').notNull().default(0),
    ...liking(),
    ...life(),
  },
  (table) => [
    index('comments_thread').on(table.questionId, table.createdAt, table.id),
    index('comments_gone')
      .on(table.questionId)
      .where(sql`not is_live`),
    index('comments_author').on(table.authorId, table.createdAt, table.id),
  ],
);

export const replies = pgTable(
  'replies',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    authorId: author(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    ...times(),
    ...liking(),
    ...life(),
  },
  (table) => [
    index('replies_thread').on(table.commentId, table.createdAt, table.id),
    index('replies_author').on(table.authorId, table.createdAt, table.id),
  ],
);

/** Who wrote what lately: the same text again is refused, also when both come at the same moment. */
export const recentPosts = pgTable(
  'recent_posts',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** MD5 of where it was written and what. */
    textHash: uuid('text_hash').notNull(),
    postedAt: timestamp('posted_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.authorId, table.textHash] }),
    index('recent_posts_posted').on(table.postedAt),
  ],
);

/** A row for each person and thing that they like or dislike; the counts stand beside the thing. */
export const reactions = pgTable(
  'reactions',
  {
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: integer('entity_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isLike: boolean('is_like').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.entityType, table.entityId, table.userId] }),
    index('reactions_user').on(table.userId),
  ],
);

export type ReportReason = 'SPAM' | 'ABUSE' | 'SCAM' | 'PRIVATE' | 'WRONG' | 'OTHER';

export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull().default(''),
    /** Three of these hide a post. */
    isOfStanding: boolean('is_of_standing').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a moderator has looked. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('reports_once').on(table.entityType, table.entityId, table.reporterId),
    index('reports_open')
      .on(table.createdAt, table.id)
      .where(sql`settled_at is null`),
    index('reports_reporter').on(table.reporterId),
  ],
);

export type ModerationAct = 'HIDE' | 'RESTORE' | 'DELETE' | 'CLOSE' | 'SUSPEND';

/** Append-only: a trigger refuses changes, and deletion for 180 days. No references, so that it outlives what it tells of. */
export const moderationActs = pgTable(
  'moderation_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    act: text().$type<ModerationAct>().notNull(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
    /** Null: three reports did it. */
    moderatorId: uuid('moderator_id'),
    /** Whose post it was. */
    authorId: uuid('author_id'),
    reason: text().notNull(),
    days: integer(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('moderation_acts_entity').on(table.entityType, table.entityId),
    index('moderation_acts_author').on(table.authorId, table.id),
  ],
);

export type NotificationKind = 'COMMENT' | 'REPLY' | 'ACCEPTED' | 'MODERATION';

/** 'Someone answered you'. Goes with what it points to. */
export const notifications = pgTable(
  'notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** No reference: who is gone is a former member. */
    actorId: uuid('actor_id'),
    /** No reference either; a question takes its comments along, and they take these. */
    questionId: integer('question_id').notNull(),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    replyId: integer('reply_id').references(() => replies.id, { onDelete: 'cascade' }),
    /** What a moderator did. */
    act: text().$type<ModerationAct>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.createdAt, table.id),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(sql`read_at is null`),
    index('notifications_comment')
      .on(table.commentId)
      .where(sql`comment_id is not null`),
    index('notifications_reply')
      .on(table.replyId)
      .where(sql`reply_id is not null`),
  ],
);

/** Whether somebody wants their notifications by mail, and how far the mails have told. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    isOn: boolean('is_on').notNull(),
    /** What came before it is told, or was never asked for. */
    toldUntil: timestamp('told_until', { withTimezone: true }).notNull().defaultNow(),
    /** Null: no mail yet. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('notification_mails_on')
      .on(table.sentAt)
      .where(sql`is_on`),
  ],
);
