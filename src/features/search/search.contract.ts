import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';
import { urgentHelplines } from '../helplines/helplines.contract.ts';

export const suggestQuery = z.strictObject({ q: safeText(200) });

export const suggestion = z.object({
  text: z.string(),
  kind: z.enum(['ARTICLE', 'VIDEO', 'CATEGORY', 'TAG', 'WEBSTORY']),
  canonicalUrl: z.string(),
});
export type Suggestion = z.infer<typeof suggestion>;
export const suggestions = z.object({ ...urgentHelplines, data: z.array(suggestion) });
