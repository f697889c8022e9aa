import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import {
  erasures,
  idempotencyKeys,
  otpCodes,
  outboxMessages,
  rateLimits,
  sessionProofs,
  users,
} from '../../database/schema.ts';
import { recipientHash } from '../../platform/outbox.server.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { patiently } from '../../platform/request-context.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { unauthenticated } from '../sessions/viewer-hook.server.ts';
import { hasProvenOwn, proofNeeded } from '../users/link-phone.server.ts';
import { lockUser, type UserRow } from '../users/users.queries.server.ts';
import { appendErasures, type Erasure, readErasures } from './erasure-log.server.ts';
import { type ForgetOptions, personalData, personOf } from './personal-data.server.ts';

/**
 * The account goes for good, in one transaction; its sessions and tokens with it, on every instance.
 * @throws AppError 403 without a code proven within ten minutes
 */
export async function deleteAccount(services: PageServices, viewer: Viewer, options: ForgetOptions): Promise<void> {
  const tags = await patiently(() =>
    services.connection.db.transaction(async (tx) => {
      const user = await lockUser(tx, viewer.userId);
      if (!user) throw unauthenticated();
      if (!(await hasProvenOwn(tx, viewer.sessionId, user))) throw proofNeeded();
      return eraseUser(services, tx, user, options);
    }),
  );
  // First, whatever comes after. Done all the same where the file cannot be written: it is tried again hourly.
  await appendErasures(services.config.erasuresFile, [{ userId: viewer.userId, withPosts: options.withPosts }]).catch(
    () => {},
  );
  await patiently(() => invalidatePages(services.connection, tags));
}

/** @returns tags of the pages that showed something of them */
async function eraseUser(
  { config }: Pick<PageServices, 'config'>,
  tx: Transaction,
  user: UserRow,
  options: ForgetOptions,
): Promise<string[]> {
  const tags = [`user:${user.id}`];
  const person = personOf(user);
  for (const { forget } of personalData) tags.push(...((await forget?.(tx, person, options)) ?? []));

  const { identifiers } = person;
  if (identifiers.length > 0) {
    await tx.delete(otpCodes).where(inArray(otpCodes.identifier, identifiers));
    await tx.delete(sessionProofs).where(inArray(sessionProofs.identifier, identifiers));
    await tx.delete(outboxMessages).where(
      inArray(
        outboxMessages.recipientHash,
        identifiers.map((identifier) => recipientHash(config, identifier)),
      ),
    );
  }
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${user.id}`));
  await tx.delete(rateLimits).where(sql`position(${user.id} in ${rateLimits.key}) > 0`);
  // Sessions and profiles go with the row.
  await tx.delete(users).where(eq(users.id, user.id));
  await tx
    .insert(erasures)
    .values({ userId: user.id, withPosts: options.withPosts })
    .onConflictDoUpdate({
      target: erasures.userId,
      set: { withPosts: sql`${erasures.withPosts} or excluded.with_posts` },
    });
  return tags;
}

/** Deletes again whom the file outside the database names: however a backup was restored, at the next start they are gone. */
export async function enforceErasures(services: Pick<PageServices, 'config' | 'connection'>): Promise<void> {
  const list = await readErasures(services.config.erasuresFile);
  const ids = list.map(({ userId }) => userId);
  const living = new Set(
    (
      await services.connection.db
        .select({ id: users.id })
        .from(users)
        .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    ).map(({ id }) => id),
  );
  await replayErasures(
    services,
    list.filter(({ userId }) => living.has(userId)),
  );
}

/** Forgets them again, in a database that a backup was restored into. @returns how many it had brought back */
export async function replayErasures(
  services: Pick<PageServices, 'config' | 'connection'>,
  list: Erasure[],
): Promise<number> {
  let count = 0;
  for (const { userId, withPosts } of list) {
    const tags = await services.connection.db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user) return eraseUser(services, tx, user, { withPosts });
      await tx.insert(erasures).values({ userId, withPosts }).onConflictDoNothing();
      return null;
    });
    if (!tags) continue;
    count += 1;
    await invalidatePages(services.connection, tags);
  }
  return count;
}
