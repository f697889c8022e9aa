import { z } from 'zod';
import { oneOf, orNothing, safeText } from '../../platform/wire/wire.ts';
import { user } from '../users/users.contract.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Session as sent to the browser; `{}` for an anonymous one. */
export const session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  verifyResponse: z.object({ token: z.string(), newUser: z.boolean() }),
  expires: z.iso.datetime(),
});
export type Session = z.infer<typeof session>;

const identifierText = safeText(1_024, 1);
/** The six-digit code; any other text is simply a wrong code, not a validation error. */
const providerToken = safeText(100, 1);
const provider = z.literal('JB');

export const verifyInput = z
  .strictObject({ providerToken, phoneNo: orNothing(identifierText), emailId: orNothing(identifierText), provider })
  .refine((input) => (input.phoneNo === undefined) !== (input.emailId === undefined), {
    path: ['phoneNo'],
    ...refusal('field.phoneNoOrEmailId'),
  });
export const signedIn = oneOf(z.object({ token: z.string(), newUser: z.boolean(), user }));

export const verifyPhoneInput = z.strictObject({
  providerToken,
  phoneNo: identifierText,
  provider,
  userId: safeText(100, 1),
});
export const phoneVerified = oneOf(z.object({ isPhoneLinked: z.literal(true), user }));

export const sendPhoneCodeInput = z.strictObject({ mobile: identifierText });
export const linkPhoneInput = z.strictObject({ mobile: identifierText, otp: providerToken });
export const phoneLinked = oneOf(z.object({ isPhoneLinked: z.boolean() }));

/** One signed-in device. */
export const device = z.object({
  id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Device = z.infer<typeof device>;
