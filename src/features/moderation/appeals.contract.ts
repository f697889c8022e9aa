import { z } from 'zod';
import { idParam, listOf, oneOf, pagingInQuery, safeText } from '../../platform/wire/wire.ts';
import { moderationAct } from './moderation.contract.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const longestAppeal = 2_000;
/** Acts that take something from a member. */
export const appealable = ['HIDE', 'DELETE', 'SUSPEND'] as const;

const words = safeText(longestAppeal, 1).refine((text) => text.trim() !== '', refusal('field.sayWhy'));
export const appealInput = z.strictObject({ actId: z.int().min(1).max(Number.MAX_SAFE_INTEGER), text: words });
export const appealParams = z.object({ id: idParam });
export const appealsQuery = z.strictObject({ ...pagingInQuery, status: z.enum(['open', 'decided']).optional() });
export const decisionInput = z.strictObject({
  decision: z.enum(['uphold', 'overturn']).describe('`overturn` also restores the post or ends the suspension.'),
  answer: words,
});

export const appealStatus = z.enum(['open', 'upheld', 'overturned']);
export const oneAppeal = oneOf(z.object({ id: z.int(), actId: z.int(), status: appealStatus }));
export const appealLine = z.object({
  id: z.int(),
  status: appealStatus,
  text: z.string(),
  answer: z.string().nullable(),
  at: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedByName: z.string().nullable(),
  person: z.object({ id: z.string(), displayName: z.string() }),
  act: moderationAct.extend({ moderatorName: z.string().nullable() }).nullable(),
  mayDecide: z.boolean().describe('False where the caller acted, and somebody else can decide.'),
});
export type AppealLine = z.infer<typeof appealLine>;
export const appealList = listOf(appealLine);
