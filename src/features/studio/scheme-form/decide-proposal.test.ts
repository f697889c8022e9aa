import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { proposeRules } from '../../proposals/propose-rules.ts';
import { readScheme } from '../../proposals/scheme-source.ts';
import { checkRules } from '../../schemes/rules.ts';
import { decided, openProposals, type Proposed, withCondition } from './decide-proposal.ts';
import { sameJson } from './same-json.ts';

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

const sentence = 'The applicant should be a girl aged between 14 and 18 years.';
const girls: Proposed[] = [
  { condition: { fact: 'age', between: [14, 18] }, quote: sentence, refused: null },
  { condition: { fact: 'gender', eq: 'woman' }, quote: sentence, refused: null },
];

it('accepting or changing one condition of a sentence leaves its others open', () => {
  const [girlsAge, gender] = girls as [Proposed, Proposed];
  const accepted = (one: Proposed) => withCondition(undefined, decide(one, { kind: 'accept' })!);
  expect(openProposals(girls, accepted(girlsAge))).toEqual([gender]);
  expect(openProposals(girls, accepted(gender))).toEqual([girlsAge]);
  const changed = decide(girlsAge, { kind: 'change', condition: { fact: 'age', between: [13, 18] } })!;
  expect(openProposals(girls, withCondition(undefined, changed))).toEqual([gender]);
  expect(openProposals(girls, withCondition(accepted(gender), changed))).toEqual([]);
});

it('of two alike in one sentence, a changed one hides neither until both have their rule', () => {
  const limits = [100_000, 200_000].map((lte): Proposed => ({
    condition: { fact: 'householdIncome', lte },
    quote: 'Income at most 1 lakh, or 2 lakh in towns.',
    refused: null,
  }));
  const changed = (lte: number) => decide(limits[1]!, { kind: 'change', condition: { fact: 'householdIncome', lte } })!;
  const once = withCondition(undefined, changed(250_000));
  expect(openProposals(limits, once)).toEqual(limits);
  expect(openProposals(limits, withCondition(once, changed(120_000)))).toEqual([]);
});

const data = process.env.NAGRIK_DATA;
it.skipIf(!data)('of all schemes with proposals, no condition vanishes by accepting another', async () => {
  const text = gunzipSync(await readFile(`${data}/schemes/schemes.jsonl.gz`)).toString('utf8');
  const schemes = text.split('\n').filter((line) => line !== '');
  const rulesAtAll = schemes.flatMap((line) => {
    const { rules, spans } = proposeRules(readScheme(JSON.parse(line)));
    return rules ? [{ rules, spans }] : [];
  });
  expect(rulesAtAll.length).toBeGreaterThan(1000);
  for (const { rules, spans } of rulesAtAll) {
    const proposals = rules.all.map((condition, at): Proposed => ({
      condition,
      quote: spans.find(({ path }) => path === `all.${at}`)?.quote ?? null,
      refused: null,
    }));
    for (const one of proposals) {
      const open = openProposals(proposals, withCondition(undefined, decide(one, { kind: 'accept' })!));
      expect(open).toEqual(proposals.filter((other) => !sameJson(other.condition, one.condition)));
    }
  }
});
