import { isDay } from '../schemes/days.ts';
import { evaluate, type Verdict } from '../schemes/evaluate.ts';
import { type Answers, isAnswer } from '../schemes/facts.ts';
import type { CtaDefinition, CtaQuestion } from './cta-definition.ts';
import { problem, type Problem } from '../../platform/wire/problem.ts';

export type CtaAnswer = string | number | boolean | string[];
/** By question id. Absent or null: unanswered. */
export type CtaAnswers = Record<string, CtaAnswer | null>;
export type CtaResult = { eligible: boolean | null; reasons: string[]; missing: string[] };

/** Completed years between two ISO dates (`2026-11-21`). */
export function yearsBetween(birth: string, today: string): number {
  return Number(today.slice(0, 4)) - Number(birth.slice(0, 4)) - (today.slice(5) < birth.slice(5) ? 1 : 0);
}

/** Validates without coercion. @param today ISO date in India */
export function isCtaAnswer(question: CtaQuestion, value: unknown, today: string): value is CtaAnswer {
  if (question.type === 'date') return isDay(value) && value <= today && value >= '1900-01-01';
  if (question.fact) return isAnswer(question.fact, value);
  if (question.type === 'number') return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1e12;
  if (question.type === 'boolean') return typeof value === 'boolean';
  const known = (one: unknown) => typeof one === 'string' && question.options.some((option) => option.value === one);
  if (question.type === 'single') return known(value);
  if (question.type === 'multiple')
    return Array.isArray(value) && value.every(known) && new Set(value).size === value.length;
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= 500 &&
    !value.includes('\u0000') &&
    value.isWellFormed()
  );
}

/** Validation errors of the answers, each with its question id; empty when all are valid. */
export function problemsOfAnswers(
  { questions }: CtaDefinition,
  answers: CtaAnswers,
  today: string,
): { id: string; isUnknown: boolean; message: Problem }[] {
  const known = new Map(questions.map((question) => [question.id, question]));
  const wrong = Object.entries(answers).flatMap(([id, value]) => {
    const question = known.get(id);
    if (!question) return [{ id, isUnknown: true, message: problem('field.noQuestion') }];
    return value === null || isCtaAnswer(question, value, today)
      ? []
      : [{ id, isUnknown: false, message: problem('field.noAnswer') }];
  });
  const open = questions
    .filter(({ id, required }) => required && (!Object.hasOwn(answers, id) || answers[id] === null))
    .map(({ id }) => ({ id, isUnknown: false, message: problem('field.needed') }));
  return [...wrong, ...open];
}

export type CtaExplanation = Omit<CtaResult, 'reasons'> & { reasons: { verdict: Verdict; text: string }[] };

/** Evaluates the rules against answers: verdict, reasons and unanswered questions. Pure; expects validated answers. */
export function judgeAnswers(definition: CtaDefinition, answers: CtaAnswers, today: string): CtaResult {
  const { reasons, ...rest } = explainAnswers(definition, answers, today);
  return { ...rest, reasons: reasons.map(({ text }) => text) };
}

/** judgeAnswers with a verdict on each reason. */
export function explainAnswers(
  { questions, rules }: CtaDefinition,
  answers: CtaAnswers,
  today: string,
): CtaExplanation {
  const facts: Answers = {};
  for (const { id, fact, type } of questions) {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    if (fact && answer !== undefined && answer !== null)
      facts[fact] = type === 'date' ? yearsBetween(answer as string, today) : answer;
  }
  const { verdict, reasons, missing } = evaluate(rules, facts, today);
  return {
    eligible: verdict === 'yes' ? true : verdict === 'no' ? false : null,
    reasons: reasons.map(({ verdict, text }) => ({ verdict, text })),
    missing: questions.filter(({ fact }) => fact !== null && missing.includes(fact)).map(({ id }) => id),
  };
}
