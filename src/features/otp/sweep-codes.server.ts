import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';

/** Takes away what has served its time: codes after a day, counters once they are over, messages after a week. */
export async function sweepCodes({ db }: Pick<Connection, 'db'>): Promise<void> {
  // The row of growing waits is over an hour after the last sending.
  await db.execute(sql`delete from otp_codes where expires_at < now() - interval '1 day'`);
  await db.execute(sql`delete from rate_limits where expire < (extract(epoch from now()) * 1000)::bigint`);
  await db.execute(
    sql`delete from outbox_messages where coalesce(delivered_at, failed_at) < now() - interval '7 days'`,
  );
}
