import type { Listing } from '../../platform/wire.ts';
import { evaluate, type Verdict } from './evaluate.ts';
import { questionOf } from './fact-questions.ts';
import { type CompiledSchemes, findSchemes } from './find-schemes.ts';
import type { FactQuestion, MatchQuery, Outcome, SchemeCard, SchemeMatch } from './schemes.contract.ts';
import type { Rules } from './rules.ts';

export type Matches = Listing<SchemeMatch> & { counts: { mayBeEligible: number; needsAnswers: number; notEligible: number }; nextQuestion: FactQuestion | null };

const outcomeOf: Record<Verdict, Outcome> = { yes: 'MAY_BE_ELIGIBLE', unknown: 'NEEDS_ANSWERS', no: 'NOT_ELIGIBLE' };

/** A page of what the answers say: what may fit, then what needs answers, then what does not fit. Reasons are only worked out for the page. */
export function matchSchemes(compiled: CompiledSchemes<SchemeCard & { rules: Rules }>, query: MatchQuery): Matches {
  const { page = 1, pageSize = 10, outcome } = query;
  const { mayFit, needsAnswers, doesNotFit, nextQuestion } = findSchemes(compiled, query.answers);
  const all = [
    ...(outcome === undefined || outcome === 'MAY_BE_ELIGIBLE' ? mayFit : []),
    ...(outcome === undefined || outcome === 'NEEDS_ANSWERS' ? needsAnswers.map(({ scheme }) => scheme) : []),
    ...(outcome === undefined || outcome === 'NOT_ELIGIBLE' ? doesNotFit : []),
  ];
  const data = all.slice((page - 1) * pageSize, page * pageSize).map(({ rules, ...card }): SchemeMatch => {
    const { verdict, reasons, missing } = evaluate(rules, query.answers);
    return { scheme: card, outcome: outcomeOf[verdict], reasons, missing };
  });
  return {
    data, page, pageSize, total: all.length, totalIsCapped: false, hasMore: page * pageSize < all.length, nextCursor: null,
    counts: { mayBeEligible: mayFit.length, needsAnswers: needsAnswers.length, notEligible: doesNotFit.length },
    nextQuestion: nextQuestion === null ? null : questionOf(nextQuestion),
  };
}
