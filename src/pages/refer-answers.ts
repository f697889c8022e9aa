import { isCtaAnswer, type CtaAnswer, type CtaAnswers } from '../features/referrals/judge-answers.ts';
import type { CtaDefinition, CtaQuestion } from '../features/referrals/cta-definition.ts';

/** As the form holds it: what was typed or ticked, by the question's id. */
export type Typed = Record<string, string[]>;

export const fieldOf = (id: string) => `q.${id}`;
/** Ticked by who has none of the options: an answer too. */
export const noneValue = '-';

export function readTyped({ questions }: CtaDefinition, form: URLSearchParams): Typed {
  return Object.fromEntries(questions.map(({ id }) => [id, form.getAll(fieldOf(id)).filter((text) => text.trim() !== '').slice(0, 40).map((text) => text.slice(0, 600))]));
}

/** undefined: left open; null: no answer to this question. */
export function readAnswer(question: CtaQuestion, typed: string[], today: string): CtaAnswer | null | undefined {
  const [first] = typed;
  if (first === undefined) return undefined;
  const value = valueOf(question, typed, first.trim());
  return isCtaAnswer(question, value, today) ? value : null;
}

function valueOf({ type, fact }: CtaQuestion, typed: string[], first: string): unknown {
  if (type === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (type === 'multiple') return typed.includes(noneValue) ? (typed.length === 1 ? [] : null) : [...new Set(typed)];
  if (type !== 'number') return fact === null && type === 'text' ? first.replace(/\r\n?/g, '\n') : first;
  const digits = first.normalize('NFKC').replace(/[,\s₹]/g, '');
  return /^\d{1,12}(?:\.\d{1,4})?$/.test(digits) ? Number(digits) : null;
}

export function readAll(definition: CtaDefinition, typed: Typed, today: string): CtaAnswers {
  const answers: CtaAnswers = {};
  for (const question of definition.questions) {
    const answer = readAnswer(question, typed[question.id] ?? [], today);
    if (answer !== undefined && answer !== null) answers[question.id] = answer;
  }
  return answers;
}

/** Answers that are known already, as the form would hold them. */
export function toTyped({ questions }: CtaDefinition, answers: CtaAnswers): Typed {
  return Object.fromEntries(questions.map(({ id }) => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    if (answer === undefined || answer === null) return [id, []];
    if (Array.isArray(answer)) return [id, answer.length === 0 ? [noneValue] : answer];
    return [id, [typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)]];
  }));
}
