import { expect, it } from 'vitest';
import { checkRules } from '../../schemes/rules.ts';
import { decided, openProposals, type Proposed, withCondition } from './decide-proposal.ts';

const age: Proposed = {
  condition: { fact: 'age', between: [18, 40] },
  quote: 'The applicant should be between 18 and 40 years of age.',
  refused: null,
};
const state: Proposed = { condition: { fact: 'state', eq: 'Bihar' }, quote: null, refused: null };
const decide = (one: Proposed, decision: Parameters<typeof decided>[1]) =>
  decided(one, decision, 'Asha Rao', '2026-11-22');

it('keeps an accepted condition with its words, who accepted it, and the day', () => {
  const mark = { reviewedBy: 'Asha Rao', reviewedOn: '2026-11-22' };
  expect(decide(age, { kind: 'accept' })).toEqual({ ...age.condition, quote: age.quote, ...mark });
  expect(decide(state, { kind: 'accept' })).toEqual({ ...state.condition, ...mark });
  const changed = { fact: 'age', between: [18, 45] } as const;
  expect(decide(age, { kind: 'change', condition: { ...changed, between: [18, 45] } })).toEqual({
    ...changed,
    quote: age.quote,
    ...mark,
  });
  expect(decide(age, { kind: 'refuse' })).toBeNull();
  const byWriter = decided(age, { kind: 'accept' }, null, '2026-11-22');
  expect(byWriter).toEqual({ ...age.condition, quote: age.quote });
});

it('adds it to the rules there are, which become version 2', () => {
  const rules = { version: 1, all: [{ fact: 'isWidow', eq: true }] };
  const next = withCondition(rules, decide(age, { kind: 'accept' })!);
  expect(checkRules(next).problems).toEqual([]);
  expect(next).toMatchObject({ version: 2, all: [rules.all[0], { fact: 'age' }] });
  expect(checkRules(withCondition(undefined, decide(state, { kind: 'accept' })!)).problems).toEqual([]);
});

it('proposes nothing twice, whether it was accepted as it was or changed', () => {
  const both = [age, state];
  expect(openProposals(both, undefined)).toEqual(both);
  const changed = decide(age, { kind: 'change', condition: { fact: 'age', between: [18, 45] } })!;
  expect(openProposals(both, { version: 2, all: [changed] })).toEqual([state]);
  expect(openProposals(both, { version: 1, all: [{ between: [18, 40], fact: 'age', because: 'Else.' }] })).toEqual([
    state,
  ]);
});
