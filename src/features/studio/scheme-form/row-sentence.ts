import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { requirementOf, describeCondition } from '../../schemes/evaluate.ts';
import { factOf, isAnswer, type FactId, wordsOf } from '../../schemes/facts.ts';
import { type Comparison, type Condition, readRules } from '../../schemes/rules.ts';
import { type Row, type Sentence, writeRow } from './rule-rows.ts';

/** A row as one sentence, with the words that readers see in reasons. */
export function describeRow(row: Row): string {
  const sentences = words.sentences;
  if (row.kind === 'group') return sentences.groups[row.joint];
  if (row.kind === 'kept') return describeRaw(row.raw);
  const { label } = wordsOf(row.fact);
  if (!isComplete(row)) return sentences.open(label);
  const { type } = factOf(row.fact);
  if (type === 'boolean') {
    const isYes = row.values.includes(true) !== row.isNegated;
    return (isYes ? sentences.yes : sentences.no)[row.fact] ?? sentences.part(label, isYes ? words.yes : words.no);
  }
  const what = requirementOf({ fact: row.fact, comparison: comparisonOf(row), isNegated: row.isNegated });
  if (row.fact === 'state') return sentences.livesIn(what);
  return type === 'number' ? sentences.is(label, what) : sentences.part(label, what);
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
function describeRaw(raw: unknown): string {
  // Depth is counted from the top, where it is read alone.
  const { rules } = readRules({ version: 2, all: [raw] });
  return rules ? describeCondition(rules.all[0] as Condition) : JSON.stringify(raw);
}
