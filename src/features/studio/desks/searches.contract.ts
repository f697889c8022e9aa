import { z } from 'zod';
import { oneOf, safeText } from '../../../platform/wire.ts';

export const searchesQuery = z.strictObject({ days: z.enum(['7', '30']).optional() });
export const searchList = z.object({ data: z.array(z.object({ text: z.string(), visits: z.int() })) });
export const hideInput = z.strictObject({
  text: safeText(200, 1).refine((text) => text.trim() !== '', { message: 'Say which search.' }),
});
export const hidden = oneOf(z.object({ text: z.string() }));
