import { z } from 'zod';
import { decodeId } from '../../platform/wire/ids.ts';
import { languageFields, oneOf, safeText } from '../../platform/wire/wire.ts';
import { normalisePhone } from '../otp/identifiers.ts';
import { questionTypes } from './cta-definition.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Version of the consent text; a changed text needs a new version. */
export const referralConsentVersion = '2026-11';

/** A numeric id, or the file's key. */
export type CtaRef = number | string;
const keyText = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Parses an id (`12`), its URL form, or a key; null for anything else. */
export function readCtaRef(text: string): CtaRef | null {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text);
  return text.length <= 80 && keyText.test(text) ? text : decodeId(text);
}

const ctaIdParam = safeText(100, 1).transform((text, context): CtaRef => {
  const ref = readCtaRef(text);
  if (ref !== null) return ref;
  context.addIssue({ code: 'custom', ...refusal('field.ctaNumber') });
  return z.NEVER;
});

const mobile = safeText(1_024, 1).transform((text, context): string => {
  const phone = normalisePhone(text);
  if (phone !== null) return phone;
  context.addIssue({ code: 'custom', ...refusal('field.mobile') });
  return z.NEVER;
});

export const questionsQuery = z.strictObject({ ctaId: ctaIdParam });
export const eligibilityQuery = z.strictObject({ ctaId: ctaIdParam, mobile });

const answer = z.union([safeText(500), z.number(), z.boolean(), z.array(safeText(200)).max(40), z.null()]);
export const referralInput = z.strictObject({
  ctaId: z.union([z.int().min(1).max(2_147_483_647), z.string().max(80).regex(keyText)], refusal('field.ctaNumber')),
  mobile,
  name: safeText(80, 1)
    .regex(/^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u, refusal('field.nameSign'))
    .refine((text) => text.trim() !== '', refusal('field.blank'))
    .transform((text) => text.trim()),
  consent: z.literal(true, refusal('field.consent')),
  answers: z
    .record(safeText(40, 1), answer)
    .refine((map) => Object.keys(map).length <= 40, refusal('field.mostAnswers', 40)),
});
export type ReferralInput = z.infer<typeof referralInput>;

const question = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  text: z.string(),
  note: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export const ctaQuestions = oneOf(
  z.object({
    ctaId: z.int(),
    key: z.string(),
    ...languageFields,
    title: z.string(),
    description: z.string(),
    isActive: z.boolean(),
    questions: z.array(question),
  }),
);
export const ctaList = oneOf(
  z.array(
    z.object({
      ctaId: z.int(),
      key: z.string(),
      ...languageFields,
      title: z.string(),
      description: z.string(),
      canonicalUrl: z.string(),
    }),
  ),
);
export const storedReferral = oneOf(
  z.object({ referralId: z.int(), eligible: z.boolean().nullable(), reasons: z.array(z.string()) }),
);
export const eligibility = oneOf(
  z.object({ eligible: z.boolean().nullable(), reasons: z.array(z.string()), missing: z.array(z.string()) }),
);
export type Eligibility = z.infer<typeof eligibility>['data'];
