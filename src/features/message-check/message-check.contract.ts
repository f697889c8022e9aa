import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';
import { longestMessage, type SignId, signIds } from './message-limits.ts';

export { longestMessage, type SignId, signIds };

export const messageInput = z.strictObject({
  text: safeText(longestMessage, 1),
  sender: safeText(80, 1).optional(),
});

/** Offsets are UTF-16 units of the submitted text. */
export const sign = z.object({
  id: z.enum(signIds),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  quote: z.string(),
  why: z.string(),
});
export type Sign = z.infer<typeof sign>;

/** There is no 'safe': the absence of signs proves nothing. */
export const outcomes = ['known_scam', 'signs', 'nothing_found'] as const;

export const checkedMessage = z.object({
  outcome: z.enum(outcomes),
  signs: z.array(sign),
  matches: z.array(z.object({ id: z.string(), title: z.string(), canonicalUrl: z.string(), score: z.number() })),
  sender: z.object({ header: z.string(), owner: z.string() }).nullable(),
  advice: z.array(z.string()),
  helplines: z.array(z.object({ name: z.string(), number: z.string() })),
});
export type CheckedMessage = z.infer<typeof checkedMessage>;
