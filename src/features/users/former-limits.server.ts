import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { formerLimits } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { personHashes } from './suspensions.server.ts';
import { identifiersOf, type UserRow } from './users.queries.server.ts';

type Secret = Pick<Config, 'authSecret'>;
type Spent = { key: string; points: number; expire: string };

const now = sql`(extract(epoch from now()) * 1000)::bigint`;
// Rate limits of new and established accounts count into the same quota.
const sameCount: Record<string, string> = {
  'posts-minute:*': 'new-posts-minute:*',
  'posts-day:*': 'new-posts-day:*',
  'new-posts-minute:*': 'posts-minute:*',
  'new-posts-day:*': 'posts-day:*',
};

/** At erasure, moves an account's spent rate limits to hashes of its identifiers: deleting must not reset them. */
export async function keepFormerLimits(
  tx: Queryable,
  config: Secret,
  user: Pick<UserRow, 'id' | 'phone' | 'email'>,
): Promise<void> {
  const { rows } = await tx.execute<Spent>(
    sql`delete from rate_limits where position(${user.id} in key) > 0 returning replace(key, ${user.id}, '*') as key, points, expire`,
  );
  const retained = new Map<string, { points: number; expire: number }>();
  for (const { key, points, expire } of rows)
    for (const name of [key, sameCount[key]]) {
      if (name === undefined || Number(expire) <= Date.now()) continue;
      const before = retained.get(name);
      retained.set(name, {
        points: Math.max(points, before?.points ?? 0),
        expire: Math.max(Number(expire), before?.expire ?? 0),
      });
    }
  const values = identifiersOf(user).flatMap((identifier) =>
    personHashes(config, identifier).flatMap((identifierHash) =>
      [...retained].map(([key, spent]) => ({ identifierHash, key, ...spent })),
    ),
  );
  if (values.length === 0) return;
  await tx
    .insert(formerLimits)
    .values(values)
    .onConflictDoUpdate({
      target: [formerLimits.identifierHash, formerLimits.key],
      // Another account of the same mailbox may have left more.
      set: {
        points: sql`case when ${formerLimits.expire} <= ${now} then excluded.points else greatest(${formerLimits.points}, excluded.points) end`,
        expire: sql`greatest(${formerLimits.expire}, excluded.expire)`,
      },
    });
}

/** Restores the rate limits spent by a former account of this identifier; the higher count wins. */
export async function inheritFormerLimits(
  tx: Queryable,
  config: Secret,
  identifier: string,
  userId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into rate_limits as had (key, points, expire)
    select replace(key, '*', ${userId}), max(points), max(expire) from former_limits
    where identifier_hash = any(${sql.param(personHashes(config, identifier))}::text[]) and expire > ${now}
    group by key order by key
    on conflict (key) do update set
      points = case when had.expire <= ${now} then excluded.points else greatest(had.points, excluded.points) end,
      expire = greatest(had.expire, excluded.expire)`);
}
