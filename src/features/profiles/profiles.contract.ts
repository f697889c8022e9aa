import { z } from 'zod';
import { oneOf, safeText } from '../../platform/wire/wire.ts';
import { normalisePhone } from '../otp/identifiers.ts';
import { nameText } from '../users/users.contract.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const relations = ['SELF', 'SPOUSE', 'CHILD', 'PARENT', 'SIBLING', 'GRANDPARENT', 'OTHER'] as const;
export type Relation = (typeof relations)[number];

/** Profiles in use of one account. */
export const maxProfiles = 50;
/** Removed ones stay until the account is deleted, so they are bounded too. */
export const maxProfilesEver = 200;

const answer = z.union([safeText(2_000), z.number(), z.boolean(), z.array(safeText(500)).max(50)]);
export const maxAnswers = 100;
export const maxAnswersBytes = 8 * 1024;

/** By question id. */
export const answers = z
  .record(safeText(100, 1), answer)
  .refine((map) => Object.keys(map).length <= maxAnswers, refusal('field.mostAnswers', maxAnswers))
  .refine(
    (map) => new TextEncoder().encode(JSON.stringify(map)).length <= maxAnswersBytes,
    refusal('field.answersLong'),
  );
export type Answers = z.infer<typeof answers>;

export const profile = z.object({
  id: z.int(),
  isActive: z.boolean(),
  relation: z.enum(relations),
  firstName: z.string(),
  lastName: z.string(),
  phoneNo: z.string().nullable(),
  answers: z.record(z.string(), answer),
});
export type Profile = z.infer<typeof profile>;
export const oneProfile = oneOf(profile);
export const allProfiles = oneOf(z.array(profile));

/** Case-insensitive for ASCII letters only: `toUpperCase` maps some other letters to them ('ſ' to 'S'). */
const anyCaseRelation = safeText(20).transform((text, context): Relation => {
  const relation = /^[a-z]+$/i.test(text) ? relations.find((one) => one === text.toUpperCase()) : undefined;
  if (!relation) {
    context.addIssue({ code: 'custom', ...refusal('field.listed', relations.join(', ')) });
    return z.NEVER;
  }
  return relation;
});

const familyPhone = safeText(1_024)
  .nullable()
  .transform((text, context): string | null => {
    if (text === null || text.trim() === '') return null;
    const phone = normalisePhone(text);
    if (phone === null) {
      context.addIssue({ code: 'custom', ...refusal('field.mobile') });
      return z.NEVER;
    }
    return phone;
  });

export const createProfileInput = z
  .strictObject({
    firstName: nameText.nullish(),
    lastName: nameText.nullish(),
    phoneNo: familyPhone.optional(),
    relation: anyCaseRelation,
    answers: answers.optional(),
    /** A parent's consent, for a CHILD: stored with its time and wording. */
    consent: z.boolean().optional(),
  })
  .refine((input) => input.relation !== 'CHILD' || input.consent !== false, {
    path: ['consent'],
    ...refusal('field.childConsent'),
  });
export type CreateProfileInput = z.infer<typeof createProfileInput>;

export const updateProfileInput = z.strictObject({
  firstName: nameText.optional(),
  lastName: nameText.optional(),
  phoneNo: familyPhone.optional(),
  answers: answers.optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;
