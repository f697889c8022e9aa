import { customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What a reader can find: a row for each published or scheduled piece, category, tag and story. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    kind: text().notNull(),
    entityId: integer('entity_id').notNull(),
    lang: text().notNull(),
    title: text().notNull(),
    /** Lower case, without accents: what typos are measured against. */
    plainTitle: text('plain_title').notNull(),
    /** Summary and body without markup: what highlights are cut from. */
    body: text().notNull().default(''),
    /** Words of the title alone, stemmed and as written: title hits are looked at first. */
    titleVector: tsvector('title_vector').notNull(),
    /** Title A, summary and names of tags and categories B, body C; and `#k:` and its like, which are filters. */
    vector: tsvector().notNull(),
    categoryIds: integer('category_ids').array().notNull().default([]),
    tagIds: integer('tag_ids').array().notNull().default([]),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.entityId] }),
    index('search_documents_vector').using('gin', table.vector),
    index('search_documents_title_vector').using('gin', table.titleVector),
    index('search_documents_newest').on(table.kind, table.publishedAt, table.entityId),
    index('search_documents_title').on(table.kind, table.plainTitle.op('text_pattern_ops')),
    index('search_documents_plain_title').using('gin', table.plainTitle.op('gin_trgm_ops')),
  ],
);

/** Every word of titles, summaries and names that was ever indexed, for spellings and prefixes. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
  },
  (table) => [
    index('search_words_trgm').using('gin', table.word.op('gin_trgm_ops')),
    index('search_words_prefix').on(table.word.op('text_pattern_ops')),
  ],
);
