import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';

/** Retention: codes a day, counters until they expire, messages a week. */
export async function sweepCodes({ db }: Pick<Connection, 'db'>): Promise<void> {
  await db.execute(sql`delete from otp_codes where expires_at < now() - interval '1 day'`);
  await db.execute(sql`delete from code_challenges where expires_at < now() - interval '1 day'`);
  await db.execute(sql`delete from rate_limits where expire < (extract(epoch from now()) * 1000)::bigint`);
  await db.execute(
    sql`delete from outbox_messages where coalesce(delivered_at, failed_at) < now() - interval '7 days'`,
  );
}
