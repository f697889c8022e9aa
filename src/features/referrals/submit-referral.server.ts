import { createHmac } from 'node:crypto';
import type { Transaction } from '../../database/connect.server.ts';
import { errands } from '../../messages/errands.ts';
import { derivedKey, keyedHash } from '../../platform/guard/derived-key.server.ts';
import { AppError, invalidInput, notFound } from '../../platform/wire/errors.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { findSelf } from '../profiles/profiles.queries.server.ts';
import { readAnswers } from '../schemes/facts.ts';
import { findUser } from '../users/users.queries.server.ts';
import { type CtaAnswers, isCtaAnswer, judgeAnswers, problemsOfAnswers } from './judge-answers.ts';
import { claimReferral, type Cta, findCta, findReferral, insertReferral } from './referrals.queries.server.ts';
import { type CtaRef, type Eligibility, referralConsentVersion, type ReferralInput } from './referrals.contract.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export type Caller = {
  viewer: Viewer | null;
  /** IP address. */
  address: string;
  /** Visit id and user agent tell browsers behind one NAT address apart. */
  visitId: string;
  userAgent: string;
};
type StoredReferral = { referralId: number; eligible: boolean | null; reasons: string[] };

/** Rate-limit key: the user, or the network of an anonymous caller. */
const shareOf = (call: string, { viewer, address }: Caller) => `${call}:${viewer ? viewer.userId : networkOf(address)}`;

/** @throws AppError cta_not_found */
export async function getCta({ connection: { db } }: PageServices, ref: CtaRef): Promise<Cta> {
  const cta = await findCta(db, ref);
  if (!cta) throw notFound('cta');
  return cta;
}

/** A keyed hash of the number, so that the id is the same whether or not a referral exists (no enumeration). */
function referralIdOf({ config }: PageServices, ctaId: number, mobile: string): number {
  return (
    createHmac('sha256', derivedKey(config.authSecret, 'referral'))
      .update(`${ctaId} ${mobile}`)
      .digest()
      .readUIntBE(0, 6) + 1
  );
}

const isOwn = async ({ connection: { db } }: PageServices, viewer: Viewer | null, mobile: string) =>
  viewer !== null && (await findUser(db, viewer.userId))?.phone === mobile;

/**
 * Stores a referral, one for each number and call to action. The original sender and the number's owner get the stored
 * result again; any other caller gets a result from their own input, so that nobody learns who has applied.
 * @param within runs in the storing transaction
 * @throws AppError 400 for invalid answers, 404, 409 where the campaign has ended, 429
 */
export async function submitReferral(
  services: PageServices,
  input: ReferralInput,
  caller: Caller,
  within?: (tx: Transaction, answer: unknown) => Promise<void>,
): Promise<StoredReferral> {
  await services.limits.referrals(shareOf('data', caller));
  const cta = await getCta(services, input.ctaId);
  const today = dayInIndia(services.clock());
  const problems = problemsOfAnswers(cta.definition, input.answers, today);
  if (problems.length > 0)
    throw invalidInput(
      problems.map(({ id, message }) => ({ path: `answers.${id}`, message })),
      problems.some(({ isUnknown }) => isUnknown) ? 'unknown_field' : 'validation_failed',
    );
  if (!cta.isActive) throw new AppError(409, 'conflict', () => errands.refer.over);

  const { viewer, address, visitId, userAgent } = caller;
  const isProven = await isOwn(services, viewer, input.mobile);
  const { eligible, reasons } = judgeAnswers(cta.definition, input.answers, today);
  const row = {
    ctaId: cta.id,
    mobile: input.mobile,
    referralId: referralIdOf(services, cta.id, input.mobile),
    name: input.name,
    answers: input.answers,
    eligible,
    reasons,
    consentVersion: referralConsentVersion,
    sentBy: keyedHash(
      services.config.authSecret,
      'referral sender',
      viewer ? viewer.userId : `${networkOf(address)} ${visitId} ${userAgent}`,
    ),
    userId: viewer?.userId ?? null,
    isProven,
  };
  return services.connection.db.transaction(async (tx) => {
    const isStored = (await insertReferral(tx, row)) || (isProven && (await claimReferral(tx, row)));
    const before = isStored ? null : await findReferral(tx, cta.id, input.mobile);
    const mayKnow = before !== null && (isProven || before.sentBy === row.sentBy);
    const stored = mayKnow
      ? { referralId: before.referralId, eligible: before.eligible, reasons: before.reasons }
      : { referralId: row.referralId, eligible, reasons };
    await within?.(tx, { data: stored });
    return stored;
  });
}

/** Answers only for the viewer's own proven number; every other number gets one fixed answer (no enumeration). */
export async function checkEligibility(
  services: PageServices,
  { ctaId, mobile }: { ctaId: CtaRef; mobile: string },
  caller: Caller,
): Promise<Eligibility> {
  await services.limits.referrals(shareOf('check', caller));
  const { db } = services.connection;
  const cta = await getCta(services, ctaId);
  const over = cta.isActive ? [] : [errands.refer.over];
  if (!(await isOwn(services, caller.viewer, mobile)))
    return { eligible: null, reasons: over, missing: ['verify_mobile'] };

  const before = await findReferral(db, cta.id, mobile);
  if (over.length > 0 || before)
    return { eligible: false, reasons: [...over, ...(before ? [errands.refer.before] : [])], missing: [] };
  const today = dayInIndia(services.clock());
  return judgeAnswers(cta.definition, await answersOfPerson(services, caller.viewer!.userId, cta, today), today);
}

/** The viewer's profile answers, mapped to this call to action's questions. */
export async function answersOfPerson(
  { connection: { db } }: PageServices,
  userId: string,
  { definition }: Cta,
  today: string,
): Promise<CtaAnswers> {
  const self = await findSelf(db, userId);
  if (!self) return {};
  const facts = readAnswers(self.answers);
  const answers: CtaAnswers = {};
  for (const question of definition.questions) {
    const own = Object.hasOwn(self.answers, question.id) ? self.answers[question.id] : undefined;
    const value = question.fact && question.type !== 'date' ? facts[question.fact] : own;
    if (isCtaAnswer(question, value, today)) answers[question.id] = value;
  }
  return answers;
}
