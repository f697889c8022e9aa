import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, partOf } from '../columns.ts';

/** How news by mail came to its end for somebody. */
export type NewsletterEnd = 'reader' | 'bounce' | 'account';

/** Who gets news by mail, with the consent. No account is needed. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid().primaryKey(),
    /** Null once it has ended. */
    email: text().unique(),
    /** Keyed hash (HMAC) of the mailbox: with the dates it remains for a while after the end, as proof. */
    mailbox: text().notNull(),
    lang: text().notNull(),
    /** By the name of the catalogue of facts; null: none. */
    state: text(),
    /** Empty: all subjects. */
    categoryIds: integer('category_ids').array().notNull().default([]),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** Double opt-in: when the link in the mail was confirmed, by a button, and the words beside that button. */
    confirmedAt: moment('confirmed_at'),
    consentWords: text('consent_words'),
    endedAt: moment('ended_at'),
    endedBy: text('ended_by').$type<NewsletterEnd>(),
    /** The mail server's permanent refusal: '550 5.1.1'. */
    endCode: text('end_code'),
  },
  (table) => [
    index('newsletter_subscribers_lang')
      .on(table.lang)
      .where(sql`confirmed_at is not null and ended_at is null`),
    index('newsletter_subscribers_requested')
      .on(table.requestedAt)
      .where(sql`confirmed_at is null`),
    index('newsletter_subscribers_ended')
      .on(table.endedAt)
      .where(sql`ended_at is not null`),
  ],
);

export type NewsletterState = 'draft' | 'in_review' | 'approved' | 'scheduled' | 'sending' | 'stopped' | 'sent';
/** A piece or an answered question, with the title that was approved. */
export type NewsletterItem = { type: 'ARTICLE' | 'VIDEO' | 'QUESTION'; id: number; title: string };

/** One newsletter to many people. People of the newsroom are bare ids, which outlive the account. */
export const newsletters = pgTable(
  'newsletters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lang: text().notNull(),
    subject: text().notNull(),
    introduction: text().notNull(),
    items: jsonb().$type<NewsletterItem[]>().notNull().default([]),
    /** Whom it is for; empty: all. */
    states: text().array().notNull().default([]),
    categoryIds: integer('category_ids').array().notNull().default([]),
    state: text().$type<NewsletterState>().notNull().default('draft'),
    /** Counts changes: an approval is of one of them. */
    revision: integer().notNull().default(1),
    updatedBy: uuid('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    askedBy: uuid('asked_by'),
    approvedBy: uuid('approved_by'),
    approvedAt: moment('approved_at'),
    sendAt: moment('send_at'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** As it goes out, with a mark for each recipient's own address: the same for all, from the start on. */
    /** Once it has ended: how many got it, were refused, and had stopped it meanwhile. */
    sent: integer(),
    refused: integer(),
    gone: integer(),
  },
  (table) => [
    index('newsletters_at_work')
      .on(table.state)
      .where(sql`state in ('scheduled', 'sending', 'stopped')`),
  ],
);

/** Claims and marks of one newsletter: each recipient once. */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    newsletterId: partOf('newsletter_id', () => newsletters.id),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
    /** Of the outbox, once it is handed over. */
    messageId: uuid('message_id'),
    settledAt: moment('settled_at'),
    result: text().$type<'sent' | 'refused' | 'gone'>(),
  },
  (table) => [
    primaryKey({ columns: [table.newsletterId, table.subscriberId] }),
    index('newsletter_recipients_subscriber').on(table.subscriberId),
    index('newsletter_recipients_left')
      .on(table.newsletterId, table.subscriberId)
      .where(sql`message_id is null and settled_at is null`),
    index('newsletter_recipients_handed')
      .on(table.messageId)
      .where(sql`message_id is not null and settled_at is null`),
  ],
);
