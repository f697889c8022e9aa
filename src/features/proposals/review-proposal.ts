import { parse as parseYaml } from 'yaml';
import { describeCondition } from '../schemes/evaluate.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import { checkRules, type Condition } from '../schemes/rules.ts';
import type { Proposal } from './propose-rules.ts';
import type { SourceScheme } from './scheme-source.ts';
import { plainLine } from './split-clauses.ts';

/** A condition in the syntax of front matter: `{ fact: age, gte: 18 }`. */
export function readTypedCondition(text: string): { condition: Condition } | { problem: string } {
  let value: unknown;
  try {
    value = parseYaml(text, { maxAliasCount: 0 });
  } catch {
    return { problem: 'That is no condition. Write it as { fact: age, gte: 18 }.' };
  }
  const { rules, problems } = checkRules({ version: 1, all: [value] });
  if (!rules)
    return { problem: problems.map((found) => `${found.path.slice(2).join('.')}: ${wordProblem(found)}`).join('; ') };
  return { condition: rules.all[0]! };
}

/** The text with each condition's words marked by its number. @param mark wraps words for display on a terminal */
export function markedText(
  scheme: SourceScheme,
  spans: Proposal['spans'],
  mark: (words: string, number: number) => string,
): string[] {
  const quotes = spans.flatMap(({ quote }, index) => (quote === null ? [] : [{ quote, number: index + 1 }]));
  const sections: [string, string][] = [
    ['', scheme.details],
    ['Who can get it:', scheme.eligibility],
    ['Who cannot:', scheme.exclusions],
  ];
  return sections.flatMap(([title, text]) => {
    const lines = text
      .split('\n')
      .map((line) => plainLine(line).replace(/\p{Cc}/gu, ''))
      .filter((line) => /\p{L}/u.test(line))
      .map((line) => markLine(line, quotes, mark));
    // Of the aims, only lines that a condition quotes: the rest is long and irrelevant here.
    const shown = title === '' ? lines.filter(({ isMarked }) => isMarked) : lines;
    return shown.length === 0 ? [] : [title, ...shown.map((line) => line.text)].filter((line) => line !== '');
  });
}

function markLine(
  line: string,
  quotes: { quote: string; number: number }[],
  mark: (words: string, number: number) => string,
): { text: string; isMarked: boolean } {
  const found = quotes
    .map(({ quote, number }) => ({ from: line.indexOf(quote), to: line.indexOf(quote) + quote.length, number }))
    .filter(({ from }) => from >= 0)
    .toSorted((one, other) => one.from - other.from);
  let text = '';
  let at = 0;
  for (const { from, to, number } of found) {
    if (from < at) {
      text += ` (${number})`;
      continue;
    }
    text += `${line.slice(at, from)}${mark(line.slice(from, to), number)}`;
    at = to;
  }
  return { text: text + line.slice(at), isMarked: found.length > 0 };
}

/** The prompt for the editor, with the condition worded as readers will see it. */
export const conditionLine = (condition: Condition, index: number, count: number): string =>
  `${index + 1} of ${count}  ${describeCondition(condition)}`;
