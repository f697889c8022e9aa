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
import { partOf } from '../columns.ts';
import type { FollowedType } from './follows.ts';
import { sessions } from './sessions.ts';
import { ofPerson, users } from './users.ts';

export type EntityType = 'QUESTION' | 'COMMENT' | 'REPLY' | 'ARTICLE' | 'VIDEO';
export type PostType = 'QUESTION' | 'COMMENT' | 'REPLY';

// Null: a former member. Hot columns are in no index, so that updates stay heap-only (HOT).
const author = () => uuid('author_id').references(() => users.id, { onDelete: 'set null' });
/** By the asker of an anonymous question, in its thread. Stored: the question may forget who asked it. */
const nameless = () => ({ isNameless: boolean('is_nameless').notNull().default(false) });
const life = () => ({
  /** Soft delete: the text is erased, the row stays while replies refer to it. */
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  /** By three reports or a moderator; reversible. */
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
    /** Markdown source. */
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
    /** Visible comments only. */
    commentCount: integer('comment_count').notNull().default(0),
    ...liking(),
    shareCount: integer('share_count').notNull().default(0),
    acceptedCommentId: integer('accepted_comment_id'),
    isClosed: boolean('is_closed').notNull().default(false),
    /** The asker's name is shown to moderators only, in the whole thread. */
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    /** Where it happened, by the names of the catalogue of facts. */
    state: text(),
    district: text(),
    /** What the thread says in short, by the newsroom: Markdown, its HTML, and since when. */
    summary: text(),
    summaryHtml: text('summary_html'),
    summarisedAt: timestamp('summarised_at', { withTimezone: true }),
    /** The asker was asked whether an answer worked. */
    isTriedAsked: boolean('is_tried_asked').notNull().default(false),
    /** Asked although a hint had been opened. */
    tookHint: boolean('took_hint').notNull().default(false),
    /**
     * The question that this one was merged into; never one that is itself merged. Then it is hidden, too. No foreign
     * key: what was merged into a question that is deleted stands again.
     */
    duplicateOf: integer('duplicate_of'),
    ...life(),
    isAnswered: boolean('is_answered')
      .notNull()
      .generatedAlwaysAs(sql`comment_count > 0`),
    /**
     * Ranking score: ten times the interest weighs as much as about a month of age. Rounded, so that most reactions
     * change neither it nor its index.
     */
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
    index('questions_merged')
      .on(table.duplicateOf)
      .where(sql`duplicate_of is not null`),
    index('questions_categories').using('gin', table.categoryIds),
    index('questions_tags').using('gin', table.tagIds),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    questionId: partOf('question_id', () => questions.id),
    authorId: author(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    ...times(),
    /** The asker had accepted it when it was hidden: it is accepted again when it is restored. */
    wasAccepted: boolean('was_accepted').notNull().default(false),
    /** Visible replies only. */
    replyCount: integer('reply_count').notNull().default(0),
    ...liking(),
    ...nameless(),
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
    commentId: partOf('comment_id', () => comments.id),
    authorId: author(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    ...times(),
    ...liking(),
    ...nameless(),
    ...life(),
  },
  (table) => [
    index('replies_thread').on(table.commentId, table.createdAt, table.id),
    index('replies_author').on(table.authorId, table.createdAt, table.id),
  ],
);

/** An answer as somebody of the newsroom found it, against a source; an edit of the answer ends it. */
export const answerChecks = pgTable(
  'answer_checks',
  {
    commentId: integer('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    checkedBy: uuid('checked_by').references(() => users.id, { onDelete: 'set null' }),
    checkedAt: timestamp('checked_at', { withTimezone: true }).notNull().defaultNow(),
    sourceTitle: text('source_title').notNull(),
    sourceUrl: text('source_url').notNull(),
    /** For colleagues. */
    note: text().notNull().default(''),
  },
  (table) => [index('answer_checks_by').on(table.checkedBy)],
);

/** The versions of an answer that a trusted member has improved, the first one included. */
export const answerRevisions = pgTable(
  'answer_revisions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    commentId: partOf('comment_id', () => comments.id),
    authorId: author(),
    ...nameless(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    /** Why it was changed, in its writer's words; empty where the answer's author wrote it. */
    reason: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('answer_revisions_comment').on(table.commentId, table.id),
    index('answer_revisions_author').on(table.authorId),
  ],
);

/** For whom an answer worked, or did not. */
export const answerTrials = pgTable(
  'answer_trials',
  {
    commentId: partOf('comment_id', () => comments.id),
    userId: ofPerson('user_id'),
    worked: boolean().notNull(),
    state: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.userId] }),
    index('answer_trials_user').on(table.userId),
    index('answer_trials_worked')
      .on(table.commentId, table.state)
      .where(sql`worked`),
  ],
);

/** Duplicate detection: the unique key refuses the same text again, even when posted concurrently. */
export const recentPosts = pgTable(
  'recent_posts',
  {
    authorId: ofPerson('author_id'),
    /** MD5 of place and text. */
    textHash: uuid('text_hash').notNull(),
    postedAt: timestamp('posted_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.authorId, table.textHash] }),
    index('recent_posts_posted').on(table.postedAt),
  ],
);

/** Which new members have named a number or address: several accounts that push one are a signal. */
export const pushedContacts = pgTable(
  'pushed_contacts',
  {
    /** MD5. */
    contactHash: uuid('contact_hash').notNull(),
    authorId: ofPerson('author_id'),
    namedAt: timestamp('named_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.contactHash, table.authorId] }),
    index('pushed_contacts_author').on(table.authorId),
    index('pushed_contacts_named').on(table.namedAt),
  ],
);

/** One row per user and target; the counts are stored with the target. */
export const reactions = pgTable(
  'reactions',
  {
    entityType: text('entity_type').$type<EntityType>().notNull(),
    entityId: integer('entity_id').notNull(),
    userId: ofPerson('user_id'),
    isLike: boolean('is_like').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.entityType, table.entityId, table.userId] }),
    index('reactions_user').on(table.userId),
  ],
);

/** `DUPLICATE`: a trusted member proposes to merge the question; it is no complaint. */
export type ReportReason = 'SPAM' | 'ABUSE' | 'SCAM' | 'PRIVATE' | 'WRONG' | 'OTHER' | 'DUPLICATE';

export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
    /** Null: the site, which holds the post. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull().default(''),
    /** Of a `DUPLICATE`: the question that was asked before. */
    duplicateOf: integer('duplicate_of'),
    /** Reported by a trusted member: three of these hide a post. */
    isOfStanding: boolean('is_of_standing').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a moderator handled the report. */
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** Handled by leaving the post as it is, or restoring it. */
    isDismissed: boolean('is_dismissed').notNull().default(false),
  },
  (table) => [
    uniqueIndex('reports_once').on(table.entityType, table.entityId, table.reporterId),
    index('reports_open')
      .on(table.createdAt, table.id)
      .where(sql`settled_at is null`),
    index('reports_reporter').on(table.reporterId),
  ],
);

export type ModerationAct = 'HIDE' | 'RESTORE' | 'DELETE' | 'CLOSE' | 'SUSPEND' | 'LIFT' | 'MERGE' | 'UNMERGE';

/**
 * Audit log, append-only: a trigger refuses deletes for 180 days, and updates of all but the two people's ids, which
 * follow a merge. No foreign keys, so that it outlives its subjects.
 */
export const moderationActs = pgTable(
  'moderation_acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    act: text().$type<ModerationAct>().notNull(),
    /** A `HIDE` by the site, until a moderator has looked. */
    isHold: boolean('is_hold').notNull().default(false),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
    /** Null: hidden automatically by three reports, or held. */
    moderatorId: uuid('moderator_id'),
    /** Whether they were an admin then. Null: from before this was noted. */
    isByAdmin: boolean('is_by_admin'),
    /** Author of the moderated post. */
    authorId: uuid('author_id'),
    reason: text().notNull(),
    days: integer(),
    /** For a suspension that did not remove the post. */
    keepsPost: boolean('keeps_post').notNull().default(false),
    /** For a deletion without a sealed copy, where the law forbids even that. */
    keepsNothing: boolean('keeps_nothing').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('moderation_acts_entity').on(table.entityType, table.entityId),
    index('moderation_acts_author').on(table.authorId, table.id),
    index('moderation_acts_moderator').on(table.moderatorId),
  ],
);

/** `FOLLOWED`: of something that the person follows. `TRIED`: the asker is asked whether an answer worked. */
export type NotificationKind = 'COMMENT' | 'FOLLOWED' | 'REPLY' | 'ACCEPTED' | 'IMPROVED' | 'TRIED' | 'MODERATION';
/**
 * Of a `FOLLOWED`: `ROUTED` is a question without an answer, which the person can answer; `HOUR` that their office hour
 * on a topic begins. Of a hidden post: `HOLD`, by the site, until a moderator has looked.
 */
export type NotificationReason = 'ROUTED' | 'HOUR' | 'HOLD';

/** Reply notifications; deleted with their target. */
export const notifications = pgTable(
  'notifications',
  {
    /** Each of many followers has a row of one happening, so 2^31 would not do. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ofPerson('user_id'),
    kind: text().$type<NotificationKind>().notNull(),
    /** What `kind` does not say, so that the version before can read every row. */
    reason: text().$type<NotificationReason>(),
    /** No foreign key: erased users are shown as former members. Null for the asker of an anonymous question. */
    actorId: uuid('actor_id'),
    /**
     * No foreign key either: deleting a question cascades to its comments, and those to this row. 0 for a piece: instances
     * of the version before expect a number.
     */
    questionId: integer('question_id').notNull(),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    replyId: integer('reply_id').references(() => replies.id, { onDelete: 'cascade' }),
    /** The moderator's action. */
    act: text().$type<ModerationAct>(),
    /** What is followed; null for a question that is. */
    followedType: text('followed_type').$type<FollowedType>(),
    followedId: text('followed_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp('read_at', { withTimezone: true }),
    /** Until it was decided, once, whether devices are notified of it. */
    awaitsPush: boolean('awaits_push').notNull().default(true),
  },
  (table) => [
    index('notifications_awaiting')
      .on(table.id)
      .where(sql`awaits_push`),
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

export type Way = 'push' | 'mail' | 'sms';
const listOfWays = (name: string) =>
  text(name)
    .array()
    .$type<Way[]>()
    .notNull()
    .default(sql`'{push}'`);

/** How somebody is notified, and up to when mails have been sent. Without a row: as the defaults here. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Mail about answers: apart from `answers`, because instances of the version before know only this. */
    isOn: boolean('is_on').notNull().default(false),
    answers: listOfWays('answers'),
    follows: listOfWays('follows'),
    changes: listOfWays('changes'),
    digest: text().$type<'none' | 'daily' | 'weekly'>().notNull().default('none'),
    /** When the next one is decided; of no meaning where none is wanted. */
    digestDueAt: timestamp('digest_due_at', { withTimezone: true }).notNull().defaultNow(),
    /** High-water mark: what happened until then was in a digest, or precedes the opt-in. */
    digestUntil: timestamp('digest_until', { withTimezone: true }).notNull().defaultNow(),
    /** Whether questions that they can answer are routed to them. */
    routed: boolean().notNull().default(true),
    /** 'HH:MM' in India; null: at any time. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** High-water mark: earlier notifications were sent, or precede the opt-in. */
    toldUntil: timestamp('told_until', { withTimezone: true }).notNull().defaultNow(),
    /** Null: nothing sent yet. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** A mail over the limits of those who caused it is tried again then, with all that is unread by that time. */
    tryAgainAt: timestamp('try_again_at', { withTimezone: true }),
  },
  (table) => [
    index('notification_mails_on')
      .on(table.sentAt)
      .where(sql`is_on`),
    index('notification_mails_digest')
      .on(table.digestDueAt)
      .where(sql`digest <> 'none'`),
  ],
);

/** A browser that is notified by Web Push, as long as the session in which it asked for that. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: ofPerson('user_id'),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of one browser: with another person it belongs to that one. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);
