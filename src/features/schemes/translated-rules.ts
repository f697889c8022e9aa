import type { Condition, Rules } from './rules.ts';

/** Sentences of the original's rules and cases, each with its translation. */
type Reasons = Readonly<Record<string, string>>;

/** The same rules; a `because` without a translation stays as it is. */
export const translateRules = (rules: Rules, reasons: Reasons): Rules => ({
  ...rules,
  all: rules.all.map((condition) => translateCondition(condition, reasons)),
});

export const translateSentence = (text: string, reasons: Reasons): string =>
  Object.hasOwn(reasons, text) ? reasons[text]! : text;

function translateCondition<Given extends Condition>(condition: Given, reasons: Reasons): Given {
  const inside = (parts: Condition[]) => parts.map((part) => translateCondition(part, reasons));
  return {
    ...condition,
    ...('all' in condition ? { all: inside(condition.all) } : {}),
    ...('any' in condition ? { any: inside(condition.any) } : {}),
    ...('not' in condition ? { not: translateCondition(condition.not, reasons) } : {}),
    ...(condition.because === undefined ? {} : { because: translateSentence(condition.because, reasons) }),
  };
}

function becausesOf(condition: Condition): string[] {
  const parts =
    'all' in condition ? condition.all : 'any' in condition ? condition.any : 'not' in condition ? [condition.not] : [];
  return [...(condition.because === undefined ? [] : [condition.because]), ...parts.flatMap(becausesOf)];
}

/** Sentences for the importer's report: each `because` without a translation, and each key that matches nothing. */
export function checkReasons(
  original: { rules: Rules; cases: readonly { why: string }[] },
  reasons: Reasons,
): string[] {
  const needed = [...new Set(original.rules.all.flatMap(becausesOf))];
  const known = new Set([...needed, ...original.cases.map(({ why }) => why)]);
  return [
    ...needed
      .filter((text) => !Object.hasOwn(reasons, text))
      .map((text) => `scheme.reasons: no translation of "${text}"`),
    ...Object.keys(reasons)
      .filter((text) => !known.has(text))
      .map((text) => `scheme.reasons: the original's rules have no "${text}"`),
  ];
}
