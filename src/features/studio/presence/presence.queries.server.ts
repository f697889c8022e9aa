import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { type StudioKind, studioPresence } from '../../../database/schema.ts';

type Named = { kind: StudioKind; id: number };
type Tab = { userId: string; tab: string };

/** Two heartbeats may be lost, and the third be late. */
const seconds = 40;
const tabsPerPerson = 10;
const mostPeople = 20;
// The database's clock, because of clock skew between instances.
const isRecent = sql`seen_at > now() - ${seconds} * interval '1 second'`;

/** Notes that this tab shows the piece. Rows that have expired go, so that the table stays as small as the newsroom. */
export async function noteHeartbeat(db: Queryable, { userId, tab }: Tab, piece: Named, isTyping: boolean) {
  // Skips what another heartbeat updates: neither waits for the other, so they cannot deadlock.
  await db.execute(sql`delete from studio_presence where (user_id, tab) in (
    select user_id, tab from studio_presence where not (${isRecent})
      or (user_id = ${userId} and tab in (select tab from studio_presence
        where user_id = ${userId} and tab <> ${tab} order by seen_at desc offset ${tabsPerPerson - 1}))
    for update skip locked)`);
  await db.execute(sql`insert into studio_presence as had (user_id, tab, kind, piece_id, is_typing)
    values (${userId}, ${tab}, ${piece.kind}, ${piece.id}, ${isTyping})
    on conflict (user_id, tab) do update set kind = excluded.kind, piece_id = excluded.piece_id,
      is_typing = excluded.is_typing, seen_at = now(),
      since = case when had.kind = excluded.kind and had.piece_id = excluded.piece_id then had.since else now() end`);
}

export async function endPresence(db: Queryable, { userId, tab }: Tab): Promise<void> {
  await db.delete(studioPresence).where(and(eq(studioPresence.userId, userId), eq(studioPresence.tab, tab)));
}

/** Who has the piece open, without `tab`: whoever came first stands first. */
export async function listPresent(db: Queryable, { kind, id }: Named, { userId, tab }: Tab) {
  const { rows } = await db.execute<{ userId: string; since: string; isTyping: boolean }>(
    sql`select user_id as "userId", min(since) as since, bool_or(is_typing) as "isTyping" from studio_presence
      where kind = ${kind} and piece_id = ${id} and ${isRecent} and not (user_id = ${userId} and tab = ${tab})
      group by user_id order by min(since), user_id limit ${mostPeople}`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}
