import { failureOf, readCase, type SchemeCase } from '../../schemes/check-cases.ts';
import type { Verdict } from '../../schemes/evaluate.ts';
import { checkRules, type RuleProblem, type Rules } from '../../schemes/rules.ts';

/** How one test person fares with the rules as they are now. */
export type Fate =
  | { is: 'holds' }
  | { is: 'fails'; gives: Verdict; day: string | undefined; reasons: string[] }
  | { is: 'broken'; problem: RuleProblem }
  /** The rules themselves cannot be used. */
  | { is: 'untried' };

export function fatesOf(cases: readonly unknown[], rules: unknown): Fate[] {
  const { rules: usable } = checkRules(rules);
  return cases.map((raw) => {
    const one = readCase(raw);
    if ('code' in one) return { is: 'broken', problem: one };
    return usable ? fateOf(one, usable) : { is: 'untried' };
  });
}

function fateOf(one: SchemeCase, rules: Rules): Fate {
  const failure = failureOf(one, rules);
  if (!failure) return { is: 'holds' };
  const { result, day } = failure;
  const telling = result.reasons.filter(({ verdict }) => verdict === result.verdict);
  const reasons = result.verdict === 'yes' ? [] : telling.slice(0, 3).map(({ text }) => text);
  return { is: 'fails', gives: result.verdict, day, reasons };
}
