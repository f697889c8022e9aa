import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import {
  codeChallenges,
  erasures,
  idempotencyKeys,
  otpCodes,
  outboxMessages,
  sessionProofs,
  users,
} from '../../database/schema.ts';
import { recipientHash } from '../../platform/delivery/outbox.server.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { patiently } from '../../platform/http/request-context.server.ts';
import { isSuspended, type Viewer } from '../../platform/wire/viewer.ts';
import { AppError, unauthenticated } from '../../platform/wire/errors.ts';
import { problems } from '../../messages/problems.ts';
import { insistOnFactor } from '../sessions/insist-on-factor.server.ts';
import { hasProvenOwn, proofNeeded } from '../users/link-phone.server.ts';
import { isLastAdmin, lockRoles } from '../users/keep-an-admin.server.ts';
import { keepFormerLimits } from '../users/former-limits.server.ts';
import { recordSuspension } from '../users/suspensions.server.ts';
import { lockUser, type UserRow } from '../users/users.queries.server.ts';
import { appendErasures, type Erasure, readErasures } from './erasure-log.server.ts';
import type { ForgetOptions } from '../../platform/feature.ts';
import { personOf } from './person-of.server.ts';

/**
 * Deletes the account in one transaction, which ends its sessions and tokens on every instance.
 * @throws AppError 403 without an identity confirmation in the last ten minutes, 409 without the second factor of a role
 * and for the last admin
 */
export async function deleteAccount(services: PageServices, viewer: Viewer, options: ForgetOptions): Promise<void> {
  const tags = await patiently(() =>
    services.connection.db.transaction(async (tx) => {
      if (viewer.roles.length > 0) await lockRoles(tx);
      const user = await lockUser(tx, viewer.userId);
      if (!user) throw unauthenticated();
      if (!(await hasProvenOwn(tx, viewer.sessionId, user))) throw proofNeeded();
      await insistOnFactor(tx, services.config, viewer);
      if (user.roles.includes('admin') && (await isLastAdmin(tx, user.id)))
        throw new AppError(409, 'conflict', () => problems.lastAdmin);
      return eraseUser(services, tx, user, options);
    }),
  );
  // Logged first, so that no restore misses it. A failed write is not fatal: it is retried hourly.
  await appendErasures(services.config.erasuresFile, [{ userId: viewer.userId, withPosts: options.withPosts }]).catch(
    () => {},
  );
  await patiently(() => invalidatePages(services.connection, tags));
}

/** @returns cache tags of the pages that showed personal data */
async function eraseUser(
  { config, personalData }: Pick<PageServices, 'config' | 'personalData'>,
  tx: Transaction,
  user: UserRow,
  options: ForgetOptions,
): Promise<string[]> {
  const tags = [`user:${user.id}`];
  const person = personOf(user);
  for (const { forget } of personalData) tags.push(...((await forget?.(tx, person, options)) ?? []));

  const { identifiers } = person;
  await tx.delete(otpCodes).where(inArray(otpCodes.identifier, identifiers));
  await tx.delete(codeChallenges).where(inArray(codeChallenges.identifier, identifiers));
  await tx.delete(sessionProofs).where(inArray(sessionProofs.identifier, identifiers));
  await tx.delete(outboxMessages).where(
    inArray(
      outboxMessages.recipientHash,
      identifiers.map((identifier) => recipientHash(config, identifier)),
    ),
  );
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${user.id}`));
  await keepFormerLimits(tx, config, user);
  // A suspension must outlive the account, even if it predates the table of suspended identifiers.
  if (isSuspended(user, new Date())) await recordSuspension(tx, config, user);
  // Sessions and profiles go by cascade.
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

/** At every start, erases again whoever the erasure log names: a restored backup must not bring anybody back. */
export async function enforceErasures(
  services: Pick<PageServices, 'config' | 'connection' | 'personalData'>,
): Promise<void> {
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

/** Repeats erasures in a database restored from a backup. @returns how many accounts it had brought back */
export async function replayErasures(
  services: Pick<PageServices, 'config' | 'connection' | 'personalData'>,
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
