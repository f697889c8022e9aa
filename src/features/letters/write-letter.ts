import { letters } from '../../messages/letters.ts';
import { helplinesFor } from '../helplines/helplines.ts';
import { holidaySource } from './holidays.ts';
import { dayAfter, dueDay, formatDay, holidaysOf } from './due-day.ts';
import { type Day, dayInWords } from './indian-days.ts';
import type { ProcedureId, WrittenLetter } from './letters.contract.ts';
import type { Answers, LetterLanguage, Plan, Procedure, Source, Words } from './procedure.ts';
import { sources } from './sources.ts';

const forms = {
  en: {
    date: 'Date',
    to: 'To',
    subject: 'Subject',
    greeting: 'Sir/Madam,',
    enclosures: 'Enclosures',
    closing: 'Yours faithfully,',
    signature: '(Signature)',
    place: 'From',
  },
  hi: {
    date: 'दिनांक',
    to: 'सेवा में',
    subject: 'विषय',
    greeting: 'महोदय/महोदया,',
    enclosures: 'संलग्नक',
    closing: 'भवदीय/भवदीया,',
    signature: '(हस्ताक्षर)',
    place: 'प्रेषक',
  },
};

/** The letter as plain text; empty lines separate its parts. */
function compose(plan: Plan, answers: Answers, language: LetterLanguage, day: Day): string {
  const form = forms[language];
  const { name = '', address = '', phone = '' } = answers;
  return [
    [`${form.place}:`, name, address, phone].filter(Boolean).join('\n'),
    `${form.date}: ${dayInWords(day, language)}`,
    `${form.to}\n${plan.office[language]}`,
    `${form.subject}: ${plan.subject[language]}`,
    form.greeting,
    ...plan.body[language],
    `${form.enclosures}:\n${plan.enclosures.map((one, at) => `${at + 1}. ${one[language]}`).join('\n')}`,
    `${form.closing}\n\n${form.signature}\n${name}`,
  ].join('\n\n');
}

export type Finished = {
  letter: string;
  plan: Plan;
  /** Null where no law says. */
  dueOn: Day | null;
  next: { procedure: ProcedureId; from: Day } | null;
  /** How the days were counted. */
  counted: string[];
  sources: Source[];
};

/** @param today the day in India; @param answers checked by `readAnswers` */
export function writeLetter(procedure: Procedure, language: LetterLanguage, answers: Answers, today: Day): Finished {
  const plan = procedure.plan(answers, { today, language });
  const { due, next } = plan;
  const received = answers.receivedOn ?? today;
  const byTable = due !== null && holidaysOf(due) === 'central';
  return {
    letter: compose(plan, answers, language, received < today ? received : today),
    plan,
    dueOn: due && dueDay(due),
    next: next?.after ? { procedure: next.procedure, from: dayAfter(next.after) } : null,
    counted: due ? [letters.countedFrom(formatDay(due.from)), letters.counted[holidaysOf(due)]] : [],
    sources: [...procedure.sources, sources.legalAid, ...(byTable ? [holidaySource] : [])],
  };
}

const oneLine = (words: Words, language: LetterLanguage) => words[language].replaceAll('\n', ', ');

/** What the API answers; call it in the language of the letter. */
export function toWrittenLetter(finished: Finished, language: LetterLanguage): WrittenLetter {
  const { letter, plan, dueOn, next, counted, sources: known } = finished;
  return {
    letter,
    office: oneLine(plan.office, language),
    fee: { amount: plan.fee.amount, note: plan.fee.note[language] },
    enclosures: plan.enclosures.map((one) => one[language]),
    dueOn,
    next,
    sources: known,
    notes: [
      ...plan.notes.map((one) => one[language]),
      ...counted,
      `${letters.noAdvice} ${letters.legalAid(helplinesFor('legal-aid')[0]!.number)}`,
    ],
  };
}
