import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

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
  position: integer().notNull().default(0),
  isSample: boolean('is_sample').notNull().default(false),
});
