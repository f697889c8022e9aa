import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { ctas, referrals } from '../../database/schema.ts';
import { encodeId } from '../../platform/ids.ts';
import type { CtaDefinition } from './cta-definition.ts';
import type { CtaRef } from './referrals.contract.ts';

export type Cta = {
  id: number;
  key: string;
  title: string;
  description: string;
  isActive: boolean;
  definition: CtaDefinition;
};
export type ReferralRow = typeof referrals.$inferSelect;

export const ctaPath = (id: number) => `/refer/${encodeId(id)}`;

const columns = {
  id: ctas.id,
  key: ctas.key,
  title: ctas.title,
  description: ctas.description,
  isActive: ctas.isActive,
  definition: sql<CtaDefinition>`${ctas.definition}`,
};

export async function findCta(db: Queryable, ref: CtaRef): Promise<Cta | null> {
  const [row] = await db
    .select(columns)
    .from(ctas)
    .where(typeof ref === 'number' ? eq(ctas.id, ref) : eq(ctas.key, ref));
  return row ?? null;
}

export const listActiveCtas = (db: Queryable): Promise<Cta[]> =>
  db.select(columns).from(ctas).where(eq(ctas.isActive, true)).orderBy(asc(ctas.id));

export async function findReferral(db: Queryable, ctaId: number, mobile: string): Promise<ReferralRow | null> {
  const [row] = await db
    .select()
    .from(referrals)
    .where(and(eq(referrals.ctaId, ctaId), eq(referrals.mobile, mobile)));
  return row ?? null;
}

/** @returns false where that number has one already */
export async function insertReferral(
  tx: Queryable,
  row: Omit<ReferralRow, 'createdAt' | 'consentAt'>,
): Promise<boolean> {
  return (await tx.insert(referrals).values(row).onConflictDoNothing().returning({ id: referrals.ctaId })).length > 0;
}

/** What somebody else sent in this number's name gives way to its owner. @returns false where the owner was there before */
export async function claimReferral(
  tx: Queryable,
  row: Omit<ReferralRow, 'createdAt' | 'consentAt'>,
): Promise<boolean> {
  const { ctaId, mobile, ...own } = row;
  return (
    (
      await tx
        .update(referrals)
        .set({ ...own, consentAt: sql`now()` })
        .where(and(eq(referrals.ctaId, ctaId), eq(referrals.mobile, mobile), eq(referrals.isProven, false)))
        .returning({ id: referrals.ctaId })
    ).length > 0
  );
}

type Person = { userId: string; identifiers: string[] };
// Sent while signed in, or with a number that is proven to be theirs.
const ofPerson = ({ userId, identifiers }: Person) =>
  or(eq(referrals.userId, userId), inArray(referrals.mobile, identifiers));

export async function exportReferralsOf(db: Queryable, person: Person): Promise<unknown> {
  const rows = await db
    .select({ referral: referrals, key: ctas.key, title: ctas.title })
    .from(referrals)
    .innerJoin(ctas, eq(ctas.id, referrals.ctaId))
    .where(ofPerson(person))
    .orderBy(asc(referrals.createdAt), asc(referrals.ctaId));
  return rows.map(
    ({
      key,
      title,
      referral: { referralId, mobile, name, answers, eligible, reasons, consentVersion, consentAt, createdAt },
    }) => ({
      cta: key,
      title,
      referralId,
      mobile,
      name,
      answers,
      eligible,
      reasons,
      consentVersion,
      consentAt,
      createdAt,
    }),
  );
}

export async function forgetReferralsOf(tx: Queryable, person: Person): Promise<void> {
  await tx.delete(referrals).where(ofPerson(person));
}

export async function moveReferrals(tx: Queryable, from: Person, to: Person): Promise<void> {
  await tx.update(referrals).set({ userId: to.userId }).where(eq(referrals.userId, from.userId));
}

/** Answers serve the referral, not a collection: they go after a year. */
export async function sweepReferrals(db: Queryable): Promise<void> {
  await db.delete(referrals).where(sql`${referrals.createdAt} < now() - interval '1 year'`);
}
