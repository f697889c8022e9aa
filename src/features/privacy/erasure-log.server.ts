import { appendFile, readFile } from 'node:fs/promises';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../database/connect.server.ts';
import { erasures } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';

export type Erasure = Pick<typeof erasures.$inferSelect, 'userId' | 'withPosts'>;

const line = z.object({ userId: z.uuid(), withPosts: z.boolean() });

export async function listErasures(db: Database): Promise<Erasure[]> {
  return db
    .select({ userId: erasures.userId, withPosts: erasures.withPosts })
    .from(erasures)
    .orderBy(asc(erasures.erasedAt));
}

/** Appends missing erasures to a file outside the database, so that restoring a backup cannot undo them. */
export async function logErasures(db: Database, { erasuresFile }: Pick<Config, 'erasuresFile'>): Promise<void> {
  const known = new Set((await readErasures(erasuresFile)).map(keyOf));
  await appendErasures(
    erasuresFile,
    (await listErasures(db)).filter((erasure) => !known.has(keyOf(erasure))),
  );
}

export async function appendErasures(file: string, list: Erasure[]): Promise<void> {
  if (list.length === 0) return;
  // Starts with a newline: a line truncated by a full disk must not corrupt the next.
  const text = list.map(({ userId, withPosts }) => `\n${JSON.stringify({ userId, withPosts })}`).join('');
  await appendFile(file, `${text}\n`, { mode: 0o600, flush: true });
}

/** Empty without the file. Malformed lines are skipped. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((one) => parse(one) ?? []);
}

function parse(text: string): Erasure | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const keyOf = ({ userId, withPosts }: Erasure) => `${userId} ${withPosts}`;
