import { z } from 'zod';
import { oneOf, safeText } from '../../platform/wire.ts';

/** Wording that people agree to when they join; a new wording is a new version. */
export const consentVersion = '2026-11';

export const maxNameLength = 80;
// Joiners (U+200C, U+200D) stay: Indian scripts need them. Signs that turn the line around would let a name repaint the words beside it.
const unprintable = /[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/u;
/** May be empty, and is kept as typed. */
export const nameText = safeText(maxNameLength).refine((text) => !unprintable.test(text), {
  message: 'Has a sign in it that a name cannot have.',
});

export const publicUser = z.object({ id: z.string(), displayName: z.string(), imageUrl: z.string().nullable() });
/** Never a phone number or an email address. */
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
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;
export const oneUser = oneOf(user);

/** A phone number or an address as somebody typed it; normalised by the code that uses it. */
const typedIdentifier = safeText(1_024, 1);

export const createUserInput = z
  .strictObject({
    firstName: nameText,
    lastName: nameText.optional(),
    phoneNo: typedIdentifier.optional(),
    email: typedIdentifier.optional(),
  })
  .refine((input) => (input.phoneNo === undefined) !== (input.email === undefined), {
    path: ['phoneNo'],
    message: 'Send a mobile number or an email address, one of the two.',
  });
export type CreateUserInput = z.infer<typeof createUserInput>;
export const pendingUser = oneOf(
  z.object({ pending: z.literal(true), expiresInSeconds: z.int(), resendInSeconds: z.int() }),
);

export const updateUserInput = z.strictObject({ firstName: nameText.optional(), lastName: nameText.optional() });
export type UpdateUserInput = z.infer<typeof updateUserInput>;

export const consent = z.object({
  kind: z.enum(['account', 'child']),
  version: z.string(),
  profileId: z.int().nullable(),
  givenAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type Consent = z.infer<typeof consent>;
export const allConsents = oneOf(z.array(consent));
