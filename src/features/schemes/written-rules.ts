import { z } from 'zod';
import { checkCases, type SchemeCase } from './check-cases.ts';
import { checkRules, type Rules } from './rules.ts';

/** Zod schema of a content file's `rules`; errors carry their path within the field. */
export const writtenRules = z.unknown().transform((value, context): Rules => {
  const checked = checkRules(value);
  for (const problem of checked.problems) context.addIssue({ code: 'custom', ...problem });
  return checked.rules ?? z.NEVER;
});

type Refusing = {
  addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string }) => void;
};

/** Validates `cases` next to `rules`: a record with a failing case is rejected. */
export function holdCases(value: unknown, rules: Rules | undefined, context: Refusing): SchemeCase[] {
  if (value === undefined) return [];
  const { cases, problems } = rules
    ? checkCases(value, rules)
    : { cases: [], problems: [{ path: [], message: 'cases need rules' }] };
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: ['cases', ...path], message });
  return cases;
}

/** Cases of a draft: they must be cases, but need not hold before the piece goes on to others. */
export function readCases(value: unknown, context: Refusing): SchemeCase[] {
  if (value === undefined) return [];
  const { cases, problems } = checkCases(value, null);
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: ['cases', ...path], message });
  return cases;
}
