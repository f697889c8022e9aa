import { type Spoken, thirdPerson } from '../../messages/third-person.ts';
import { type Answers, factIds, factOf, type FactId, labelOfOption, wordsOf } from './facts.ts';
import type { FactQuestion } from './schemes.contract.ts';

/** Whom a question is about: the reader, somebody unnamed, or somebody of the family. */
export type About = 'reader' | 'other' | Spoken;

type Member = { relation?: string | undefined; firstName?: string | undefined };

/** How questions name a person: 'your mother' once her gender is answered, by name until then. */
export function spokenOf({ relation, firstName }: Member, { gender: answer }: Answers): About {
  if (relation === undefined || relation === 'SELF') return 'reader';
  const gender = answer === 'woman' || answer === 'man' ? answer : null;
  const { nouns } = thirdPerson;
  const noun = gender && (relation === 'PARENT' || relation === 'SPOUSE') ? nouns[relation][gender] : firstName;
  return noun ? { noun, gender } : 'other';
}

/** A fact's question as shown in a form. */
export function questionOf(id: FactId, about: About = 'reader'): FactQuestion {
  const phrase = (text: string, isQuestion = false) =>
    about === 'reader'
      ? text
      : about === 'other'
        ? thirdPerson.of(text)
        : thirdPerson.about(text, about.noun, about.gender, isQuestion);
  const fact = factOf(id);
  const { label, question, note } = wordsOf(id);
  return {
    id,
    type: fact.type,
    label: phrase(label),
    question: phrase(question, true),
    note: note === undefined ? null : phrase(note),
    options: 'options' in fact ? fact.options.map((value) => ({ value, label: phrase(labelOfOption(id, value)) })) : [],
    min: fact.type === 'number' ? fact.min : null,
    max: fact.type === 'number' ? fact.max : null,
    unit: fact.type === 'number' ? fact.unit : null,
  };
}

export const allQuestions = (): FactQuestion[] => factIds.map((id) => questionOf(id));
