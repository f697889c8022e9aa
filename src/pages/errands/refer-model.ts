import type { CtaQuestion } from '../../features/referrals/cta-definition.ts';
import type { CtaExplanation } from '../../features/referrals/judge-answers.ts';
import type { Typed } from './refer-answers.ts';

export type KeepForm = {
  name: string;
  mobile: string;
  hasAgreed: boolean;
  errors: { name?: string; mobile?: string; consent?: string; form?: string };
  /** Set after the referral was stored. */
  referralId: number | null;
};

type Common = {
  lang: string;
  title: string;
  description: string;
  path: string;
  isActive: boolean;
  typed: Typed;
  questions: CtaQuestion[];
  today: string;
  /** The day of the last check, where the next one is overdue. */
  checkedLongAgo: string | null;
};

export type Asking = Common & { step: 'ask'; at: number; problem: string | null };

export type Answered = Common & {
  step: 'result';
  result: CtaExplanation;
  /** From the call to action's scheme. */
  alsoCheck: string[];
  nextSteps: string[];
  papers: string[];
  officialUrl: string;
  helpline: string | null;
  articlePath: string | null;
  keep: KeepForm;
};

export type ReferModel = Asking | Answered;
