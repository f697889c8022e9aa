import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';
import { articles } from './articles.ts';
import type { Translations } from './categories.ts';

export type ScamTexts = {
  title: string;
  /** How the scam works. */
  body: string;
  advice: string[];
  /** ISO date, or the second in India: of the original that the translation follows. */
  follows: string;
};
/**
 * `originalChangedOn`: ISO date of the newest change of the original that left this translation as it was; `isBehind`:
 * whether that change still counts. Absent: stored before this was noted, so the days are compared.
 */
export type StoredScamTexts = ScamTexts & { originalChangedOn: string; isBehind?: boolean };

/** Known scams with their usual wordings, against which messages are matched. */
export const knownScams = pgTable('known_scams', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 10_000 }),
  key: text().notNull().unique(),
  title: text().notNull(),
  about: text().notNull(),
  advice: text().array().notNull(),
  texts: jsonb().$type<{ lang: string; text: string }[]>().notNull(),
  /** Texts for readers of other languages, by language. */
  translations: jsonb().$type<Translations<StoredScamTexts>>().notNull().default({}),
  /** The article that explains it. */
  articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
  firstSeenOn: date('first_seen_on'),
  lastSeenOn: date('last_seen_on'),
  /** Last day on which messages are matched against it. */
  expiresOn: date('expires_on'),
  /** False: an editor took it from readers. */
  isActive: boolean('is_active').notNull().default(true),
  isSample: boolean('is_sample').notNull().default(false),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** How often each known scam was matched on a day of India: all that is kept of checked messages. */
export const scamMatches = pgTable(
  'scam_matches',
  {
    scamId: partOf('scam_id', () => knownScams.id),
    day: date().notNull(),
    times: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.scamId, table.day] })],
);
