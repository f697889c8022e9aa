import { z } from 'zod';
import { checkCases, type SchemeCase } from './check-cases.ts';
import { checkRules, type RulePath, type Rules } from './rules.ts';
import { asIssue, problem } from '../../platform/wire/problem.ts';

/** Zod schema of a content file's `rules`; errors carry their path within the field. */
export const writtenRules = z.unknown().transform((value, context): Rules => {
  const checked = checkRules(value);
  for (const found of checked.problems) context.addIssue({ code: 'custom', path: found.path, ...asIssue(found) });
  return checked.rules ?? z.NEVER;
});

type Refusing = { addIssue: (issue: { code: 'custom'; path: RulePath } & ReturnType<typeof asIssue>) => void };

/** Validates `cases` next to `rules`: a record with a failing case is rejected. */
export function holdCases(value: unknown, rules: Rules | undefined, context: Refusing): SchemeCase[] {
  if (value === undefined) return [];
  const { cases, problems } = rules
    ? checkCases(value, rules)
    : { cases: [], problems: [{ path: [], ...problem('rule.casesNeedRules') }] };
  for (const found of problems) context.addIssue({ code: 'custom', path: ['cases', ...found.path], ...asIssue(found) });
  return cases;
}

/** Cases of a draft: they must be cases, but need not hold before the piece goes on to others. */
export function readCases(value: unknown, context: Refusing): SchemeCase[] {
  if (value === undefined) return [];
  const { cases, problems } = checkCases(value, null);
  for (const found of problems) context.addIssue({ code: 'custom', path: ['cases', ...found.path], ...asIssue(found) });
  return cases;
}
