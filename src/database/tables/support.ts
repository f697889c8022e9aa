import { boolean, index, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';

export type TicketKind = 'contact' | 'grievance';
export type TicketStatus = 'open' | 'answered' | 'closed';

export const tickets = pgTable(
  'tickets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1_001 }),
    kind: text().$type<TicketKind>().notNull(),
    status: text().$type<TicketStatus>().notNull().default('open'),
    name: text().notNull(),
    email: text(),
    phone: text(),
    /** A subject, or a grievance's category. */
    subject: text().notNull(),
    body: text().notNull(),
    /** The page or post concerned. */
    about: text(),
    /** Set where the sender was signed in. */
    userId: uuid('user_id'),
    /** Deduplication key: the same form sent twice within a day is one ticket. */
    sameAs: text('same_as').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    acknowledgeBy: timestamp('acknowledge_by', { withTimezone: true }),
    /** A receipt went out by mail, somebody answered, or it was told by phone. */
    acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }),
    decideBy: timestamp('decide_by', { withTimezone: true }),
    /** Of each clock, the last mark that the desk was mailed about: 0 none, 1 half, 2 four fifths. */
    acknowledgeAlarm: smallint('acknowledge_alarm').notNull().default(0),
    decideAlarm: smallint('decide_alarm').notNull().default(0),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** Of a ticket closed without an answer. */
    closeReason: text('close_reason'),
    /** The moderator who works on it: a bare id. */
    takenBy: uuid('taken_by'),
    /** For closed tickets; they are deleted then. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [
    index('tickets_status').on(table.status, table.id),
    index('tickets_user').on(table.userId),
    index('tickets_email').on(table.email),
    index('tickets_phone').on(table.phone),
    index('tickets_expires').on(table.expiresAt),
  ],
);

export const ticketAnswers = pgTable(
  'ticket_answers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ticketId: partOf('ticket_id', () => tickets.id),
    body: text().notNull(),
    /** Leaves the clock of the decision running. */
    isInterim: boolean('is_interim').notNull().default(false),
    /** A bare id; null: the operator. */
    by: uuid('by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('ticket_answers_ticket').on(table.ticketId, table.id)],
);
