import { type Answer, type Answers, factIds, factOf, type FactId, isAnswer } from './facts.ts';

export const fieldOf = (id: FactId) => `q.${id}`;
/** Ticked by who has none of the options: an answer too. */
export const noneValue = '-';
export const skipField = 'skip';

const inLatinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** What a form holds for a question. undefined: left open; null: no answer to it. */
export function readFormAnswer(id: FactId, values: string[]): Answer | null | undefined {
  const typed = values.filter((text) => text.trim() !== '').slice(0, 40);
  const [first] = typed;
  if (first === undefined) return undefined;
  const value = valueOf(id, typed, first.trim());
  return isAnswer(id, value) ? value : null;
}

function valueOf(id: FactId, typed: string[], first: string): unknown {
  const { type } = factOf(id);
  if (type === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (type === 'multiple') return typed.includes(noneValue) ? (typed.length === 1 ? [] : null) : [...new Set(typed)];
  if (type !== 'number') return first;
  const digits = inLatinDigits(first.normalize('NFKC')).replace(/[,\s₹]/g, '');
  return /^\d{1,12}(?:\.\d{1,4})?$/.test(digits) ? Number(digits) : null;
}

/** An answer as a form holds it. */
export function toFormValues(answer: Answer | null | undefined): string[] {
  if (answer === null || answer === undefined) return [];
  if (Array.isArray(answer)) return answer.length === 0 ? [noneValue] : answer;
  return [typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer)];
}

/** All that a form carries; what is no answer is left out, what was skipped is null. */
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
