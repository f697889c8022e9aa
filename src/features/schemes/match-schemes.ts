import type { Listing } from '../../platform/wire.ts';
import { evaluate, type Verdict } from './evaluate.ts';
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

/** One scheme, with what the answers say of it and why. */
export function explainMatch({ rules, ...scheme }: Ruled, answers: Answers): SchemeMatch {
  const { verdict, reasons, missing } = evaluate(rules, answers);
  return { scheme, outcome: outcomeOf[verdict], reasons, missing };
}

export const countsOf = ({ mayFit, needsAnswers, doesNotFit }: Found<unknown>): Matches['counts'] => ({
  mayBeEligible: mayFit.length,
  needsAnswers: needsAnswers.length,
  notEligible: doesNotFit.length,
});

/** A page of what the answers say: what may fit, then what needs answers, then what does not fit. Reasons are only worked out for the page. */
export function matchSchemes(compiled: CompiledSchemes<Ruled>, query: MatchQuery): Matches {
  const { page = 1, pageSize = 10, outcome, answers } = query;
  const found = findSchemes(compiled, answers);
  const groups: Record<Outcome, Ruled[]> = {
    MAY_BE_ELIGIBLE: found.mayFit,
    NEEDS_ANSWERS: found.needsAnswers.map(({ scheme }) => scheme),
    NOT_ELIGIBLE: found.doesNotFit,
  };
  const all = outcome === undefined ? Object.values(groups).flat() : groups[outcome];
  return {
    data: all.slice((page - 1) * pageSize, page * pageSize).map((scheme) => explainMatch(scheme, answers)),
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
