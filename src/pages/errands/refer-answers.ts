import { isCtaAnswer, type CtaAnswer, type CtaAnswers } from '../../features/referrals/judge-answers.ts';
import type { CtaDefinition, CtaQuestion } from '../../features/referrals/cta-definition.ts';
import { fieldOf, readFormValue, toFormValues } from '../../features/schemes/form-answers.ts';

/** Raw form values by question id. */
export type Typed = Record<string, string[]>;

export function readTyped({ questions }: CtaDefinition, form: URLSearchParams): Typed {
  return Object.fromEntries(
    questions.map(({ id }) => [
      id,
      form
        .getAll(fieldOf(id))
        .filter((text) => text.trim() !== '')
        .slice(0, 40)
        .map((text) => text.slice(0, 600)),
    ]),
  );
}

/** undefined: unanswered; null: invalid. */
export function readAnswer(question: CtaQuestion, typed: string[], today: string): CtaAnswer | null | undefined {
  const value = readFormValue(question.type, typed);
  return value === undefined || isCtaAnswer(question, value, today) ? value : null;
}

export function readAll(definition: CtaDefinition, typed: Typed, today: string): CtaAnswers {
  const answers: CtaAnswers = {};
  for (const question of definition.questions) {
    const answer = readAnswer(question, typed[question.id] ?? [], today);
    if (answer !== undefined && answer !== null) answers[question.id] = answer;
  }
  return answers;
}

/** Inverse of readAnswer: known answers as form values. */
export const toTyped = ({ questions }: CtaDefinition, answers: CtaAnswers): Typed =>
  Object.fromEntries(questions.map(({ id }) => [id, toFormValues(Object.hasOwn(answers, id) ? answers[id] : null)]));
