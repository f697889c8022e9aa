import { z } from 'zod';
import { oneOf, orNothing, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';
import { isLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import { emailAddress } from '../otp/otp.contract.ts';
import { states } from '../schemes/facts.ts';

export const mostCategories = 100;
export const language = safeText(8, 2).refine(
  (text) => isLanguage(text) && siteLanguages().includes(text),
  refusal('field.notRight'),
);
export const categoryIds = z
  .array(z.int().min(1).max(2_147_483_647))
  .max(mostCategories)
  .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other));

/** What somebody wants to get. No State: none; no subjects: all. */
const choices = { lang: language, state: orNothing(z.enum(states)), categoryIds: categoryIds.default([]) };

export const subscribeInput = z.strictObject({
  email: emailAddress,
  ...choices,
  /** Honeypot: hidden from people. */
  website: safeText(2_000).optional(),
});
export type SubscribeInput = z.output<typeof subscribeInput>;

const key = safeText(200, 1).describe("Of a link in one's own mail.");
export const ownInput = z.strictObject({ key, ...choices });
export const stopInput = z.strictObject({ key });
const choicesOnly = ownInput.omit({ key: true });
export type Choices = z.output<typeof choicesOnly>;

/** The same for every address. */
export const askedFor = oneOf(z.object({ isAsked: z.literal(true) }));
export const subscription = z.object({
  lang: z.string(),
  state: z.string().nullable(),
  categoryIds: z.array(z.int()),
  confirmedAt: z.iso.datetime(),
});
export const oneSubscription = oneOf(subscription);
export const ended = oneOf(z.object({ isEnded: z.literal(true) }));
