import { z } from 'zod';
import { oneOf, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const exported = oneOf(z.record(z.string(), z.unknown()));

/** Without `withPosts`, posts that others have answered stay, anonymised. */
export const deleteAccountInput = z.strictObject({ withPosts: z.boolean().optional() }).nullish();
export const accountDeleted = oneOf(z.object({ deleted: z.literal(true) }));

const channel = z.enum(['phone', 'email']);
/** Defaults to the number, where there is one. */
export const sendConfirmationInput = z.strictObject({ channel: channel.optional() }).nullish();
export const confirmationSent = oneOf(z.object({ channel, expiresInSeconds: z.int(), resendInSeconds: z.int() }));
export const confirmInput = z.strictObject({ providerToken: safeText(40, 1), channel: channel.optional() });
export const confirmed = oneOf(z.object({ confirmed: z.literal(true), forSeconds: z.int() }));
export type ConfirmationChannel = z.infer<typeof channel>;

export const mergeInput = z.strictObject({ mobile: safeText(1_024, 1) });

export const withdrawConsentInput = z
  .strictObject({
    kind: z.enum(['account', 'child', 'referral']),
    profileId: z.int().min(1).max(2_147_483_647).optional(),
    referralId: z.int().min(1).optional(),
  })
  .refine((input) => input.kind !== 'child' || input.profileId !== undefined, {
    path: ['profileId'],
    ...refusal('field.whichChild'),
  })
  .refine((input) => input.kind !== 'referral' || input.referralId !== undefined, {
    path: ['referralId'],
    ...refusal('field.whichAnswers'),
  });
