import { z } from 'zod';
import type { Language } from '../../messages/catalogue.ts';
import { isLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import { oneOf, orNothing, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Version of the consent text at sign-up; a changed text needs a new version. */
export const consentVersion = '2026-11';

export const maxNameLength = 80;
// Joiners (U+200C, U+200D) are allowed: Indic scripts need them. Bidi controls are not: they could reorder nearby text.
// Nor are fillers, which no font shows.
const unprintable =
  /[\u0001-\u001F\u007F-\u009F\u061C\u115F\u1160\u200E\u200F\u2028-\u202E\u2066-\u2069\u2800\u3164\uFFA0]/u;
/** May be empty; stored as typed. */
export const nameText = safeText(maxNameLength).refine((text) => !unprintable.test(text), refusal('field.nameSign'));

/** Who vouches for this person: `words` say it to readers, in the language of the page. */
export const mark = z.object({
  kind: z.enum(['newsroom', 'helper']),
  words: z.string(),
  field: z.string().nullable(),
  state: z.string().nullable(),
});
export const publicUser = z.object({
  id: z.string(),
  displayName: z.string(),
  imageUrl: z.string().nullable(),
  mark: mark.nullable(),
});
/** Never includes a phone number or email address. */
export type PublicUser = z.infer<typeof publicUser>;

export const user = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  phoneNo: z.string().nullable(),
  phone: z.string().nullable(),
  isPhoneLinked: z.boolean(),
  roles: z.array(z.string()),
  /** The language of mails and SMS; null: the site's. */
  lang: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;
export const oneUser = oneOf(user);

/** A phone number or email address as typed; its consumer normalises it. */
const typedIdentifier = safeText(1_024, 1);

export const createUserInput = z
  .strictObject({
    firstName: nameText,
    lastName: nameText.optional(),
    phoneNo: orNothing(typedIdentifier),
    email: orNothing(typedIdentifier),
  })
  .refine((input) => (input.phoneNo === undefined) !== (input.email === undefined), {
    path: ['phoneNo'],
    ...refusal('field.oneOfTwo'),
  });
export type CreateUserInput = z.infer<typeof createUserInput>;
export const pendingUser = oneOf(
  z.object({ pending: z.literal(true), expiresInSeconds: z.int(), resendInSeconds: z.int() }),
);

export const updateUserInput = z.strictObject({
  firstName: nameText.optional(),
  lastName: nameText.optional(),
  lang: z
    .string()
    .transform((text, context): Language => {
      if (isLanguage(text) && siteLanguages().includes(text)) return text;
      context.addIssue({ code: 'custom', ...refusal('field.oneOf', siteLanguages().join(', ')) });
      return z.NEVER;
    })
    .nullable()
    .optional()
    .describe("A language of this site (setting LANGUAGES); null: no choice, so the site's."),
});
export type UpdateUserInput = z.infer<typeof updateUserInput>;

export const consent = z.object({
  /** `referral`: answers kept with a call to action. */
  kind: z.enum(['account', 'child', 'referral']),
  version: z.string(),
  profileId: z.int().nullable(),
  /** Of a `referral` that is kept: names it for taking it back, and the title of its call to action. */
  referralId: z.int().optional(),
  title: z.string().optional(),
  givenAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type Consent = z.infer<typeof consent>;
export const allConsents = oneOf(z.array(consent));
