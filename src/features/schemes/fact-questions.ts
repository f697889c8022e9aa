import { factIds, factOf, type FactId, labelOfOption, wordsOf } from './facts.ts';
import type { FactQuestion } from './schemes.contract.ts';

/** A fact's question as shown in a form. */
export function questionOf(id: FactId): FactQuestion {
  const fact = factOf(id);
  const { label, question, note } = wordsOf(id);
  return {
    id,
    type: fact.type,
    label,
    question,
    note: note ?? null,
    options: 'options' in fact ? fact.options.map((value) => ({ value, label: labelOfOption(id, value) })) : [],
    min: fact.type === 'number' ? fact.min : null,
    max: fact.type === 'number' ? fact.max : null,
    unit: fact.type === 'number' ? fact.unit : null,
  };
}

export const allQuestions = (): FactQuestion[] => factIds.map(questionOf);
