import { type Answer, type Answers, type Fact, factIds, factOf, type FactId, isAnswer } from './facts.ts';

export const fieldOf = (id: string) => `q.${id}`;
/** Ticked by who has none of the options: an answer too. */
export const noneValue = '-';
export const skipField = 'skip';

const inLatinDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** What a form holds for a question of this type; not judged yet. undefined: left open; null: no answer to any. */
export function readFormValue(type: Fact['type'] | 'date', values: string[]): unknown {
  const typed = values.filter((text) => text.trim() !== '').slice(0, 40);
  const first = typed[0]?.trim();
  if (first === undefined) return undefined;
  if (type === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (type === 'multiple') return typed.includes(noneValue) ? (typed.length === 1 ? [] : null) : [...new Set(typed)];
  if (type !== 'number') return first.replace(/\r\n?/g, '\n');
  const digits = inLatinDigits(first.normalize('NFKC')).replace(/[,\s₹]/g, '');
  return /^\d{1,12}(?:\.\d{1,4})?$/.test(digits) ? Number(digits) : null;
}

/** The answer that a form holds. undefined: left open; null: no answer to this question. */
export function readFormAnswer(id: FactId, values: string[]): Answer | null | undefined {
  const value = readFormValue(factOf(id).type, values);
  return value === undefined || isAnswer(id, value) ? value : null;
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
