import { z } from 'zod';
import { oneOf, orNothing, safeText } from '../../platform/wire/wire.ts';
import { normaliseEmail, normalisePhone } from '../otp/identifiers.ts';
import { hasCharacters } from '../../platform/text/visible-text.ts';
import { refusal } from '../../platform/wire/problem.ts';

// No controls, line breaks or bidi overrides: the text goes into mail headers and one-line lists.
const oneLine = /^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u;
const line = (max: number, min: number) =>
  safeText(max, min)
    .regex(oneLine, refusal('field.lineHere'))
    .refine((text) => hasCharacters(text, min), refusal('field.blank'))
    .transform((text) => text.trim());

const normalised = (normalise: (text: string) => string | null, refused: ReturnType<typeof refusal>) =>
  safeText(1_024).transform((text, context): string => {
    const value = oneLine.test(text) ? normalise(text) : null;
    if (value !== null) return value;
    context.addIssue({ code: 'custom', ...refused });
    return z.NEVER;
  });
const email = normalised(normaliseEmail, refusal('field.oneEmail'));
const phoneNo = normalised(normalisePhone, refusal('field.mobile'));
export const contactInput = z.strictObject({
  name: line(80, 1),
  email,
  phoneNo: orNothing(phoneNo),
  subject: line(200, 1),
  message: safeText(5_000, 10).refine((text) => hasCharacters(text, 10), refusal('field.tenCharacters')),
  /** Honeypot: hidden from people. */
  website: safeText(2_000).optional(),
});
/** Of the page: who has no mail address gives a number instead. The call keeps the address that its contract asks for. */
export const contactForm = contactInput
  .extend({ email: orNothing(email) })
  .refine((input) => input.email !== undefined || input.phoneNo !== undefined, {
    path: ['email'],
    ...refusal('field.wayToAnswer'),
  });
export type ContactInput = z.infer<typeof contactForm>;

/** Categories with a decision deadline of their own; all others are decided within seven days. */
export const grievanceCategories = ['WRONG', 'POST', 'PRIVATE', 'ACCOUNT', 'INTIMATE', 'UNLAWFUL', 'OTHER'] as const;
export const decisionHours = (category: string): number =>
  (({ INTIMATE: 2, UNLAWFUL: 36 }) as Record<string, number>)[category.toUpperCase()] ?? 7 * 24;

export const grievanceInput = z
  .strictObject({
    name: line(80, 1),
    email: orNothing(email),
    phoneNo: orNothing(phoneNo),
    category: line(60, 1),
    /** URL of the reported page or post. */
    entityAddress: orNothing(line(2_000, 1)),
    text: safeText(5_000, 3).refine((text) => hasCharacters(text, 3), refusal('field.sayWrong')),
    website: safeText(2_000).optional(),
  })
  .refine((input) => input.email !== undefined || input.phoneNo !== undefined, {
    path: ['email'],
    ...refusal('field.wayToAnswer'),
  });
export type GrievanceInput = z.infer<typeof grievanceInput>;

export const ticketOpened = oneOf(z.object({ ticketId: z.int() }));
/** Response to a caught robot: looks like a success. */
export const nothingOpened = oneOf(z.object({ ticketId: z.null() }));
export const grievanceOpened = oneOf(
  z.object({ ticketId: z.int(), acknowledgeBy: z.iso.datetime(), decideBy: z.iso.datetime() }),
);
export type GrievanceOpened = z.infer<typeof grievanceOpened>['data'];
