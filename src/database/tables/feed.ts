import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Translations } from './categories.ts';

/** Content of a feed slot: a fixed piece, or the latest of a kind. */
export type FeedSlot =
  | { kind: 'article'; key: string }
  | { kind: 'video'; key: string }
  | { kind: 'webstory'; key: string }
  | { kind: 'category'; key: string }
  | { kind: 'latest'; of: 'article' | 'video' | 'webstory'; category: string | null; limit: number };

export const feedSections = pgTable('feed_sections', {
  position: integer().primaryKey(),
  title: text().notNull(),
  translations: jsonb().$type<Translations<{ title: string }>>().notNull().default({}),
  layout: text().notNull(),
  link: text(),
  slots: jsonb().$type<FeedSlot[]>().notNull(),
});

export type Helpline = {
  number: string;
  name: string;
  note: string;
  translations?: Translations<{ name: string; note: string }>;
};
export type DateToKeep = {
  date: string;
  title: string;
  note: string;
  link: string | null;
  translations?: Translations<{ title: string; note: string }>;
};

/** Singleton row: the sidebar of the feed. */
export const feedRail = pgTable('feed_rail', {
  id: integer().primaryKey(),
  helplines: jsonb().$type<Helpline[]>().notNull(),
  dates: jsonb().$type<DateToKeep[]>().notNull(),
});
