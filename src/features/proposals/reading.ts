import type { Condition } from '../schemes/rules.ts';
import type { Clause } from './split-clauses.ts';
import type { Subject } from './subjects.ts';

/** Subject of a condition; findings on the same topic are merged. */
export type Topic =
  | 'state'
  | 'area'
  | 'age'
  | 'gender'
  | 'category'
  | 'income'
  | 'earnings'
  | 'poverty'
  | 'student'
  | 'work'
  | 'unemployed'
  | 'governmentJob'
  | 'taxpayers'
  | 'providentFund'
  | 'bankAccount'
  | 'land'
  | 'household'
  | 'widow'
  | 'pregnant'
  | 'disability'
  | 'worker'
  | 'minority'
  | 'marriage'
  | 'education'
  | 'benefits';

/** A condition found in one sentence, or the reason why there is none. */
export type Finding = {
  topic: Topic;
  condition: Condition | null;
  clause: Clause;
  /** Range of the matched words in the clause. */
  at: [from: number, to: number];
  why: string;
  /** It admits people whom another sentence would exclude, so no condition on the topic is firm. */
  isLoosening: boolean;
};

/** What readers of single sentences know about the whole scheme. */
export type Context = {
  /** Eligibility and aims, joined. */
  text: string;
  /** Name and aims. */
  aims: string;
  clauses: Clause[];
  state: string | null;
  level: 'central' | 'state' | 'unknown';
  hasApplicant: boolean;
  subjectOf(clause: Clause): Subject;
  /** The benefit goes to a family member of the worker, soldier or other person whom the text describes. */
  isForRelatives: boolean;
  /** Conditions apply to the worker (soldier, member), not to the family member. */
  asksTheWorker: boolean;
  /** Wedding assistance: bride and applicant may be two people. */
  isForMarriage: boolean;
  /** Open to others than students: graduates, young professionals. */
  takesGraduates: boolean;
  /** An award or prize for an achievement. */
  isForAchievement: boolean;
  /** Name and eligibility text. */
  askedText: string;
  /** Text that mentions the stage of education. */
  studyText: string;
};

export type Reader = (clause: Clause, context: Context) => Finding[];

export const firm = (topic: Topic, condition: Condition, clause: Clause): Finding => ({
  topic,
  condition,
  clause,
  at: [0, clause.text.length],
  why: '',
  isLoosening: false,
});

export const left = (topic: Topic, clause: Clause, why: string, isLoosening = false): Finding => ({
  topic,
  condition: null,
  clause,
  at: [0, clause.text.length],
  why,
  isLoosening,
});

/** Words allowed between 'be' and the noun ('a registered small'), but none that leads to a different noun. */
export const filler = String.raw`(?:(?!(?:not|to|for|by|of|from|with|in|under|at|on|that|which|and|or|than|supplied|given)\b)[a-z()-]+[\s/]+)`;
