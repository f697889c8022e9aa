import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Search index: one row per published or scheduled piece, category, tag and story. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    kind: text().notNull(),
    entityId: integer('entity_id').notNull(),
    lang: text().notNull(),
    title: text().notNull(),
    /** Lower case, without accents: for trigram matching of typos. */
    plainTitle: text('plain_title').notNull(),
    /** Summary and body as plain text: source of the highlighted excerpts. */
    body: text().notNull().default(''),
    /** Words of the title alone, stemmed and verbatim: title hits rank first. */
    titleVector: tsvector('title_vector').notNull(),
    /** Weights: title A, summary and names of tags and categories B, body C; and filter tokens such as `#k:`. */
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

/** Vocabulary of the index: for spelling correction, prefixes and spellings in other scripts. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** Keys of how the word sounds (features/transliteration/sound-key.ts); null until they are computed. */
    soundKeys: text('sound_keys').array(),
    /** In no title, summary or name: such words are too many, and too odd, to correct or complete others. */
    isBodyOnly: boolean('is_body_only').notNull().default(false),
  },
  (table) => [
    index('search_words_names_trgm')
      .using('gin', table.word.op('gin_trgm_ops'))
      .where(sql`not is_body_only`),
    index('search_words_names_prefix')
      .on(table.word.op('text_pattern_ops'))
      .where(sql`not is_body_only`),
    index('search_words_sound').using('gin', table.soundKeys),
    // Words of Indian scripts by how they begin to sound: '~' is the last sign of ASCII.
    index('search_words_first_sound')
      .on(sql`(${table.soundKeys}[1]) text_pattern_ops`)
      .where(sql`not is_body_only and word ~>~ '~'`),
  ],
);
