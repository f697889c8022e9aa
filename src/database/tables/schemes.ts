import { sql } from 'drizzle-orm';
import {
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';
import { articles } from './articles.ts';

export type SchemeLevel = 'CENTRAL' | 'STATE';
/** What a scheme gives. */
export type SchemeKind = 'cash' | 'pension' | 'health' | 'house' | 'study' | 'work' | 'farm' | 'other';
/** `day`: until which it is open or paused, from which the season begins, or since when it is closed. */
export type SchemeIntake = { status: 'open' | 'paused' | 'seasonal' | 'closed'; day?: string | undefined };
export type SchemeDocument = { name: string; note: string | null };
/** Shown verbatim: plain text, as bullet points. */
export type SchemeDetails = {
  forWhom: string | null;
  benefits: string[];
  eligibility: string[];
  exclusions: string[];
  documents: SchemeDocument[];
  /** In rupees; 0 means free of charge, null unknown. */
  fee: { amount: number; note: string | null } | null;
  apply: { onlineUrl: string | null; offlineSteps: string[] };
  /** Conditions that the rules cannot check; absent in records of the first edition. */
  alsoCheck?: string[];
  kind?: SchemeKind;
  /** Of a translation: sentences of the original's rules and cases, each with its translation. */
  reasons?: Record<string, string>;
  /** Rupees that one person or family gets in a year, or once; absent where it cannot be said in money. */
  worth?: number;
  /** Whether applications are taken; absent where nobody has said so. */
  intake?: SchemeIntake;
};
/** A test case: answers, and the verdict that the rules must give. */
export type StoredCase = { answers: object; asOf?: string; verdict: 'yes' | 'no' | 'unknown'; why: string };

/** The scheme that an article explains: at most one per article, public exactly when the article is. */
export const schemes = pgTable(
  'schemes',
  {
    articleId: integer('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Null where the source does not say. */
    level: text().$type<SchemeLevel>(),
    state: text(),
    department: text(),
    details: jsonb().$type<SchemeDetails>().notNull(),
    /** Validated before they are stored; see docs/schemes.md. */
    rules: jsonb().$type<{ version: 1 | 2; all: object[] }>(),
    /** Test cases, run against the rules before either is stored. */
    cases: jsonb().$type<StoredCase[]>(),
    officialUrl: text('official_url'),
    lastCheckedOn: date('last_checked_on'),
  },
  (table) => [
    index('schemes_with_rules')
      .on(table.articleId)
      .where(sql`rules is not null`),
  ],
);

/** Figures that a scheme's record had and has no longer; pages may still quote them. */
export const formerFigures = pgTable(
  'former_figures',
  {
    articleId: partOf('article_id', () => articles.id),
    unit: text().$type<'rupees' | 'years' | 'percent' | 'hectares'>().notNull(),
    value: doublePrecision().notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.unit, table.value] })],
);
