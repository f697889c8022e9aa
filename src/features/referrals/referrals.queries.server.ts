import type { Person } from '../../platform/feature.ts';
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  onceForEachGroup,
  originalIfNewer,
  type TranslationRow,
  translationsOf,
} from '../../database/translation-groups.server.ts';
import { batchOf, type Batches, inKeyset } from '../../platform/process/json-pieces.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { ctas, referrals } from '../../database/schema.ts';
import { decodeId, encodeId, referPath } from '../../platform/wire/ids.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { languages } from '../../messages/languages-here.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { questionOf } from '../schemes/fact-questions.ts';
import type { CtaDefinition, CtaQuestion } from './cta-definition.ts';
import type { CtaRef } from './referrals.contract.ts';

export type Cta = {
  id: number;
  key: string;
  lang: string;
  translations: { lang: string; id: number; canonicalUrl: string }[];
  /** Address of the original, where it changed after the day that this translation follows. */
  olderThan: string | null;
  title: string;
  description: string;
  isActive: boolean;
  definition: CtaDefinition;
};
export type ReferralRow = typeof referrals.$inferSelect;

export const ctaPath = ({ lang, id }: { lang: string; id: number }) => addressIn(lang, referPath(id));

const columns = {
  id: ctas.id,
  key: ctas.key,
  lang: ctas.lang,
  translations: translationsOf('ctas').as('translations'),
  newerOriginal: originalIfNewer('ctas').as('newer_original'),
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
  return row ? presentCta(row) : null;
}

type CtaRow = Omit<Cta, 'translations' | 'olderThan'> & {
  translations: TranslationRow[];
  newerOriginal: TranslationRow | null;
};

/** Stored wording that is the catalogue's own, in whatever language, is said in the page's. */
function wordedHere(question: CtaQuestion): CtaQuestion {
  const { fact } = question;
  if (fact === null) return question;
  const everywhere = languages.map((language) => inLanguage(language, () => questionOf(fact)));
  const { question: text, note, options } = questionOf(fact);
  return {
    ...question,
    options,
    text: everywhere.some((one) => one.question === question.text) ? text : question.text,
    note: question.note !== null && everywhere.some((one) => one.note === question.note) ? note : question.note,
  };
}

const presentCta = ({ newerOriginal, translations, ...row }: CtaRow): Cta => ({
  ...row,
  definition: { ...row.definition, questions: row.definition.questions.map(wordedHere) },
  translations: translations.map(({ lang, id }) => ({ lang, id, canonicalUrl: ctaPath({ lang, id }) })),
  olderThan: newerOriginal && ctaPath(newerOriginal),
});

/** Each group once; those in the language of the request first. */
export async function listActiveCtas(db: Queryable): Promise<Cta[]> {
  const rows = await db
    .select(columns)
    .from(ctas)
    .where(and(eq(ctas.isActive, true), onceForEachGroup('ctas', currentLanguage())))
    .orderBy(desc(eq(ctas.lang, currentLanguage())), asc(ctas.id));
  return rows.map(presentCta);
}

/** The calls that name this article as the one to read more in: its number ends their address, whatever its title was. */
export async function listCtasAbout(db: Queryable, articleId: number): Promise<Cta[]> {
  const rows = await db
    .select(columns)
    .from(ctas)
    .where(and(eq(ctas.isActive, true), sql`${ctas.definition} ->> 'articlePath' like ${`%-${encodeId(articleId)}`}`))
    .orderBy(asc(ctas.id));
  return rows.map(presentCta);
}

/** Addresses of the active calls by the number of the article that each names, in the language of the request. */
export async function mapCallsByArticle(db: Queryable): Promise<Record<number, string>> {
  return Object.fromEntries(
    (await listActiveCtas(db)).flatMap((cta) => {
      const id = decodeId(cta.definition.articlePath?.split('-').at(-1) ?? '');
      return id === null ? [] : [[id, ctaPath(cta)]];
    }),
  );
}

export async function findReferral(db: Queryable, ctaId: number, mobile: string): Promise<ReferralRow | null> {
  const [row] = await db
    .select()
    .from(referrals)
    .where(and(eq(referrals.ctaId, ctaId), eq(referrals.mobile, mobile)));
  return row ?? null;
}

/** @returns false where this number already has a referral for the call to action */
export async function insertReferral(
  tx: Queryable,
  row: Omit<ReferralRow, 'createdAt' | 'consentAt'>,
): Promise<boolean> {
  return (await tx.insert(referrals).values(row).onConflictDoNothing().returning({ id: referrals.ctaId })).length > 0;
}

/** Overwrites a referral that an unproven sender stored for this number. @returns false where it is proven already */
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

// Submitted while signed in, or for a phone number proven by this account.
const ofPerson = ({ userId, identifiers }: Person) =>
  or(eq(referrals.userId, userId), inArray(referrals.mobile, identifiers));

type ExportedReferral = { referral: ReferralRow; key: string; title: string };

export const exportReferralsOf = (db: Queryable, person: Person): Batches =>
  inKeyset(
    batchOf.texts,
    (after: ExportedReferral | undefined, most) =>
      db
        .select({ referral: referrals, key: ctas.key, title: ctas.title })
        .from(referrals)
        .innerJoin(ctas, eq(ctas.id, referrals.ctaId))
        .where(
          and(
            ofPerson(person),
            // By the row itself: a date of JavaScript has lost the microseconds.
            after &&
              sql`(${referrals.createdAt}, ${referrals.ctaId}, ${referrals.mobile}) > (select last.created_at, last.cta_id, last.mobile
                from referrals last where last.cta_id = ${after.referral.ctaId} and last.mobile = ${after.referral.mobile})`,
          ),
        )
        .orderBy(asc(referrals.createdAt), asc(referrals.ctaId), asc(referrals.mobile))
        .limit(most),
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

const mostListed = 1_000;

/** What a person agreed to have kept with calls to action, the oldest first. */
export const listReferralConsents = (db: Queryable, person: Person) =>
  db
    .select({
      referralId: referrals.referralId,
      title: ctas.title,
      version: referrals.consentVersion,
      givenAt: referrals.consentAt,
    })
    .from(referrals)
    .innerJoin(ctas, eq(ctas.id, referrals.ctaId))
    .where(ofPerson(person))
    .orderBy(asc(referrals.consentAt), asc(referrals.referralId))
    .limit(mostListed);

/** Deletes the answers. @returns the consent that they were kept by; null where the person has no such referral */
export async function withdrawReferral(
  tx: Queryable,
  person: Person,
  referralId: number,
): Promise<{ version: string; givenAt: Date } | null> {
  const [gone] = await tx
    .delete(referrals)
    .where(and(ofPerson(person), eq(referrals.referralId, referralId)))
    .returning({ version: referrals.consentVersion, givenAt: referrals.consentAt });
  return gone ?? null;
}

export async function forgetReferralsOf(tx: Queryable, person: Person): Promise<void> {
  await tx.delete(referrals).where(ofPerson(person));
}

export async function moveReferrals(tx: Queryable, from: Person, to: Person): Promise<void> {
  await tx.update(referrals).set({ userId: to.userId }).where(eq(referrals.userId, from.userId));
}

/** Retention: answers are deleted after one year. */
export async function sweepReferrals(db: Queryable): Promise<void> {
  await db.delete(referrals).where(sql`${referrals.createdAt} < now() - interval '1 year'`);
}
