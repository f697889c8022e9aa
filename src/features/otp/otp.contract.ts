import { z } from 'zod';
import { oneOf } from '../../platform/wire/wire.ts';
import { normaliseEmail, normalisePhone } from './identifiers.ts';

const normalised = (normalise: (text: string) => string | null, message: string) =>
  z.string().transform((text, context) => {
    const identifier = normalise(text);
    if (identifier !== null) return identifier;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Accepts any common spelling of an Indian mobile number; E.164 once parsed. */
export const phoneNumber = normalised(normalisePhone, 'Enter a 10-digit Indian mobile number.');
export const emailAddress = normalised(normaliseEmail, 'Enter an email address, such as name@example.in.');

export const phoneParams = z.strictObject({ mobile: phoneNumber });
export const emailParams = z.strictObject({ email: emailAddress });
export const codeSent = oneOf(z.object({ expiresInSeconds: z.int(), resendInSeconds: z.int() }));
