import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/** A name of something that can be done here, or a word of a concept of the message check. */
export type WordUse = 'name' | 'concept';

/** Words that editors have added to those of the source. */
export const addedWords = pgTable(
  'added_words',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    use: text().$type<WordUse>().notNull(),
    /** 'letters,rti', or the concept. */
    target: text().notNull(),
    /** Of a concept's word: the language whose words it stands among. */
    lang: text(),
    /** In lower case. */
    text: text().notNull(),
    /** A bare id, which outlives the account. */
    by: uuid('by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('added_words_once').on(table.use, table.target, table.text)],
);
