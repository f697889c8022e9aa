import type { Listing } from '../../platform/wire/wire.ts';
import { alsoCheckOf, evaluate, type Verdict } from './evaluate.ts';
import { questionOf } from './fact-questions.ts';
import type { Answers } from './facts.ts';
import { type CompiledSchemes, findSchemes, type Found } from './find-schemes.ts';
import type { FactQuestion, MatchQuery, Outcome, SchemeCard, SchemeMatch } from './schemes.contract.ts';
import type { Rules } from './rules.ts';

export type Matches = Listing<SchemeMatch> & {
  counts: { mayBeEligible: number; needsAnswers: number; notEligible: number };
  nextQuestion: FactQuestion | null;
};

const outcomeOf: Record<Verdict, Outcome> = { yes: 'MAY_BE_ELIGIBLE', unknown: 'NEEDS_ANSWERS', no: 'NOT_ELIGIBLE' };

type Ruled = SchemeCard & { rules: Rules };

/** One scheme with its verdict on a date, and the reasons. */
export function explainMatch({ rules, ...scheme }: Ruled, answers: Answers, day: string): SchemeMatch {
  const { verdict, reasons, missing } = evaluate(rules, answers, day);
  const alsoCheck = alsoCheckOf(scheme, { verdict, reasons, missing });
  return { scheme, outcome: outcomeOf[verdict], reasons, missing, alsoCheck };
}

export const countsOf = ({ mayFit, needsAnswers, doesNotFit }: Found<unknown>): Matches['counts'] => ({
  mayBeEligible: mayFit.length,
  needsAnswers: needsAnswers.length,
  notEligible: doesNotFit.length,
});

/** One page of matches: eligible, then undecided, then not eligible. Reasons are computed for this page only. */
export function matchSchemes(compiled: CompiledSchemes<Ruled>, query: MatchQuery, day: string): Matches {
  const { page = 1, pageSize = 10, outcome, answers } = query;
  const found = findSchemes(compiled, answers);
  const groups: Record<Outcome, Ruled[]> = {
    MAY_BE_ELIGIBLE: found.mayFit,
    NEEDS_ANSWERS: found.needsAnswers.map(({ scheme }) => scheme),
    NOT_ELIGIBLE: found.doesNotFit,
  };
  const all = outcome === undefined ? Object.values(groups).flat() : groups[outcome];
  return {
    data: all.slice((page - 1) * pageSize, page * pageSize).map((scheme) => explainMatch(scheme, answers, day)),
    page,
    pageSize,
    total: all.length,
    totalIsCapped: false,
    hasMore: page * pageSize < all.length,
    nextCursor: null,
    counts: countsOf(found),
    nextQuestion: found.nextQuestion === null ? null : questionOf(found.nextQuestion),
  };
}
