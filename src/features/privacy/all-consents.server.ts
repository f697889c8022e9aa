import type { Database, Queryable } from '../../database/connect.server.ts';
import { notFound, unauthenticated } from '../../platform/wire/errors.ts';
import { withdrawReferral, listReferralConsents } from '../referrals/referrals.queries.server.ts';
import { listConsents, recordWithdrawal } from '../users/consents.queries.server.ts';
import type { Consent } from '../users/users.contract.ts';
import { findUser, lockUser } from '../users/users.queries.server.ts';
import { personOf } from './person-of.server.ts';

/** Everything that a person has agreed to, also with calls to action; what is taken back stays as a record. */
export async function listAllConsents(db: Queryable, userId: string): Promise<Consent[]> {
  const user = await findUser(db, userId);
  if (!user) throw unauthenticated();
  const referrals = await listReferralConsents(db, personOf(user));
  return [
    ...(await listConsents(db, userId)),
    ...referrals.map(({ referralId, title, version, givenAt }): Consent => ({
      kind: 'referral',
      version,
      profileId: null,
      referralId,
      title,
      givenAt: givenAt.toISOString(),
      withdrawnAt: null,
    })),
  ];
}

/**
 * Deletes what was kept with a call to action: the law wants it as easy as agreeing.
 * @throws AppError 404 where the person has no such answers
 */
export async function withdrawReferralConsent(db: Database, userId: string, referralId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw unauthenticated();
    const given = await withdrawReferral(tx, personOf(user), referralId);
    if (!given) throw notFound('cta');
    await recordWithdrawal(tx, { userId, kind: 'referral', ...given });
  });
}
