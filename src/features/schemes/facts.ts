import { factWords, type FactWords } from '../../messages/eligibility.ts';

// The closed list of what rules may ask about. Shares and spreads are rough: they only order the questions.

export type Unit = 'years' | 'rupees' | 'percent' | 'hectares';
type NumberFact = {
  type: 'number';
  min: number;
  max: number;
  isWhole: boolean;
  unit: Unit;
  /** Tenths of the people: the least, ten percent have at most this, twenty percent …, the most. */
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

/** In the order in which they are asked where nothing else decides. */
export const facts = {
  state: { type: 'single', options: states },
  age: {
    type: 'number',
    min: 0,
    max: 120,
    isWhole: true,
    unit: 'years',
    spread: [0, 14, 19, 23, 27, 32, 37, 43, 51, 62, 100],
  },
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
    ],
    shares: [0.2, 0.06, 0.08, 0.12, 0.06, 0.04, 0.2, 0.06, 0.1, 0.12, 0.02, 0.2, 0.2, 0.06, 0.06],
  },
  isStudent: { type: 'boolean', share: 0.2 },
  householdIncome: {
    type: 'number',
    min: 0,
    max: 1_000_000_000,
    isWhole: true,
    unit: 'rupees',
    spread: [0, 60_000, 90_000, 120_000, 150_000, 200_000, 250_000, 350_000, 500_000, 900_000, 10_000_000],
  },
  isBelowPovertyLine: { type: 'boolean', share: 0.35 },
  rationCard: { type: 'single', options: ['antyodaya', 'priority', 'other', 'none'], shares: [0.08, 0.5, 0.22, 0.2] },
  monthlyEarnings: {
    type: 'number',
    min: 0,
    max: 100_000_000,
    isWhole: true,
    unit: 'rupees',
    spread: [0, 0, 0, 4_000, 7_000, 9_000, 12_000, 15_000, 20_000, 35_000, 500_000],
  },
  taxpayers: { type: 'multiple', options: ['me', 'family_member'], shares: [0.07, 0.1] },
  governmentJob: { type: 'multiple', options: ['me', 'family_member'], shares: [0.03, 0.06] },
  hasProvidentFund: { type: 'boolean', share: 0.2 },
  hasBankAccount: { type: 'boolean', share: 0.85 },
  landHectares: {
    type: 'number',
    min: 0,
    max: 10_000,
    isWhole: false,
    unit: 'hectares',
    spread: [0, 0, 0, 0, 0, 0, 0.2, 0.5, 0.9, 1.8, 20],
  },
  householdHas: {
    type: 'multiple',
    options: ['pucca_house', 'own_roof', 'electricity', 'gas_connection', 'toilet', 'four_wheeler'],
    shares: [0.6, 0.7, 0.95, 0.75, 0.8, 0.12],
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
  disabilityPercent: {
    type: 'number',
    min: 0,
    max: 100,
    isWhole: true,
    unit: 'percent',
    spread: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100],
  },
  district: { type: 'text', maxLength: 80 },
} as const satisfies Record<string, Fact>;

export type FactId = keyof typeof facts;
export const factIds = Object.keys(facts) as FactId[];
export const isFactId = (id: unknown): id is FactId => typeof id === 'string' && Object.hasOwn(facts, id);
export const factOf = (id: FactId): Fact => facts[id];
const words: Record<FactId, FactWords> = factWords;
export const wordsOf = (id: FactId): FactWords => words[id];
export const labelOfOption = (id: FactId, option: string): string => words[id].options?.[option] ?? option;

export type Answer = number | string | string[] | boolean;
/** By fact. Absent: not asked yet. Null: asked, and left open. */
export type Answers = Partial<Record<FactId, Answer | null>>;

/** Whether a value can be an answer to this question; nothing is converted. */
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

/** What can be used of answers kept on a device or sent by a form: unknown facts and wrong values are left out. */
export function readAnswers(value: unknown): Answers {
  const answers: Answers = {};
  if (value === null || typeof value !== 'object') return answers;
  for (const id of factIds) {
    const answer = Object.hasOwn(value, id) ? (value as Record<string, unknown>)[id] : undefined;
    if (answer === null || isAnswer(id, answer)) answers[id] = answer;
  }
  return answers;
}
