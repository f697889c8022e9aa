import { inOwnUnit } from './answer-units.ts';
import { type Answer, type Answers, type Fact, factIds, factOf, type FactId, isAnswer } from './facts.ts';

export const fieldOf = (id: string) => `q.${id}`;
/** Value of the 'none of these' checkbox: an answer, unlike an empty field. */
export const noneValue = '-';
export const skipField = 'skip';

// As in '₹ 1,20,000.50', with room for spaces. What is longer is not read at all.
const longestNumber = 60;
const inLatinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** A question's raw form value, not validated yet. undefined: unanswered; null: unparsable. */
export function readFormValue(type: Fact['type'] | 'date', values: string[]): unknown {
  const typed = values.filter((text) => text.trim() !== '').slice(0, 40);
  const first = typed[0]?.trim();
  if (first === undefined) return undefined;
  if (type === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (type === 'multiple') return typed.includes(noneValue) ? (typed.length === 1 ? [] : null) : [...new Set(typed)];
  if (type !== 'number') return first.replace(/\r\n?/g, '\n');
  if (first.length > longestNumber) return null;
  const digits = inLatinDigits(first.normalize('NFKC')).replace(/[,\s₹]/g, '');
  return /^\d{1,12}(?:\.\d{1,4})?$/.test(digits) ? Number(digits) : null;
}

/** A question's validated answer. undefined: unanswered; null: invalid. */
export function readFormAnswer(id: FactId, values: string[]): Answer | null | undefined {
  const fact = factOf(id);
  const typed = readFormValue(fact.type, values);
  // The unit is a second value under the same name; a unit alone is an unanswered field.
  const [, unit] = values.filter((text) => text.trim() !== '');
  if (fact.type === 'number' && values[0]?.trim() === '') return undefined;
  const value = typeof typed === 'number' ? inOwnUnit(id, typed, unit) : typed;
  return value === undefined || isAnswer(id, value) ? value : null;
}

/** Inverse of readFormAnswer. */
export function toFormValues(answer: Answer | null | undefined): string[] {
  if (answer === null || answer === undefined) return [];
  if (Array.isArray(answer)) return answer.length === 0 ? [noneValue] : answer;
  return [typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)];
}

/** All answers of a form: invalid ones are dropped, skipped ones are null. */
export function readFormAnswers(form: Pick<URLSearchParams, 'getAll'>): Answers {
  const skipped = new Set(form.getAll(skipField));
  const answers: Answers = {};
  for (const id of factIds) {
    const answer = readFormAnswer(id, form.getAll(fieldOf(id)));
    if (answer !== undefined && answer !== null) answers[id] = answer;
    else if (skipped.has(id)) answers[id] = null;
  }
  return answers;
}
