import { isDay } from './days.ts';
import { daysOfEachSpan, rulesOn } from './dated-rules.ts';
import { evaluate, type Evaluation, type Verdict } from './evaluate.ts';
import { type Answers, factIds, isAnswer, isFactId } from './facts.ts';
import type { RuleProblem, Rules } from './rules.ts';
import { problem, type Problem } from '../../platform/wire/problem.ts';

/** A test case of rules: a person's answers and the expected verdict. `asOf`: evaluation date, as 2026-11-22. */
export type SchemeCase = { answers: Answers; asOf?: string; verdict: Verdict; why: string };

const mostCases = 200;
const verdicts: readonly Verdict[] = ['yes', 'no', 'unknown'];
const fields = ['answers', 'asOf', 'verdict', 'why'];

/**
 * Validates test cases and runs each against the rules.
 * @param value untrusted, parsed from YAML or JSON
 * @param rules null: whether the cases hold is not asked yet
 */
export function checkCases(value: unknown, rules: Rules | null): { cases: SchemeCase[]; problems: RuleProblem[] } {
  if (!Array.isArray(value) || value.length > mostCases)
    return { cases: [], problems: [{ path: [], ...problem('rule.cases', mostCases) }] };
  const cases: SchemeCase[] = [];
  const problems: RuleProblem[] = [];
  for (const [index, raw] of value.entries()) {
    const read = readCase(raw);
    if ('code' in read) {
      problems.push({ ...read, path: [index, ...read.path] });
      continue;
    }
    cases.push(read);
    const failure = rules && failureOf(read, rules);
    if (failure) problems.push({ path: [index], ...failed(read, failure.result, failure.day) });
  }
  return { cases, problems: problems.slice(0, 20) };
}

/** The first day on which the rules give another verdict than the case's; null where it holds. */
export function failureOf(one: SchemeCase, rules: Rules): { result: Evaluation; day: string | undefined } | null {
  for (const day of daysFor(one, rules)) {
    const result = evaluate(rules, one.answers, day);
    if (result.verdict !== one.verdict) return { result, day };
  }
  return null;
}

/** A case without `asOf` must hold in every span: passing time never breaks a file. Undefined: undated rules. */
function daysFor({ asOf }: SchemeCase, rules: Rules): (string | undefined)[] {
  if (asOf !== undefined) return [asOf];
  const days = daysOfEachSpan(rules).filter((day) => rulesOn(rules, day).all.length > 0);
  return days.length === 0 ? [undefined] : days;
}

function failed({ why, verdict }: SchemeCase, result: Evaluation, day: string | undefined): Problem {
  const telling = result.reasons.filter((reason) => reason.verdict === result.verdict).map(({ text }) => text);
  const wanted = problem(`answer.${verdict}`);
  const given = problem(`answer.${result.verdict}`);
  return problem(
    'rule.wrongCase',
    `"${why}"`,
    day === undefined ? wanted : problem('answer.onDay', wanted, day),
    result.verdict === 'yes' ? given : problem('answer.because', given, telling.slice(0, 3).join(' ')),
  );
}

/** One case of a file, or what is wrong with it. */
export function readCase(raw: unknown): SchemeCase | RuleProblem {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { path: [], ...problem('rule.case') };
  const { answers, asOf, verdict, why } = raw as Record<string, unknown>;
  const odd = Object.keys(raw).find((name) => !fields.includes(name));
  if (odd !== undefined) return { path: [odd], ...problem('rule.oddOfCase', fields.join(', ')) };
  if (typeof why !== 'string' || why.trim() === '' || why.length > 300 || /[\n\r\u0000]/.test(why))
    return { path: ['why'], ...problem('rule.why') };
  if (!verdicts.includes(verdict as Verdict))
    return { path: ['verdict'], ...problem('rule.verdict', verdicts.join(', ')) };
  if (asOf !== undefined && !isDay(asOf)) return { path: ['asOf'], ...problem('rule.day') };
  if (answers === null || typeof answers !== 'object' || Array.isArray(answers))
    return { path: ['answers'], ...problem('rule.answers') };
  for (const [id, answer] of Object.entries(answers)) {
    if (!isFactId(id)) return { path: ['answers', id], ...problem('rule.unknownFact', `"${id.slice(0, 60)}"`) };
    if (answer !== null && !isAnswer(id, answer)) return { path: ['answers', id], ...problem('rule.noAnswerTo', id) };
  }
  const known = factIds.filter((id) => Object.hasOwn(answers, id));
  return {
    answers: Object.fromEntries(known.map((id) => [id, (answers as Answers)[id]])),
    ...(asOf === undefined ? {} : { asOf: asOf as string }),
    verdict: verdict as Verdict,
    why: why.trim(),
  };
}
