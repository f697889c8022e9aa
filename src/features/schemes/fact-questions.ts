import { thirdPerson } from '../../messages/third-person.ts';
import { factIds, factOf, type FactId, labelOfOption, wordsOf } from './facts.ts';
import type { FactQuestion } from './schemes.contract.ts';

/** A fact's question as shown in a form. @param isOfOther asked about somebody else, not about the reader */
export function questionOf(id: FactId, isOfOther = false): FactQuestion {
  const say = (text: string) => (isOfOther ? thirdPerson.of(text) : text);
  const fact = factOf(id);
  const { label, question, note } = wordsOf(id);
  return {
    id,
    type: fact.type,
    label: say(label),
    question: say(question),
    note: note === undefined ? null : say(note),
    options: 'options' in fact ? fact.options.map((value) => ({ value, label: say(labelOfOption(id, value)) })) : [],
    min: fact.type === 'number' ? fact.min : null,
    max: fact.type === 'number' ? fact.max : null,
    unit: fact.type === 'number' ? fact.unit : null,
  };
}

export const allQuestions = (): FactQuestion[] => factIds.map((id) => questionOf(id));
