import { z } from 'zod';
import { checkRules, type Rules } from './rules.ts';

/** The field `rules` of a file that an owner writes: problems come with their place in it. */
export const writtenRules = z.unknown().transform((value, context): Rules => {
  const checked = checkRules(value);
  for (const problem of checked.problems) context.addIssue({ code: 'custom', ...problem });
  return checked.rules ?? z.NEVER;
});
