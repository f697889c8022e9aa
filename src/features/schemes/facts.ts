import { factWords, type FactWords } from '../../messages/eligibility.ts';
import { stateName } from '../../messages/places.ts';

// The closed list of facts that rules may test. Shares and distributions are estimates: they only order the questions.

export type Unit = 'years' | 'rupees' | 'percent' | 'hectares';
type NumberFact = {
  type: 'number';
  min: number;
  max: number;
  isWhole: boolean;
  unit: Unit;
  /** Deciles of the population: minimum, 10th percentile, 20th percentile …, maximum. */
  spread: readonly number[];
};
type SingleFact = { type: 'single'; options: readonly string[]; shares?: readonly number[] };
type MultipleFact = { type: 'multiple'; options: readonly string[]; shares: readonly number[] };
type BooleanFact = { type: 'boolean'; share: number };
type TextFact = { type: 'text'; maxLength: number };
export type Fact = NumberFact | SingleFact | MultipleFact | BooleanFact | TextFact;

export const states = [
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chhattisgarh',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
  'Andaman and Nicobar',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Jammu and Kashmir',
  'Ladakh',
  'Lakshadweep',
  'Puducherry',
] as const;

const amount = (unit: Unit, max: number, spread: readonly number[]): NumberFact => ({
  type: 'number',
  min: 0,
  max,
  isWhole: unit !== 'hectares',
  unit,
  spread,
});
const circle = ['me', 'family_member', 'grown_child', 'household_member'] as const;

/** The asking order where nothing else decides. */
export const facts = {
  state: { type: 'single', options: states },
  age: amount('years', 120, [0, 14, 19, 23, 27, 32, 37, 43, 51, 62, 100]),
  gender: { type: 'single', options: ['woman', 'man', 'transgender'], shares: [0.485, 0.51, 0.005] },
  area: { type: 'single', options: ['rural', 'urban'], shares: [0.64, 0.36] },
  category: { type: 'single', options: ['SC', 'ST', 'OBC', 'EWS', 'GEN'], shares: [0.2, 0.1, 0.42, 0.08, 0.2] },
  occupation: {
    type: 'multiple',
    options: [
      'farmer',
      'tenant_farmer',
      'livestock_or_fish',
      'farm_worker',
      'artisan',
      'street_vendor',
      'unorganised_worker',
      'industrial_worker',
      'business',
      'salaried',
      'professional',
      'student',
      'homemaker',
      'retired',
      'looking_for_work',
      'anganwadi_asha',
    ],
    shares: [0.2, 0.06, 0.08, 0.12, 0.06, 0.04, 0.2, 0.06, 0.1, 0.12, 0.02, 0.2, 0.2, 0.06, 0.06, 0.003],
  },
  isStudent: { type: 'boolean', share: 0.2 },
  householdIncome: amount(
    'rupees',
    1_000_000_000,
    [0, 60_000, 90_000, 120_000, 150_000, 200_000, 250_000, 350_000, 500_000, 900_000, 10_000_000],
  ),
  isBelowPovertyLine: { type: 'boolean', share: 0.35 },
  rationCard: { type: 'single', options: ['antyodaya', 'priority', 'other', 'none'], shares: [0.08, 0.5, 0.22, 0.2] },
  monthlyEarnings: amount(
    'rupees',
    100_000_000,
    [0, 0, 0, 4_000, 7_000, 9_000, 12_000, 15_000, 20_000, 35_000, 500_000],
  ),
  highestEarnings: amount(
    'rupees',
    100_000_000,
    [0, 5_000, 7_000, 9_000, 11_000, 13_000, 16_000, 20_000, 28_000, 45_000, 500_000],
  ),
  // Schemes define 'family' differently: rules name the relations that count, from the nearest to the whole household.
  taxpayers: {
    type: 'multiple',
    options: circle,
    shares: [0.07, 0.06, 0.04, 0.06],
  },
  governmentJob: {
    type: 'multiple',
    options: circle,
    shares: [0.03, 0.03, 0.02, 0.04],
  },
  familyRoles: {
    type: 'multiple',
    options: ['retired_government', 'registered_professional', 'public_office', 'gst_returns'],
    shares: [0.04, 0.02, 0.003, 0.04],
  },
  monthlyPension: amount('rupees', 10_000_000, [0, 0, 0, 0, 0, 0, 0, 0, 500, 1_500, 100_000]),
  hasProvidentFund: { type: 'boolean', share: 0.2 },
  hasBankAccount: { type: 'boolean', share: 0.85 },
  landHectares: amount('hectares', 10_000, [0, 0, 0, 0, 0, 0, 0.2, 0.5, 0.9, 1.8, 20]),
  irrigatedHectares: amount('hectares', 10_000, [0, 0, 0, 0, 0, 0, 0, 0.2, 0.5, 1, 15]),
  unirrigatedHectares: amount('hectares', 10_000, [0, 0, 0, 0, 0, 0, 0, 0.3, 0.6, 1.2, 20]),
  householdHas: {
    type: 'multiple',
    options: ['pucca_house', 'own_roof', 'electricity', 'gas_connection', 'toilet', 'four_wheeler'],
    shares: [0.6, 0.7, 0.95, 0.75, 0.8, 0.12],
  },
  householdPoints: {
    type: 'multiple',
    options: [
      'rooms_or_pucca',
      'three_wheeler',
      'farm_machine',
      'kisan_credit_50000',
      'registered_business',
      'professional_tax',
    ],
    shares: [0.6, 0.04, 0.04, 0.12, 0.06, 0.05],
  },
  alreadyHas: {
    type: 'multiple',
    options: [
      'scheme_house',
      'toilet_help',
      'solar_subsidy',
      'open_trade_loan',
      'vishwakarma_member',
      'atal_pension',
      'shram_yogi_pension',
    ],
    shares: [0.12, 0.25, 0.02, 0.08, 0.02, 0.06, 0.02],
  },
  cards: {
    type: 'multiple',
    options: ['eshram', 'ayushman', 'job_card', 'pm_kisan'],
    shares: [0.25, 0.3, 0.2, 0.07],
  },
  householdHead: { type: 'single', options: ['me', 'another_woman', 'another_man'], shares: [0.35, 0.12, 0.53] },
  familyIncludes: { type: 'multiple', options: ['person_with_disability', 'daughter_below_10'], shares: [0.08, 0.2] },
  isWidow: { type: 'boolean', share: 0.06 },
  isPregnant: { type: 'boolean', share: 0.04 },
  childOrder: {
    type: 'single',
    options: ['first', 'second_girl', 'second_boy', 'later'],
    shares: [0.5, 0.18, 0.2, 0.12],
  },
  disabilityPercent: amount('percent', 100, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100]),
  isExServiceman: { type: 'boolean', share: 0.01 },
  hardship: {
    type: 'multiple',
    options: ['in_custody', 'trafficking', 'disaster_or_violence'],
    shares: [0.002, 0.005, 0.02],
  },
  constructionWorkers: { type: 'multiple', options: ['me', 'family_member'], shares: [0.04, 0.06] },
  isMinority: { type: 'boolean', share: 0.19 },
  maritalStatus: {
    type: 'single',
    options: ['never_married', 'married', 'widowed', 'divorced_or_separated'],
    shares: [0.3, 0.62, 0.06, 0.02],
  },
  education: {
    type: 'single',
    options: ['none', 'class_5', 'class_8', 'class_10', 'class_12', 'diploma', 'graduate', 'postgraduate'],
    shares: [0.25, 0.17, 0.16, 0.15, 0.12, 0.03, 0.09, 0.03],
  },
  benefitsNow: { type: 'multiple', options: ['scholarship', 'pension'], shares: [0.05, 0.1] },
  district: { type: 'text', maxLength: 80 },
} as const satisfies Record<string, Fact>;

export type FactId = keyof typeof facts;
export const factIds = Object.keys(facts) as FactId[];
export const isFactId = (id: unknown): id is FactId => typeof id === 'string' && Object.hasOwn(facts, id);
export const factOf = (id: FactId): Fact => facts[id];
const words: Record<FactId, FactWords> = factWords;
export const wordsOf = (id: FactId): FactWords => words[id];
export const labelOfOption = (id: FactId, option: string): string =>
  id === 'state' ? stateName(option) : (words[id].options?.[option] ?? option);

const lastMotherhood = 55;
/** False for what is not asked unprompted: pregnancy and birth order of somebody older. The fact stays open. */
export const isWorthAsking = (id: FactId, { age }: Answers): boolean =>
  !(id === 'isPregnant' || id === 'childOrder') || typeof age !== 'number' || age <= lastMotherhood;

export type Answer = number | string | string[] | boolean;
/** By fact. Absent: not asked yet. Null: asked and skipped. */
export type Answers = Partial<Record<FactId, Answer | null>>;

/** Validates without coercion. */
export function isAnswer(id: FactId, value: unknown): value is Answer {
  const fact = factOf(id);
  if (fact.type === 'number')
    return (
      typeof value === 'number' && value >= fact.min && value <= fact.max && (!fact.isWhole || Number.isInteger(value))
    );
  if (fact.type === 'boolean') return typeof value === 'boolean';
  if (fact.type === 'single') return typeof value === 'string' && fact.options.includes(value);
  if (fact.type === 'multiple')
    return (
      Array.isArray(value) &&
      value.length <= fact.options.length &&
      value.every((one) => typeof one === 'string' && fact.options.includes(one)) &&
      new Set(value).size === value.length
    );
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= fact.maxLength &&
    !value.includes('\u0000') &&
    value.isWellFormed()
  );
}

/** Lenient read of stored or submitted answers: unknown facts and invalid values are dropped. */
export function readAnswers(value: unknown): Answers {
  const answers: Answers = {};
  if (value === null || typeof value !== 'object') return answers;
  for (const id of factIds) {
    const answer = Object.hasOwn(value, id) ? (value as Record<string, unknown>)[id] : undefined;
    if (answer === null || isAnswer(id, answer)) answers[id] = answer;
  }
  return answers;
}
