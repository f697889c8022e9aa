import { z } from 'zod';
import { oneOf } from '../../platform/wire/wire.ts';
import { normaliseEmail, normalisePhone } from './identifiers.ts';
import { refusal } from '../../platform/wire/problem.ts';

const normalised = (normalise: (text: string) => string | null, refused: ReturnType<typeof refusal>) =>
  z.string().transform((text, context) => {
    const identifier = normalise(text);
    if (identifier !== null) return identifier;
    context.addIssue({ code: 'custom', ...refused });
    return z.NEVER;
  });

/** Accepts any common spelling of an Indian mobile number; E.164 once parsed. */
export const phoneNumber = normalised(normalisePhone, refusal('field.tenDigits'));
export const emailAddress = normalised(normaliseEmail, refusal('field.emailSuchAs'));

export const phoneParams = z.strictObject({ mobile: phoneNumber });
export const emailParams = z.strictObject({ email: emailAddress });
export const codeSent = oneOf(z.object({ expiresInSeconds: z.int(), resendInSeconds: z.int() }));
