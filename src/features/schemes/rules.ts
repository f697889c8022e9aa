import { factOf, isAnswer, isFactId, type FactId } from './facts.ts';
import { findContradiction } from './contradictions.ts';
import { daysOfEachSpan, isInForce } from './dated-rules.ts';
import { problem, type Problem, type ProblemParam } from '../../platform/wire/problem.ts';
import { isDay } from './days.ts';
import { isRecord } from '../../platform/wire/is-record.ts';

export type Value = number | string | boolean;
/** Exactly one operator, or `gte` with `lte`. `because` is the message for those who do not meet it. */
export type Comparison = {
  fact: FactId;
  eq?: Value;
  in?: Value[];
  gte?: number;
  lte?: number;
  between?: [number, number];
  because?: string;
};
export type Condition =
  | Comparison
  | { all: Condition[]; because?: string }
  | { any: Condition[]; because?: string }
  | { not: Condition; because?: string };
/** Metadata of a version 2 top-level condition: validity, source, reviewer. */
export type Dating = {
  /** ISO dates; `until` is inclusive. */
  from?: string;
  until?: string;
  quote?: string;
  source?: string;
  reviewedBy?: string;
  reviewedOn?: string;
};
export type Rules = { version: 1 | 2; all: (Condition & Dating)[] };

export type RulePath = (string | number)[];
export type RuleProblem = Problem & { path: RulePath };

const deepest = 6;
const mostConditions = 100;
const operators = ['eq', 'in', 'gte', 'lte', 'between'] as const;

type Checked = { rules: Rules; problems: [] } | { rules: null; problems: RuleProblem[] };

/**
 * Validates untrusted rules completely. @returns a copy that holds known fields only
 * @param value parsed from YAML or JSON; may contain cycles (YAML anchors)
 */
export function checkRules(value: unknown): Checked {
  const read = readRules(value);
  const problems = read.rules ? contradictionsOf(read.rules) : [];
  return problems.length > 0 ? { rules: null, problems } : read;
}

/** The form alone: conditions that nobody can meet are not looked for. */
export function readRules(value: unknown): Checked {
  const problems: RuleProblem[] = [];
  let count = 0;
  const refuse = (path: RulePath, found: Problem): null => {
    if (problems.length < 20) problems.push({ path, ...found });
    return null;
  };

  function readList(list: unknown, path: RulePath, above: object[]): Condition[] | null {
    if (!Array.isArray(list) || list.length === 0) return refuse(path, problem('rule.conditions'));
    if (above.includes(list)) return refuse(path, problem('rule.loops'));
    const read = list.map((one, index) => readCondition(one, [...path, index], [...above, list]));
    return read.includes(null) ? null : (read as Condition[]);
  }

  function readCondition(raw: unknown, path: RulePath, above: object[]): Condition | null {
    if (!isRecord(raw)) return refuse(path, problem('rule.condition'));
    if (above.includes(raw)) return refuse(path, problem('rule.loops'));
    if (path.length > 2 * deepest + 1) return refuse(path, problem('rule.nests', deepest));
    count += 1;
    if (count > mostConditions)
      return count === mostConditions + 1 ? refuse(path, problem('rule.moreConditions', mostConditions)) : null;

    const inside = [...above, raw];
    const because = readBecause(raw, path);
    if (because === null) return null;
    const [joint, ...more] = (['all', 'any', 'not'] as const).filter((name) => Object.hasOwn(raw, name));
    if (joint === undefined) return readComparison(raw, path, because);
    const odd = Object.keys(raw).find((name) => name !== joint && name !== 'because');
    if (more.length > 0 || odd !== undefined)
      return refuse([...path, more[0] ?? odd!], problem('rule.beside', `"${joint}"`));
    if (joint === 'not') {
      const condition = readCondition(raw.not, [...path, 'not'], inside);
      return condition && { not: condition, ...because };
    }
    const list = readList(raw[joint], [...path, joint], inside);
    return list && (joint === 'all' ? { all: list, ...because } : { any: list, ...because });
  }

  function readBecause(raw: Record<string, unknown>, path: RulePath): { because?: string } | null {
    if (!Object.hasOwn(raw, 'because')) return {};
    const text = typeof raw.because === 'string' ? raw.because.trim() : '';
    if (text === '' || text.length > 300 || /[\n\r\u0000]/.test(text) || !text.isWellFormed())
      return refuse([...path, 'because'], problem('rule.line', 300));
    return { because: text };
  }

  function readComparison(
    raw: Record<string, unknown>,
    path: RulePath,
    because: { because?: string },
  ): Comparison | null {
    const id = Object.hasOwn(raw, 'fact') ? raw.fact : undefined;
    if (id === undefined) return refuse(path, problem('rule.needsFact'));
    if (!isFactId(id)) return refuse([...path, 'fact'], problem('rule.unknownFact', `"${String(id).slice(0, 60)}"`));
    const odd = Object.keys(raw).find(
      (name) => name !== 'fact' && name !== 'because' && !(operators as readonly string[]).includes(name),
    );
    if (odd !== undefined) return refuse([...path, odd], problem('rule.comparison'));
    const used = operators.filter((name) => Object.hasOwn(raw, name));
    const isRange = used.length === 2 && used[0] === 'gte' && used[1] === 'lte';
    if (used.length !== 1 && !isRange) return refuse(path, problem('rule.oneComparison'));
    const { type } = factOf(id);
    const [first] = used as [(typeof operators)[number]];
    if (first !== 'eq' && (type === 'boolean' || (first !== 'in' && type !== 'number')))
      return refuse([...path, first], problem('rule.unsuited', id, { code: `answer.${type}` }));

    const comparison: Comparison = { fact: id, ...because };
    const fits = (one: unknown): one is Value => (type === 'multiple' ? isAnswer(id, [one]) : isAnswer(id, one));
    for (const name of used) {
      const given = raw[name];
      const values: unknown[] = name === 'in' || name === 'between' ? (Array.isArray(given) ? given : []) : [given];
      if (values.length === 0 || values.length > 50 || (name === 'between' && values.length !== 2))
        return refuse([...path, name], name === 'between' ? problem('rule.twoNumbers') : problem('rule.values'));
      const wrong = values.findIndex((one) => !fits(one));
      if (wrong >= 0)
        return refuse(
          values === given ? [...path, name, wrong] : [...path, name],
          problem('rule.noAnswer', show(values[wrong]), id, answersOf(id)),
        );
      if (name === 'in') comparison.in = [...new Set(values as Value[])];
      else if (name === 'between') comparison.between = [values[0] as number, values[1] as number];
      else if (name === 'eq') comparison.eq = given as Value;
      else comparison[name] = given as number;
    }
    const [low, high] = comparison.between ?? [comparison.gte, comparison.lte];
    if (low !== undefined && high !== undefined && low > high)
      return refuse(path, problem('rule.contradictsItself', low, high));
    return comparison;
  }

  /** The top-level list: in version 2 its conditions also carry dates and sources. */
  function readTop(list: unknown, version: 1 | 2): Rules['all'] | null {
    if (version === 1 || !Array.isArray(list)) return readList(list, ['all'], [value as object]);
    const dated = list.map((raw, index) => readDating(raw, (field, found) => refuse(['all', index, field], found)));
    const conditions = readList(
      dated.map(({ condition }) => condition),
      ['all'],
      [value as object],
    );
    return conditions && conditions.map((condition, index) => ({ ...condition, ...dated[index]!.dating }));
  }

  if (!isRecord(value)) return { rules: null, problems: [{ path: [], ...problem('rule.rules') }] };
  if (value.version !== 1 && value.version !== 2) refuse(['version'], problem('rule.version'));
  const version = value.version === 2 ? 2 : 1;
  const odd = Object.keys(value).find((name) => name !== 'version' && name !== 'all');
  if (odd !== undefined) refuse([odd], problem('rule.oddOfRules', `{ version: ${version}, all: [ … ] }`));
  const all = readTop(Object.hasOwn(value, 'all') ? value.all : undefined, version);
  return all && problems.length === 0 ? { rules: { version, all }, problems: [] } : { rules: null, problems };
}

/** The first contradiction among conditions in force at the same time. */
export function contradictionsOf(rules: Rules): RuleProblem[] {
  if (rules.version === 1) return [findContradiction(rules, [])].filter((one) => one !== null);
  const days = daysOfEachSpan(rules);
  for (const day of days.length === 0 ? [null] : days) {
    // Conditions not in force keep their index, so that the message's path matches the file.
    const all = rules.all.map((one): Condition => (day === null || isInForce(one, day) ? one : { all: [] }));
    const found = findContradiction({ all }, []);
    if (found) return [day === null ? found : { path: found.path, ...problem('rule.onDay', day, found) }];
  }
  return [];
}

const show = (value: unknown): ProblemParam =>
  typeof value === 'object' && value !== null
    ? problem('answer.that')
    : (JSON.stringify(value)?.slice(0, 60) ?? problem('answer.nothing'));

/** What answers a fact has. */
function answersOf(id: FactId): Problem {
  const fact = factOf(id);
  if (fact.type === 'number') return problem('answer.numberFrom', fact.min, fact.max);
  if ('options' in fact && fact.options.length <= 20) return problem(`answer.${fact.type}Of`, fact.options.join(', '));
  return { code: `answer.${fact.type}` };
}

const fields = ['from', 'until', 'quote', 'source', 'reviewedBy', 'reviewedOn'] as const;
const longest = { quote: 2_000, source: 2_000, reviewedBy: 120 } as const;

/**
 * Separates a version 2 condition's metadata (dates, source, review) from the condition itself.
 * @param refuse called with the field and its error
 * @returns `dating` null where a field is invalid
 */
function readDating(
  raw: unknown,
  refuse: (field: string, found: Problem) => null,
): { condition: unknown; dating: Dating | null } {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { condition: raw, dating: {} };
  const condition = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !(fields as readonly string[]).includes(name)),
  );
  const dating: Dating = {};
  for (const field of fields) {
    if (!Object.hasOwn(raw, field)) continue;
    const value: unknown = (raw as Record<string, unknown>)[field];
    const found = problemWith(field, value);
    if (found) return { condition, dating: refuse(field, found) };
    dating[field] = (value as string).trim();
  }
  if (dating.from !== undefined && dating.until !== undefined && dating.from > dating.until)
    return { condition, dating: refuse('until', problem('rule.untilBefore', dating.from)) };
  if (dating.reviewedBy !== undefined && dating.reviewedOn === undefined)
    return { condition, dating: refuse('reviewedBy', problem('rule.reviewedOn')) };
  return { condition, dating };
}

function problemWith(field: (typeof fields)[number], value: unknown): Problem | null {
  if (field === 'from' || field === 'until' || field === 'reviewedOn') return isDay(value) ? null : problem('rule.day');
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > longest[field] || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed())
    return problem('rule.line', longest[field]);
  if (field === 'source' && /^(?:javascript|data|vbscript|file|blob):/i.test(text)) return problem('rule.source');
  return null;
}
