import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';
import { urgentHelplines } from '../helplines/helplines.contract.ts';

export const suggestQuery = z.strictObject({ q: safeText(200) });

export const suggestion = z.object({
  text: z.string(),
  kind: z.enum(['PAGE', 'PAPER', 'LETTER', 'ARTICLE', 'VIDEO', 'CATEGORY', 'TAG', 'WEBSTORY']),
  canonicalUrl: z.string(),
});
export type Suggestion = z.infer<typeof suggestion>;
export const suggestions = z.object({ ...urgentHelplines, data: z.array(suggestion) });

export const hintsQuery = z.strictObject({ q: safeText(200, 3) });

export const hintKinds = ['ARTICLE', 'SCHEME', 'VIDEO', 'QUESTION', 'PAPER', 'LETTER', 'HELPLINE'] as const;
export const hint = z.object({
  kind: z.enum(hintKinds),
  /** A number of articles, schemes, videos and questions; a name of the others. */
  id: z.union([z.int(), z.string()]),
  title: z.string(),
  /** At most two lines; empty for a question without an accepted answer. */
  answer: z.string(),
  canonicalUrl: z.string(),
  /** How much of the text it is about, between the floor and 1. */
  likeness: z.number(),
});
export type Hint = z.infer<typeof hint>;
export const hints = z.object({ ...urgentHelplines, data: z.array(hint) });
