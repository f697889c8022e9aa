import type { HelplineSubject } from '../helplines/helplines.ts';
import type { ProcedureId } from './letters.contract.ts';

/** Languages of a finished letter. */
export const letterLanguages = ['en', 'hi'] as const;
export type LetterLanguage = (typeof letterLanguages)[number];

/** The same words in both languages of the letters. */
export type Words = Record<LetterLanguage, string>;

/** `readOn`: the day on which the stored page was read; null: not checked yet. */
export type Source = { title: string; url: string; readOn: string | null; official: boolean };

export type Question = {
  id: string;
  /** `line`: one line; `long`: several; `last-four`: four digits; `amount`: whole rupees; `yes`: a tick. */
  kind: 'line' | 'long' | 'date' | 'choice' | 'yes' | 'amount' | 'days' | 'last-four';
  label: Words;
  help?: Words;
  isRequired?: true;
  /** Of a choice; the first is chosen at the start. */
  options?: { value: string; label: Words }[];
  /** Needed only with one of these answers to an earlier choice; otherwise it is ignored. */
  onlyWith?: { question: string; oneOf: string[] };
  /** Of a date: the day on which the law came into force. */
  earliest?: string;
  /** Of a date: may lie up to 60 days ahead. Otherwise up to today. */
  mayBeAhead?: true;
  /** UTF-16 units and lines at most, where fewer than `longestAnswers` says. */
  most?: { characters: number; lines: number };
  autoComplete?: string;
};

/** Checked answers by question; what was not answered is missing, a tick is 'yes'. */
export type Answers = Partial<Record<string, string>>;

/** A period that a law gives, as data. */
export type Period = {
  count: number;
  /** `hours` are counted as whole days and never moved by a holiday. */
  unit: 'days' | 'months' | 'hours';
  law: Words;
  /** Null where no law gives the period. */
  source: Source | null;
};

/**
 * Whose holidays move the end of a period. `central`: offices of the Central Government, in the years whose list is in
 * the table. `national`: every other office; only the three national days are known, because each State has its own.
 */
export type HolidayList = 'central' | 'national';

/** A period that has begun. */
export type Deadline = { period: Period; from: string; holidays: HolidayList; extraDays?: number };

export type NextLetter = {
  procedure: ProcedureId;
  /** The next letter is possible on the day after this one has passed; null where no law says when. */
  after: Deadline | null;
  /** Facts for the next form. */
  carry: Answers;
  /** Answers of the next form, by what happened. */
  noAnswer: Answers;
  refused: Answers;
};

/** What a procedure makes of its answers. */
export type Plan = {
  office: Words;
  fee: { amount: number | null; note: Words };
  enclosures: Words[];
  /** When an answer is due; null where no law says. */
  due: Deadline | null;
  next: NextLetter | null;
  /** The office is the Centre's, and answers for what is complained of on pgportal.gov.in (CPGRAMS). */
  isOnCpgrams?: boolean;
  notes: Words[];
  subject: Words;
  /** Paragraphs. */
  body: Record<LetterLanguage, string[]>;
};

export type Procedure = {
  id: ProcedureId;
  title: Words;
  /** Words that with any word of trouble ('late', 'refused', 'nahi') make a search one for this letter. */
  subjects: string;
  about: Words;
  basis: Words;
  helpline: HelplineSubject;
  howToSend: Words[];
  questions: Question[];
  sources: Source[];
  plan(answers: Answers, facts: { today: string; language: LetterLanguage }): Plan;
};
