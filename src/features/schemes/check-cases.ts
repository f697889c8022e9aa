import { isDay } from './days.ts';
import { daysOfEachSpan, rulesOn } from './dated-rules.ts';
import { evaluate, type Evaluation, type Verdict } from './evaluate.ts';
import { type Answers, factIds, isAnswer, isFactId } from './facts.ts';
import type { RuleProblem, Rules } from './rules.ts';

/** A test case of rules: a person's answers and the expected verdict. `asOf`: evaluation date, as 2026-11-22. */
export type SchemeCase = { answers: Answers; asOf?: string; verdict: Verdict; why: string };

const mostCases = 200;
const verdicts: readonly Verdict[] = ['yes', 'no', 'unknown'];
const fields = ['answers', 'asOf', 'verdict', 'why'];
const wordFor: Record<Verdict, string> = { yes: 'yes', no: 'no', unknown: 'unknown (an answer is missing)' };

/**
 * Validates test cases and runs each against the rules.
 * @param value untrusted, parsed from YAML or JSON
 * @param rules null: whether the cases hold is not asked yet
 */
export function checkCases(value: unknown, rules: Rules | null): { cases: SchemeCase[]; problems: RuleProblem[] } {
  if (!Array.isArray(value) || value.length > mostCases)
    return { cases: [], problems: [{ path: [], message: `must be a list of at most ${mostCases} cases` }] };
  const cases: SchemeCase[] = [];
  const problems: RuleProblem[] = [];
  for (const [index, raw] of value.entries()) {
    const read = readCase(raw);
    if ('message' in read) {
      problems.push({ path: [index, ...read.path], message: read.message });
      continue;
    }
    cases.push(read);
    const failure = rules && failureOf(read, rules);
    if (failure) problems.push({ path: [index], message: failed(read, failure.result, failure.day) });
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

function failed({ why, verdict }: SchemeCase, result: Evaluation, day: string | undefined): string {
  const telling = result.reasons.filter((reason) => reason.verdict === result.verdict).map(({ text }) => text);
  const because = result.verdict === 'yes' ? '' : `: ${telling.slice(0, 3).join(' ')}`;
  const when = day === undefined ? '' : ` on ${day}`;
  return `the case "${why}" must give ${wordFor[verdict]}${when}, but the rules give ${wordFor[result.verdict]}${because}`;
}

/** One case of a file, or what is wrong with it. */
export function readCase(raw: unknown): SchemeCase | RuleProblem {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    return { path: [], message: 'must be a case such as { answers: { age: 18 }, verdict: yes, why: "…" }' };
  const { answers, asOf, verdict, why } = raw as Record<string, unknown>;
  const odd = Object.keys(raw).find((name) => !fields.includes(name));
  if (odd !== undefined) return { path: [odd], message: `is not known here: a case has ${fields.join(', ')}` };
  if (typeof why !== 'string' || why.trim() === '' || why.length > 300 || /[\n\r\u0000]/.test(why))
    return { path: ['why'], message: 'must say in one line of at most 300 characters why the verdict is right' };
  if (!verdicts.includes(verdict as Verdict))
    return { path: ['verdict'], message: `must be one of ${verdicts.join(', ')}` };
  if (asOf !== undefined && !isDay(asOf)) return { path: ['asOf'], message: 'must be a day such as 2026-11-22' };
  if (answers === null || typeof answers !== 'object' || Array.isArray(answers))
    return { path: ['answers'], message: 'must be answers by fact, such as { age: 18 }' };
  for (const [id, answer] of Object.entries(answers)) {
    if (!isFactId(id)) return { path: ['answers', id], message: `unknown fact "${id.slice(0, 60)}"` };
    if (answer !== null && !isAnswer(id, answer))
      return { path: ['answers', id], message: `is no answer to ${id}; see docs/schemes.md` };
  }
  const known = factIds.filter((id) => Object.hasOwn(answers, id));
  return {
    answers: Object.fromEntries(known.map((id) => [id, (answers as Answers)[id]])),
    ...(asOf === undefined ? {} : { asOf: asOf as string }),
    verdict: verdict as Verdict,
    why: why.trim(),
  };
}
