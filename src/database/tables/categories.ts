import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Language } from '../../messages/catalogue.ts';

/** Texts in other languages; the language of the row itself is absent. */
export type Translations<Texts> = Partial<Record<Language, Partial<Texts>>>;
export type CategoryTexts = {
  displayName: string;
  title: string;
  description: string;
  pageHeading: string;
  body: string;
  bodyHtml: string;
};

export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  key: text().notNull().unique(),
  name: text().notNull(),
  displayName: text('display_name').notNull(),
  imageUrl: text('image_url'),
  iconUrl: text('icon_url'),
  isTop: boolean('is_top'),
  parentId: integer('parent_id'),
  relatedKeys: text('related_keys').array().notNull().default([]),
  dye: text().notNull().default('mor'),
  pattern: integer().notNull().default(1),
  icon: text().notNull().default('info'),
  title: text(),
  description: text(),
  pageHeading: text('page_heading'),
  body: text().notNull().default(''),
  bodyHtml: text('body_html').notNull().default(''),
  /** Texts in other languages, by language. */
  translations: jsonb().$type<Translations<CategoryTexts>>().notNull().default({}),
  position: integer().notNull().default(0),
  isSample: boolean('is_sample').notNull().default(false),
});
