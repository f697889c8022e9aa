import { z } from 'zod';
import { oneOf, safeText } from '../../../platform/wire/wire.ts';
import { refusal } from '../../../platform/wire/problem.ts';

export const searchesQuery = z.strictObject({ days: z.enum(['7', '30']).optional() });
export const searchList = z.object({ data: z.array(z.object({ text: z.string(), visits: z.int() })) });
export const hideInput = z.strictObject({
  text: safeText(200, 1).refine((text) => text.trim() !== '', refusal('studio.sayWhichSearch')),
});
/** Kinds that search finds and that other words can be said of. */
export const answerKinds = ['articles', 'videos', 'webstories'] as const;
export const answerInput = z.strictObject({
  text: safeText(100, 1).refine((text) => text.trim() !== '', refusal('studio.sayWhichSearch')),
  kind: z.enum(answerKinds),
  id: z.int().min(1).max(999_999_999),
});
const answered = z.object({
  kind: answerInput.shape.kind,
  id: z.int(),
  title: z.string(),
  canonicalUrl: z.string().nullable(),
  searchWords: z.array(z.string()).describe('What readers search for and this piece answers.'),
});
export const answeredOne = oneOf(answered);
export const answeredList = z.object({ data: z.array(answered) });
export type AnswerInput = z.infer<typeof answerInput>;
export const hidden = oneOf(z.object({ text: z.string() }));
