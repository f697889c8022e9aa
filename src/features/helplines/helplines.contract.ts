import { z } from 'zod';

/**
 * Numbers to call now, where a query speaks of danger; absent from all other answers. First, so that it is read first.
 */
export const urgentHelplines = {
  helplines: z.array(z.object({ number: z.string(), name: z.string(), note: z.string() })).optional(),
};
