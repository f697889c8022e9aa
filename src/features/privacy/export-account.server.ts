import { asc, inArray } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { outboxMessages } from '../../database/schema.ts';
import { recipientHash } from '../../platform/outbox.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { patiently } from '../../platform/request-context.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { findUser, toUser } from '../users/users.queries.server.ts';
import { personalData, personOf } from './personal-data.server.ts';

/**
 * All stored data of one person, by feature, from one snapshot. What a role has brought is left out of a session that
 * has not given the role's second factor: it is the newsroom's as well.
 */
export const exportAccount = (services: PageServices, viewer: Pick<Viewer, 'userId' | 'lacksFactor'>) =>
  patiently(() =>
    services.connection.db.transaction((tx) => everythingOf(tx, services, viewer), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  );

async function everythingOf(
  db: Transaction,
  { config, clock }: PageServices,
  { userId, lacksFactor }: Pick<Viewer, 'userId' | 'lacksFactor'>,
): Promise<Record<string, unknown>> {
  const user = await findUser(db, userId);
  if (!user) throw unauthenticated();
  const everything: Record<string, unknown> = {
    exportedAt: clock().toISOString(),
    user: { ...toUser(user), updatedAt: user.updatedAt, suspendedUntil: user.suspendedUntil },
  };
  const person = personOf(user);
  for (const { name, isOfRole, exportOf } of personalData)
    if (!(isOfRole && lacksFactor)) everything[name] = await exportOf(db, person);
  const hashes = person.identifiers.map((identifier) => recipientHash(config, identifier));
  everything.messagesToYou = await db
    .select({ channel: outboxMessages.channel, purpose: outboxMessages.purpose, createdAt: outboxMessages.createdAt })
    .from(outboxMessages)
    .where(inArray(outboxMessages.recipientHash, hashes))
    .orderBy(asc(outboxMessages.id));
  return everything;
}
