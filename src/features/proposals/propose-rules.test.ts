import { expect, it } from 'vitest';
import type { Condition } from '../schemes/rules.ts';
import { proposeRules } from './propose-rules.ts';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { readScheme } from './scheme-source.ts';

type Text = { name?: string; level?: string; details?: string; eligibility: string; exclusions?: string };

const proposalOf = ({ name = 'A help', level = 'State/ UT', ...text }: Text) =>
  proposeRules(readScheme({ scheme_name: name, level, details: '', exclusions: '', ...text }));
const conditionsOf = (text: Text | string): Condition[] =>
  proposalOf(typeof text === 'string' ? { eligibility: text } : text).rules?.all ?? [];
it('gives every condition the words that it rests on', () => {
  const { rules, spans, audience, state } = proposalOf({
    details: 'The Fisheries Department, Government of Kerala, helps with nets.',
    eligibility:
      '1. The applicant must live by fishing.\n1. The applicant must be a resident of Kerala.\n1. The applicant must be between 20 and 55 years of age.',
  });
  expect(rules).toEqual({
    version: 1,
    all: [
      { fact: 'state', eq: 'Kerala' },
      { fact: 'age', between: [20, 55] },
    ],
  });
  expect(spans).toEqual([
    { path: 'all.0', quote: 'The applicant must be a resident of Kerala.' },
    { path: 'all.1', quote: 'The applicant must be between 20 and 55 years of age.' },
  ]);
  expect({ audience, state }).toEqual({ audience: 'person', state: 'Kerala' });
});

it.each<[string, Condition]>([
  ['The applicant should be a woman.', { fact: 'gender', eq: 'woman' }],
  ['The applicant must be at least eighteen years old.', { fact: 'age', gte: 18 }],
  ['Age of the applicant: not more than 35 years.', { fact: 'age', lte: 35 }],
  ['The candidate should be below 30 years of age.', { fact: 'age', lte: 29 }],
  ['The applicant should not have completed the age of 60 years.', { fact: 'age', lte: 59 }],
  ['The applicant should belong to a Scheduled Tribe.', { fact: 'category', eq: 'ST' }],
  ['The applicant must belong to the SC/ST category.', { fact: 'category', in: ['SC', 'ST'] }],
  ['The applicant must be from the Other Backward Classes.', { fact: 'category', eq: 'OBC' }],
  ['The yearly income of the family must not exceed Rs. 2.5 lakh.', { fact: 'householdIncome', lte: 250_000 }],
  ['The family income should not be more than ₹8,000 per month.', { fact: 'householdIncome', lte: 96_000 }],
  ['The applicant should have a monthly income of ₹12,000 or below.', { fact: 'monthlyEarnings', lte: 12_000 }],
  ['The family must belong to the Below Poverty Line (BPL) category.', { fact: 'isBelowPovertyLine', eq: true }],
  ['The applicant should have a disability of at least 40%.', { fact: 'disabilityPercent', gte: 40 }],
  ['The applicant should be a widow.', { fact: 'isWidow', eq: true }],
  ['The applicant should not be less than 18 or more than 50 years of age.', { fact: 'age', between: [18, 50] }],
  ['The age limit for beneficiaries will be 55 years.', { fact: 'age', lte: 55 }],
  ['The applicant should be below 35 years of age as on the date of application.', { fact: 'age', lte: 34 }],
  ['The age of the applicant should be 18 years.', { fact: 'age', gte: 18 }],
  ['The applicant should be 18 to 60 years of age and a resident of India.', { fact: 'age', between: [18, 60] }],
  ['The beneficiary must be a child aged between 6 months and 6 years.', { fact: 'age', lte: 6 }],
  ['The applicant must belong to the Economically Backward Class (EBC).', { fact: 'category', in: ['EWS', 'GEN'] }],
  [
    'The family income should not exceed ₹98,000 in rural areas and ₹1,20,000 in urban areas a year.',
    {
      any: [
        { fact: 'householdIncome', lte: 98_000 },
        {
          all: [
            { fact: 'area', eq: 'urban' },
            { fact: 'householdIncome', lte: 120_000 },
          ],
        },
      ],
    },
  ],
  ['The applicant should be a fisherman.', { fact: 'occupation', eq: 'livestock_or_fish' }],
  ['The applicant must be a small or marginal farmer.', { fact: 'occupation', in: ['farmer', 'tenant_farmer'] }],
  [
    'The applicant must have completed a bachelor’s degree with 55% marks.',
    { fact: 'education', in: ['graduate', 'postgraduate'] },
  ],
  ['The applicant must be a farmer.', { fact: 'occupation', in: ['farmer', 'tenant_farmer'] }],
  ['The applicant must be studying in a university.', { fact: 'isStudent', eq: true }],
  ['The applicant must have a bank account of their own.', { fact: 'hasBankAccount', eq: true }],
  ['The applicant should not be an income tax payer.', { not: { fact: 'taxpayers', eq: 'me' } }],
  [
    'No member of the family should be a government employee.',
    { not: { fact: 'governmentJob', in: ['me', 'family_member'] } },
  ],
  ['The applicant should be residing in a rural area.', { fact: 'area', eq: 'rural' }],
  ['The family should not own more than 5 acres of land.', { fact: 'landHectares', lte: 2.023 }],
  ['The applicant should belong to a minority community.', { fact: 'isMinority', eq: true }],
  [
    'The applicant should belong to Scheduled Castes, Tribes, or Most Backward Classes.',
    { fact: 'category', in: ['SC', 'ST', 'OBC'] },
  ],
  ['The applicant must be unmarried.', { not: { fact: 'maritalStatus', eq: 'married' } }],
  [
    'The applicant should be registered with the Building and Other Construction Workers Welfare Board.',
    { fact: 'constructionWorkers', eq: 'me' },
  ],
  [
    'The applicant should have passed class 12th.',
    { fact: 'education', in: ['class_12', 'diploma', 'graduate', 'postgraduate'] },
  ],
  ['The applicant must not be receiving any other pension.', { not: { fact: 'benefitsNow', eq: 'pension' } }],
  [
    'The applicant must be unemployed.',
    { not: { fact: 'occupation', in: ['salaried', 'industrial_worker', 'business', 'professional'] } },
  ],
])('reads "%s"', (sentence, condition) => {
  expect(conditionsOf(sentence)).toEqual([condition]);
});

it.each([
  ['a preference', 'Applicants below the poverty line are preferred.'],
  ['a share of the places', '30% of the applicants should be from the Scheduled Castes.'],
  ['the age of somebody else', 'The husband of the applicant must be above 60 years of age.'],
  ['the age of a child', 'The applicant must have a daughter who is under 5 years of age.'],
  ['two separate ages', 'The applicant must be up to 16 or above 60 years of age.'],
  ['years that are no age', 'The applicant should be between 5 and 10 years in the service.'],
  [
    'an alternative',
    'The applicant must be below the poverty line, or the family income must be below ₹1,00,000 a year.',
  ],
  [
    'a list of several kinds of people',
    'The applicant must be a student, a researcher or a member of a farmers’ club.',
  ],
  ['groups that no category stands for', 'The applicant must belong to the SC, ST or minority communities.'],
  [
    'nomadic communities, of which some stand on no list',
    'The applicant should be from a De-notified or Nomadic community.',
  ],
  ['a lower limit of income', 'The annual family income must be above ₹3,00,000.'],
  ['a limit for one case', 'For girls, the age of the applicant should be below 40 years.'],
  ['an exception', 'The applicant must be above 18 years of age unless an orphan.'],
  ['the disability of a parent', 'The disability of the father or mother should be 40% or above.'],
  ['a dismissed employee', 'The applicant should not be a dismissed government employee.'],
  ['one’s own yearly income', 'The annual income of the applicant should not exceed ₹1,20,000.'],
  ['an alternative before the part that is asked', 'The applicant should be self-employed or a student of a college.'],
  ['school children, who may answer that they do not study', 'The applicant must be studying in class 6 to class 9.'],
  ['groups named as examples', 'The applicant must belong to vulnerable groups, such as SC or ST.'],
  ['a community that is no category everywhere', 'The applicant must belong to an Adivasi community.'],
  ['growers of towns and villages', 'All growers and farmers, rural and urban, are eligible.'],
  ['an age that may be a lower or an upper limit', 'The age of the applicant should be 35 years.'],
  ['a refusal that names the work', 'A farmer who has defaulted is not eligible.'],
  ['retired employees only', 'The applicant should not be a retired government employee.'],
  ['the workers of a unit', 'The workers of the unit should be above 18 years of age.'],
  ['an admission that is no study yet', 'The applicant should have obtained admission to a foreign university.'],
])('leaves %s to the editor and says why', (_kind, sentence) => {
  const { rules, abstained } = proposalOf({ eligibility: sentence });
  expect(rules).toBeNull();
  expect(abstained).not.toEqual([]);
  for (const { quote, why } of abstained) expect([quote.length > 0, why.endsWith('.')]).toEqual([true, true]);
});

it('takes the widest limit that may hold', () => {
  const sc = '1. The applicant should belong to a Scheduled Caste.';
  expect(conditionsOf({ details: 'Rooms for SC and ST students.', eligibility: sc })).toEqual([
    { fact: 'category', in: ['SC', 'ST'] },
  ]);
  expect(conditionsOf('The applicant should not be above 35 years of age as on 1st July.')).toEqual([
    { fact: 'age', lte: 36 },
  ]);
  expect(conditionsOf('The applicant must be between 18 and 60 years of age at the time of enrolment.')).toEqual([
    { fact: 'age', gte: 18 },
  ]);
  expect(
    conditionsOf('1. The applicant should be below 50 years of age.\n1. The criteria can be relaxed by the board.'),
  ).toEqual([]);
});

it('keeps the lower limit of an age whose upper limit can be relaxed', () => {
  expect(
    conditionsOf(
      '- The applicant should be between 18 and 32 years of age.\n- Age is relaxable by 5 years for SC and ST.',
    ),
  ).toEqual([{ fact: 'age', gte: 18 }]);
});

it('takes back what another sentence loosens', () => {
  expect(
    conditionsOf('- The annual family income should not exceed ₹90,000.\n- There is no income limit for orphans.'),
  ).toEqual([]);
  expect(
    conditionsOf({
      details: 'It helps sweepers irrespective of caste.',
      eligibility: '- The applicant should belong to a Scheduled Caste.',
    }),
  ).toEqual([]);
});

it('takes neither of two ways that an OR joins', () => {
  expect(conditionsOf('1. The applicant should be a widow.\n**OR**\n1. The applicant should be a woman.')).toEqual([]);
  expect(
    conditionsOf('The applicant should be any one of the following:\n- a widow\n- The applicant is a woman'),
  ).toEqual([]);
});

it('turns round what stands under a lead that refuses', () => {
  expect(conditionsOf('1. The applicant must not be:\n  - An income tax payer.\n  - A woman.')).toEqual([
    { not: { fact: 'taxpayers', eq: 'me' } },
  ]);
});

it('reads exclusions as refusals', () => {
  expect(
    conditionsOf({ eligibility: '', exclusions: '1. Government employees.\n1. People who pay income tax.' }),
  ).toEqual([{ not: { fact: 'governmentJob', eq: 'me' } }, { not: { fact: 'taxpayers', eq: 'me' } }]);
});

it('asks nothing of a person where an institution applies', () => {
  const { audience, rules } = proposalOf({
    eligibility: '1. The organisation should be a registered society.\n1. The society must be at least 3 years old.',
  });
  expect({ audience, rules }).toEqual({ audience: 'institution', rules: null });
});

it('does not mix the worker with the child who studies', () => {
  expect(
    conditionsOf({
      name: 'School help for children of registered workers',
      eligibility:
        '- The worker should be between 18 and 60 years of age.\n- The child should be studying in a college.',
    }),
  ).toEqual([]);
});

it('takes the State of the board of building workers, and none for an award open to all', () => {
  const board = 'It is run by the Assam Building and Other Construction Workers Welfare Board, Government of Assam.';
  expect(conditionsOf({ details: board, eligibility: 'The worker must have been in hospital.' })).toEqual([
    { fact: 'state', eq: 'Assam' },
  ]);
  const award = 'A prize for novels by the Department of Culture, Government of Assam.';
  expect(conditionsOf({ name: 'Novel award', details: award, eligibility: 'The novel must be new.' })).toEqual([]);
  expect(
    conditionsOf({ level: 'Central', details: board, eligibility: 'The worker must have been in hospital.' }),
  ).toEqual([]);
});

it('refuses rules that nobody could meet', () => {
  const { rules, abstained } = proposalOf({
    eligibility: '- The applicant should be a woman.\n- The beneficiary should be a man.',
  });
  expect(rules).toBeNull();
  expect(abstained.map(({ why }) => why)).toContain('Two sentences say different things.');
});

it('reads entities, HTML lists and tables for what they are', () => {
  expect(
    conditionsOf(
      '<ul><li>The applicant&amp;#39;s age should be 18 &amp;amp; above.</li><li>The applicant must be a <b>woman</b>.</li></ul>',
    ),
  ).toEqual([
    { fact: 'age', gte: 18 },
    { fact: 'gender', eq: 'woman' },
  ]);
  expect(
    conditionsOf('| Group | Age |\n|---|---|\n| Girls | 18 to 21 years of age |\n| Boys | 21 to 25 years of age |'),
  ).toEqual([]);
});

it('says nothing of a text in Hindi, and nothing wrong', () => {
  const { rules } = proposalOf({
    eligibility: '1. आवेदक की आयु 18 से 40 वर्ष के बीच होनी चाहिए।\n1. आवेदक महिला होनी चाहिए, या विधवा।',
  });
  expect(rules).toBeNull();
});

it('keeps a quote on one line, without anything that steers a terminal', () => {
  const { spans } = proposalOf({ eligibility: 'The applicant\u001b[2J\u202e must be\u0000 a woman.\u0007' });
  expect(spans).toHaveLength(1);
  expect(spans[0]!.quote).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const long = proposalOf({ eligibility: `The applicant should be a woman ${'who sews '.repeat(80)}.` });
  expect(long.spans[0]!.quote!.length).toBeLessThanOrEqual(300);
});

it('does not read a sentence of which it sees a part only', () => {
  expect(conditionsOf(`The applicant should be a woman ${'who sews '.repeat(400)}unless a man.`)).toEqual([]);
});

it.each([
  ['the same word without end', 'eligibility for of and '.repeat(3_000)],
  ['brackets', `The applicant must be ${'('.repeat(20_000)}a woman`],
  ['numbers', `The applicant must be ${'18 to '.repeat(10_000)}years of age`],
  ['headings', `# ${'eligib'.repeat(9_000)}!\nThe applicant must be a woman.`],
  ['commas and slashes', `The applicant should belong to ${'SC/ST, '.repeat(8_000)}category`],
  ['words in a row', `The applicant should be a ${'very '.repeat(12_000)}woman`],
  ['open tags', '<li '.repeat(15_000)],
  ['entities', '&amp;'.repeat(12_000)],
])('is quick with hostile text: %s', (_kind, eligibility) => {
  expect(cpuTimeOf(() => void proposalOf({ eligibility, details: eligibility, exclusions: eligibility }))).toBeLessThan(
    3_000,
  );
});

it.each([[null], [[]], ['text'], [{ name: '' }], [{ scheme_name: 7 }]])('refuses %j, which is no scheme', (value) => {
  expect(() => readScheme(value)).toThrow(/\.$/);
});
