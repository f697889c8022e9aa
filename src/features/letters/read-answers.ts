import { letters } from '../../messages/letters.ts';
import { formatDay } from './due-day.ts';
import { addDays, type Day, isDay } from './indian-days.ts';
import { longestAnswers } from './letters.contract.ts';
import type { Answers, Procedure, Question } from './procedure.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';
import { hasCharacters } from '../../platform/text/visible-text.ts';

export type Given = Record<string, string | number | boolean>;
export type Problem = { path: string; message: string };
type Checked = { answers: Answers; problems: Problem[]; unknown: string[] };

const mostAhead = 60;
// Direction marks and invisible spaces could make a letter read otherwise than it was written; joiners belong to Hindi.
const invisible = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/gu;
const devanagariDigits = (text: string) =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

const clean = (text: string) =>
  normaliseUnicode(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(invisible, ''), 'NFC');

/** Whether the question applies, given the answers before it. */
export const isApplicable = ({ onlyWith }: Question, answers: Answers): boolean =>
  !onlyWith || onlyWith.oneOf.includes(answers[onlyWith.question] ?? '');

type Read = { value?: string; problem?: string };
const wrong = (problem: string): Read => ({ problem });

function readText(text: string, { kind, most }: Question): Read {
  const isLine = kind === 'line';
  const value = isLine ? text.replaceAll(/\s+/g, ' ').trim() : text.trim().replaceAll(/\n{3,}/g, '\n\n');
  const longest = most?.characters ?? (isLine ? longestAnswers.line : longestAnswers.long);
  const lines = most?.lines ?? longestAnswers.lines;
  if (value.length > longest) return wrong(letters.tooLong(longest));
  if (value.split('\n').length > lines) return wrong(letters.tooManyLines(lines));
  return { value };
}

function readDate(text: string, { earliest, mayBeAhead }: Question, today: Day): Read {
  if (!isDay(text)) return wrong(letters.badDay);
  if (earliest && text < earliest) return wrong(letters.beforeLaw(formatDay(earliest)));
  if (text > today && !mayBeAhead) return wrong(letters.inFuture);
  return text > addDays(today, mostAhead) ? wrong(letters.tooFarAhead) : { value: text };
}

function readNumber(text: string, most: number, problem: string): Read {
  const digits = devanagariDigits(text).replaceAll(/[\s,₹]/g, '');
  return /^\d{1,12}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= most
    ? { value: String(Number(digits)) }
    : wrong(problem);
}

function readOne(question: Question, given: string | number | boolean, today: Day): Read {
  const { kind, options } = question;
  if (kind === 'yes') {
    if (given === true || given === 'yes') return { value: 'yes' };
    return given === false || given === 'no' || given === '' ? {} : wrong(letters.tick);
  }
  if (typeof given === 'number' && (kind === 'amount' || kind === 'days'))
    return readOne(question, String(given), today);
  if (typeof given !== 'string') return wrong(letters.asText);
  const text = clean(given);
  if (!hasCharacters(text, 1)) return {};
  switch (kind) {
    case 'date':
      return readDate(text.trim(), question, today);
    case 'choice':
      return options?.some(({ value }) => value === text) ? { value: text } : wrong(letters.chooseOne);
    case 'amount':
      return readNumber(text, 999_999_999_999, letters.badAmount);
    case 'days':
      return readNumber(text, 180, letters.badDays);
    case 'last-four': {
      const digits = devanagariDigits(text.trim());
      return /^\d{4}$/.test(digits) ? { value: digits } : wrong(letters.fourDigits);
    }
    default:
      return readText(text, question);
  }
}

/** The letter cannot arrive before what it tells of, and no reply comes before what it answers. */
function findDisorder(questions: Question[], answers: Answers, today: Day): Problem[] {
  const days = questions.filter(({ kind, id }) => kind === 'date' && answers[id] !== undefined);
  const before = (question: Question, others: Question[]) =>
    others.some(({ id }) => (answers[id] ?? '') > (answers[question.id] ?? today));
  return days.flatMap((question, at) => {
    const isLast = question.id === 'receivedOn';
    const isReply = question.id === 'repliedOn';
    const isWrong = (isLast || isReply) && before(question, days.slice(0, at));
    return isWrong ? [{ path: question.id, message: letters.outOfOrder }] : [];
  });
}

/**
 * Checks the answers to a procedure's questions. Answers to questions that do not apply are dropped.
 * @param today the day in India
 */
export function readAnswers({ questions }: Procedure, given: Given, today: Day): Checked {
  const answers: Answers = {};
  const problems: Problem[] = [];
  for (const question of questions) {
    if (!isApplicable(question, answers)) continue;
    const { id, isRequired } = question;
    const { value, problem } = Object.hasOwn(given, id) ? readOne(question, given[id]!, today) : ({} as Read);
    if (problem) problems.push({ path: id, message: problem });
    else if (value !== undefined && value !== '') answers[id] = value;
    else if (isRequired)
      problems.push({ path: id, message: question.kind === 'choice' ? letters.chooseOne : letters.needed });
  }
  const known = new Set(questions.map(({ id }) => id));
  return {
    answers,
    problems: [...problems, ...findDisorder(questions, answers, today)],
    unknown: Object.keys(given).filter((id) => !known.has(id)),
  };
}
