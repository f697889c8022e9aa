import { date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StudioKind } from './studio.ts';

/** The last 'still right' of a live piece: it moves the day of the next check, not the text. */
export const pieceChecks = pgTable(
  'piece_checks',
  {
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    /** In India. */
    checkedOn: date('checked_on').notNull(),
    /** A bare id. */
    by: uuid('by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.pieceId] })],
);

/** External links of live pieces, each asked for at most once a week. */
export const checkedLinks = pgTable(
  'checked_links',
  {
    url: text().primaryKey(),
    host: text().notNull(),
    /** Null: not asked yet. */
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    /** Null: unknown, as where robots.txt forbids asking. */
    outcome: text().$type<LinkOutcome>(),
    status: integer(),
    /** In a row; a link is broken after three, on at least two days. */
    failures: integer().notNull().default(0),
    firstFailedAt: timestamp('first_failed_at', { withTimezone: true }),
    firstBrokenAt: timestamp('first_broken_at', { withTimezone: true }),
    lastOkAt: timestamp('last_ok_at', { withTimezone: true }),
  },
  (table) => [index('checked_links_due').on(table.checkedAt), index('checked_links_broken').on(table.firstBrokenAt)],
);
export type LinkOutcome =
  'ok' | 'gone' | 'server_error' | 'refused' | 'unreachable' | 'too_slow' | 'redirects' | 'not_public' | 'not_asked';

export const linkUses = pgTable(
  'link_uses',
  {
    url: text().notNull(),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.pieceId, table.url] }), index('link_uses_url').on(table.url)],
);

/** Owner and last 'still right' of a fact that stands in the site's own code, by `factKey`. */
export const factChecks = pgTable('fact_checks', {
  key: text().primaryKey(),
  /** In India; null: only its owner was chosen. */
  checkedOn: date('checked_on'),
  /** Bare ids. */
  checkedBy: uuid('checked_by'),
  ownerId: uuid('owner_id'),
});
