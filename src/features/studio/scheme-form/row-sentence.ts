import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { asked, sayCondition } from '../../schemes/evaluate.ts';
import { factOf, isAnswer, type FactId, wordsOf } from '../../schemes/facts.ts';
import { type Comparison, type Condition, readRules } from '../../schemes/rules.ts';
import { type Row, type Sentence, writeRow } from './rule-rows.ts';

/** A row as one sentence, with the words that readers see in reasons. */
export function sayRow(row: Row): string {
  const say = words.sentences;
  if (row.kind === 'group') return say.groups[row.joint];
  if (row.kind === 'kept') return sayKept(row.raw);
  const { label } = wordsOf(row.fact);
  if (!isComplete(row)) return say.open(label);
  const { type } = factOf(row.fact);
  if (type === 'boolean') {
    const isYes = row.values.includes(true) !== row.isNegated;
    return (isYes ? say.yes : say.no)[row.fact] ?? say.part(label, isYes ? words.yes : words.no);
  }
  const what = asked({ fact: row.fact, comparison: comparisonOf(row), isNegated: row.isNegated });
  if (row.fact === 'state') return say.livesIn(what);
  return type === 'number' ? say.is(label, what) : say.part(label, what);
}

const comparisonOf = (row: Sentence): Comparison => {
  const { because: _, ...comparison } = writeRow({ ...row, raw: undefined, isNegated: false, basis: {} }) as Comparison;
  return comparison;
};

/** Whether every value is one that the fact may have. */
export function isComplete({ fact, how, values }: Sentence): boolean {
  return (
    values.length > 0 && values.every((value) => fitsFact(fact, value)) && (how !== 'between' || values.length === 2)
  );
}

export const fitsFact = (fact: FactId, value: unknown): boolean =>
  factOf(fact).type === 'multiple' ? isAnswer(fact, [value]) : isAnswer(fact, value);

/** What the form has no controls for: in the words of the reasons, else as it is written. */
function sayKept(raw: unknown): string {
  // Depth is counted from the top, where it is read alone.
  const { rules } = readRules({ version: 2, all: [raw] });
  return rules ? sayCondition(rules.all[0] as Condition) : JSON.stringify(raw);
}
