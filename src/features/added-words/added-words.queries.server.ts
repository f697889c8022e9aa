import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { addedWords } from '../../database/schema.ts';
import type { WordUse } from '../../database/tables/added-words.ts';

export type AddedWord = typeof addedWords.$inferSelect;

/** In all, and of the concepts: a device loads those with the known scams. */
export const mostAdded = { all: 2_000, concept: 400 };

/** The oldest first. */
export const listAddedWords = (db: Queryable, use: WordUse): Promise<AddedWord[]> =>
  db.select().from(addedWords).where(eq(addedWords.use, use)).orderBy(asc(addedWords.id));

/**
 * What is made of the added words, in memory until they change. Every instance asks the database whether they have: a
 * notification could be late.
 */
export function madeOfAdded<Made>(use: WordUse, make: (words: AddedWord[]) => Made): (db: Queryable) => Promise<Made> {
  let last: { stamp: string; made: Made } | undefined;
  return async (db) => {
    const { rows } = await db.execute<{ stamp: string }>(
      sql`select concat_ws(' ', count(*), max(id), max(at)) as stamp from ${addedWords} where use = ${use}`,
    );
    const { stamp } = rows[0]!;
    if (last?.stamp !== stamp) last = { stamp, made: make(await listAddedWords(db, use)) };
    return last.made;
  };
}

/** Until the commit nobody else adds a word: what is checked stays so, and numbers are committed in their order. */
export const lockAddedWords = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('added words'))`);

export async function countAddedWords(tx: Queryable): Promise<Record<'all' | WordUse, number>> {
  const [all, concept] = [await tx.$count(addedWords), await tx.$count(addedWords, eq(addedWords.use, 'concept'))];
  return { all, concept, name: all - concept };
}

/** Null where it stands there already. */
export async function insertAddedWord(tx: Queryable, word: Omit<AddedWord, 'id' | 'at'>): Promise<AddedWord | null> {
  const [row] = await tx.insert(addedWords).values(word).onConflictDoNothing().returning();
  return row ?? null;
}

export async function deleteAddedWord(tx: Queryable, id: number): Promise<AddedWord | null> {
  const [row] = await tx.delete(addedWords).where(eq(addedWords.id, id)).returning();
  return row ?? null;
}
