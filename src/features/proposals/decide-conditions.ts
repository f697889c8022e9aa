import type { Condition, Rules } from '../schemes/rules.ts';
import type { Proposal } from './propose-rules.ts';

/** An editor's decisions on one scheme. Refused conditions are not in the rules. */
export type Review = {
  name: string;
  rules: Rules | null;
  /** Whether the rules cover all of the text; otherwise readers are told that only some points were checked. */
  isComplete: boolean;
  refused: { condition: Condition; quote: string | null }[];
  reviewedBy: string;
  reviewedOn: string;
};
export type Decision = { kind: 'accept' } | { kind: 'refuse' } | { kind: 'change'; condition: Condition };

/** @param decisions one for each proposed condition, in the same order */
export function reviewOf(
  proposal: Pick<Proposal, 'name' | 'rules' | 'spans'>,
  decisions: Decision[],
  { by, on, isComplete }: { by: string; on: string; isComplete: boolean },
): Review {
  const proposed = proposal.rules?.all ?? [];
  const quoteAt = (index: number) => proposal.spans.find(({ path }) => path === `all.${index}`)?.quote ?? null;
  const all = proposed.flatMap((own, index): Rules['all'] => {
    const decision = decisions[index] ?? { kind: 'refuse' };
    if (decision.kind === 'refuse') return [];
    const quote = quoteAt(index);
    const condition = decision.kind === 'change' ? decision.condition : own;
    return [{ ...condition, ...(quote === null ? {} : { quote }), reviewedBy: by, reviewedOn: on }];
  });
  return {
    name: proposal.name,
    rules: all.length > 0 ? { version: 2, all } : null,
    isComplete: isComplete && all.length > 0,
    refused: proposed.flatMap((condition, index) =>
      (decisions[index] ?? { kind: 'refuse' }).kind === 'refuse' ? [{ condition, quote: quoteAt(index) }] : [],
    ),
    reviewedBy: by,
    reviewedOn: on,
  };
}
