import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { consents } from '../../database/schema.ts';
import { type Consent, consentVersion } from './users.contract.ts';

type Given = { userId: string; kind: Consent['kind']; profileId?: number | null; version?: string };
type ConsentRow = typeof consents.$inferSelect;

const toConsent = (row: ConsentRow): Consent => ({
  kind: row.kind,
  version: row.version,
  profileId: row.profileId,
  givenAt: row.givenAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

export async function recordConsent(
  tx: Queryable,
  { userId, kind, profileId = null, version = consentVersion }: Given,
): Promise<void> {
  await tx.insert(consents).values({ userId, kind, version, profileId });
}

export async function listConsents(db: Queryable, userId: string): Promise<Consent[]> {
  return (await db.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.id))).map(toConsent);
}

/** The record of a consent whose data is gone: the wording and both moments. */
export async function recordWithdrawal(
  tx: Queryable,
  { userId, kind, version, givenAt }: { userId: string; kind: Consent['kind']; version: string; givenAt: Date },
): Promise<void> {
  await tx.insert(consents).values({ userId, kind, version, givenAt, withdrawnAt: sql`now()` });
}

export async function withdrawConsent(
  tx: Queryable,
  { userId, kind, profileId }: { userId: string; kind: Consent['kind']; profileId: number },
): Promise<void> {
  await tx
    .update(consents)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        eq(consents.userId, userId),
        eq(consents.kind, kind),
        eq(consents.profileId, profileId),
        isNull(consents.withdrawnAt),
      ),
    );
}

/** Legal record of a deleted account: a bare id, the wording and the time; kept for 180 days. */
export async function expireConsents(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(consents)
    .set({ withdrawnAt: sql`coalesce(${consents.withdrawnAt}, now())`, expiresAt: sql`now() + interval '180 days'` })
    .where(eq(consents.userId, userId));
}

export async function moveConsents(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.update(consents).set({ userId: to }).where(eq(consents.userId, from));
}

export async function sweepConsents(db: Queryable): Promise<void> {
  await db.delete(consents).where(lt(consents.expiresAt, sql`now()`));
}
