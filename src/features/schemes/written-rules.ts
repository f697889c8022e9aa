import { z } from 'zod';
import { checkCases, type SchemeCase } from './check-cases.ts';
import { checkRules, type Rules } from './rules.ts';

/** Zod schema of a content file's `rules`; errors carry their path within the field. */
export const writtenRules = z.unknown().transform((value, context): Rules => {
  const checked = checkRules(value);
  for (const problem of checked.problems) context.addIssue({ code: 'custom', ...problem });
  return checked.rules ?? z.NEVER;
});

/** Validates `cases` next to `rules`: a record with a failing case is rejected. */
export function holdCases(
  value: unknown,
  rules: Rules | undefined,
  context: { addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string }) => void },
): SchemeCase[] {
  if (value === undefined) return [];
  const { cases, problems } = rules
    ? checkCases(value, rules)
    : { cases: [], problems: [{ path: [], message: 'cases need rules' }] };
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: ['cases', ...path], message });
  return cases;
}
