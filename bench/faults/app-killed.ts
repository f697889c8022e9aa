import type { Member } from '../../src/testing/join.ts';
import { connect } from '../../src/database/connect.server.ts';
import { sql } from 'drizzle-orm';
import { type Site, startSite, wait } from './site.ts';
import { compare, startWriters } from './writers.ts';

export type AppKilled = { acknowledged: number; lost: number; duplicates: number; failures: number; cycles: number };

/** R1: the app process is killed repeatedly, at random moments, during writes. */
export async function killApp(
  settings: Record<string, string>,
  members: Member[],
  { cycles, writers }: { cycles: number; writers: number },
): Promise<AppKilled> {
  let site: Site = await startSite(settings);
  const { written, stop } = startWriters(() => site.origin, members, writers);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const before = written.acknowledged.size;
    // A kill that interrupts no write proves nothing.
    while (written.acknowledged.size === before) await wait(20);
    await wait(500 + Math.random() * 2_500);
    await site.end('SIGKILL');
    site = await startSite(settings);
  }
  await stop();
  await site.end('SIGTERM');
  const stored = await storedQuestions(settings);
  return {
    acknowledged: written.acknowledged.size,
    ...compare(written, stored),
    failures: written.statuses.get(500) ?? 0,
    cycles,
  };
}

export async function storedQuestions(settings: Record<string, string>): Promise<{ id: number; title: string }[]> {
  const connection = await connect({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR! });
  try {
    return (await connection.db.execute<{ id: number; title: string }>(sql`select id, title from questions`)).rows;
  } finally {
    await connection.close();
  }
}
