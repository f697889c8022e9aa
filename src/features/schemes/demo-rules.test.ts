import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readContentFolder } from '../importing/content/read-folder.server.ts';
import { evaluate } from './evaluate.ts';
import type { Answers, FactId } from './facts.ts';

const { files, broken } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));
const records = new Map(
  [...files.articles].flatMap(([key, { data }]) => (data.scheme?.rules ? [[key, data.scheme]] : [])),
);

const farmer: Answers = { occupation: ['farmer'], landHectares: 1.2, taxpayers: [], governmentJob: [] };
const worker: Answers = {
  age: 30,
  occupation: ['unorganised_worker'],
  monthlyEarnings: 12_000,
  hasProvidentFund: false,
  taxpayers: [],
  governmentJob: [],
};
const mother: Answers = {
  gender: 'woman',
  age: 24,
  isPregnant: true,
  childOrder: 'first',
  governmentJob: [],
  householdIncome: 300_000,
};
const villager: Answers = {
  area: 'rural',
  householdHas: ['electricity'],
  taxpayers: [],
  governmentJob: [],
  monthlyEarnings: 9_000,
  landHectares: 0.4,
};
const poorWoman: Answers = {
  gender: 'woman',
  age: 33,
  householdHas: ['electricity'],
  taxpayers: [],
  governmentJob: [],
};

/** From what each scheme publishes: someone it is for; the same person with one answer changed, and the fact that fails; and with one left out. */
const cases: Record<
  string,
  { fits: Answers[]; fails: [change: Answers, fact: FactId][]; open: [without: FactId, missing: FactId[]][] }
> = {
  'pm-kisan': {
    fits: [farmer, { ...farmer, landHectares: 12 }],
    fails: [
      [{ landHectares: 0 }, 'landHectares'],
      [{ taxpayers: ['family_member'] }, 'taxpayers'],
      [{ governmentJob: ['me'] }, 'governmentJob'],
      [{ occupation: ['farmer', 'professional'] }, 'occupation'],
    ],
    open: [
      ['landHectares', ['landHectares']],
      ['taxpayers', ['taxpayers']],
    ],
  },
  'kisan-credit-card': {
    fits: [
      { age: 18, occupation: ['tenant_farmer'] },
      { age: 50, occupation: ['livestock_or_fish'] },
    ],
    fails: [
      [{ age: 17 }, 'age'],
      [{ occupation: ['salaried'] }, 'occupation'],
    ],
    open: [['occupation', ['occupation']]],
  },
  'crop-insurance-pmfby': {
    fits: [{ occupation: ['tenant_farmer', 'farm_worker'] }],
    fails: [[{ occupation: ['farm_worker'] }, 'occupation']],
    open: [['occupation', ['occupation']]],
  },
  'soil-health-card': {
    fits: [{ occupation: ['farmer'] }],
    fails: [[{ occupation: [] }, 'occupation']],
    open: [['occupation', ['occupation']]],
  },
  'atal-pension-yojana': {
    fits: [
      { age: 18, hasBankAccount: true, taxpayers: [] },
      { age: 40, hasBankAccount: true, taxpayers: ['family_member'] },
    ],
    fails: [
      [{ age: 17 }, 'age'],
      [{ age: 41 }, 'age'],
      [{ hasBankAccount: false }, 'hasBankAccount'],
      [{ taxpayers: ['me'] }, 'taxpayers'],
    ],
    open: [
      ['age', ['age']],
      ['taxpayers', ['taxpayers']],
    ],
  },
  'pmjjby-pmsby': {
    fits: [
      { age: 18, hasBankAccount: true },
      { age: 70, hasBankAccount: true },
    ],
    fails: [
      [{ age: 71 }, 'age'],
      [{ hasBankAccount: false }, 'hasBankAccount'],
    ],
    open: [['hasBankAccount', ['hasBankAccount']]],
  },
  'ayushman-70-plus': {
    fits: [{ age: 70 }, { age: 95, householdIncome: 5_000_000 }],
    fails: [[{ age: 69 }, 'age']],
    open: [['age', ['age']]],
  },
  'household-toilet-help': {
    fits: [
      { area: 'rural', householdHas: [], isBelowPovertyLine: true },
      {
        area: 'rural',
        householdHas: ['electricity'],
        isBelowPovertyLine: false,
        category: 'GEN',
        landHectares: 2,
        occupation: ['farmer'],
        familyIncludes: [],
        householdHead: 'me',
        gender: 'man',
      },
      {
        area: 'rural',
        householdHas: [],
        isBelowPovertyLine: false,
        category: 'GEN',
        landHectares: 0,
        occupation: ['salaried'],
        familyIncludes: [],
        householdHead: 'me',
        gender: 'woman',
      },
    ],
    fails: [
      [{ area: 'urban' }, 'area'],
      [{ householdHas: ['toilet'] }, 'householdHas'],
      [
        {
          isBelowPovertyLine: false,
          category: 'OBC',
          landHectares: 5,
          occupation: ['salaried'],
          familyIncludes: [],
          householdHead: 'another_man',
        },
        'isBelowPovertyLine',
      ],
    ],
    open: [
      [
        'isBelowPovertyLine',
        ['gender', 'category', 'occupation', 'isBelowPovertyLine', 'landHectares', 'householdHead', 'familyIncludes'],
      ],
    ],
  },
  'maternity-pmmvy': {
    fits: [
      mother,
      { ...mother, childOrder: 'second_girl', householdIncome: 2_000_000, category: 'ST' },
      { ...mother, householdIncome: 900_000, rationCard: 'priority' },
    ],
    fails: [
      [{ gender: 'man' }, 'gender'],
      [{ isPregnant: false }, 'isPregnant'],
      [{ childOrder: 'second_boy' }, 'childOrder'],
      [{ governmentJob: ['me'] }, 'governmentJob'],
      [
        {
          householdIncome: 800_000,
          category: 'GEN',
          disabilityPercent: 39,
          isBelowPovertyLine: false,
          rationCard: 'none',
        },
        'householdIncome',
      ],
    ],
    open: [
      ['childOrder', ['childOrder']],
      ['householdIncome', ['category', 'householdIncome', 'isBelowPovertyLine', 'rationCard', 'disabilityPercent']],
    ],
  },
  'one-nation-one-ration-card': {
    fits: [{ rationCard: 'priority' }, { rationCard: 'antyodaya' }],
    fails: [[{ rationCard: 'other' }, 'rationCard']],
    open: [['rationCard', ['rationCard']]],
  },
  'pm-awas-gramin': {
    fits: [villager],
    fails: [
      [{ area: 'urban' }, 'area'],
      [{ householdHas: ['pucca_house'] }, 'householdHas'],
      [{ householdHas: ['four_wheeler'] }, 'householdHas'],
      [{ taxpayers: ['me'] }, 'taxpayers'],
      [{ governmentJob: ['family_member'] }, 'governmentJob'],
      [{ monthlyEarnings: 15_001 }, 'monthlyEarnings'],
      [{ landHectares: 2.1 }, 'landHectares'],
    ],
    open: [
      ['householdHas', ['householdHas']],
      ['monthlyEarnings', ['monthlyEarnings']],
    ],
  },
  'pm-awas-urban': {
    fits: [{ area: 'urban', householdIncome: 900_000, householdHas: [] }],
    fails: [
      [{ area: 'rural' }, 'area'],
      [{ householdIncome: 900_001 }, 'householdIncome'],
      [{ householdHas: ['pucca_house'] }, 'householdHas'],
    ],
    open: [['householdIncome', ['householdIncome']]],
  },
  'pm-surya-ghar': {
    fits: [{ householdHas: ['own_roof', 'electricity'] }],
    fails: [
      [{ householdHas: ['own_roof'] }, 'householdHas'],
      [{ householdHas: ['electricity'] }, 'householdHas'],
    ],
    open: [['householdHas', ['householdHas']]],
  },
  'pm-svanidhi': {
    fits: [{ occupation: ['street_vendor'] }],
    fails: [[{ occupation: ['business'] }, 'occupation']],
    open: [['occupation', ['occupation']]],
  },
  'pm-vishwakarma': {
    fits: [{ age: 18, occupation: ['artisan'], governmentJob: [] }],
    fails: [
      [{ age: 17 }, 'age'],
      [{ occupation: ['street_vendor'] }, 'occupation'],
      [{ governmentJob: ['family_member'] }, 'governmentJob'],
    ],
    open: [['governmentJob', ['governmentJob']]],
  },
  'sukanya-samriddhi': {
    fits: [{ familyIncludes: ['daughter_below_10'] }],
    fails: [[{ familyIncludes: ['person_with_disability'] }, 'familyIncludes']],
    open: [['familyIncludes', ['familyIncludes']]],
  },
  'udyam-registration': {
    fits: [{ occupation: ['business'] }, { occupation: ['homemaker', 'artisan'] }],
    fails: [[{ occupation: ['salaried'] }, 'occupation']],
    open: [['occupation', ['occupation']]],
  },
  'ujjwala-lpg': {
    fits: [poorWoman],
    fails: [
      [{ gender: 'man' }, 'gender'],
      [{ age: 17 }, 'age'],
      [{ householdHas: ['gas_connection'] }, 'householdHas'],
      [{ taxpayers: ['family_member'] }, 'taxpayers'],
      [{ governmentJob: ['family_member'] }, 'governmentJob'],
    ],
    open: [['householdHas', ['householdHas']]],
  },
  'free-legal-aid': {
    fits: [
      { gender: 'woman', householdIncome: 9_000_000 },
      { gender: 'man', age: 17 },
      { gender: 'man', age: 40, category: 'ST', householdIncome: 2_000_000 },
      {
        gender: 'man',
        age: 40,
        category: 'GEN',
        disabilityPercent: 0,
        occupation: ['salaried'],
        householdIncome: 90_000,
      },
    ],
    fails: [
      [
        {
          gender: 'man',
          age: 40,
          category: 'GEN',
          disabilityPercent: 0,
          occupation: ['salaried'],
          householdIncome: 600_000,
        },
        'householdIncome',
      ],
    ],
    open: [['gender', ['age', 'gender', 'category', 'occupation', 'disabilityPercent']]],
  },
  'old-age-pension': {
    fits: [{ age: 60, isBelowPovertyLine: true }],
    fails: [
      [{ age: 59 }, 'age'],
      [{ isBelowPovertyLine: false }, 'isBelowPovertyLine'],
    ],
    open: [['isBelowPovertyLine', ['isBelowPovertyLine']]],
  },
  'widow-pension': {
    fits: [
      { isWidow: true, age: 40, isBelowPovertyLine: true },
      { isWidow: true, age: 79, isBelowPovertyLine: true },
    ],
    fails: [
      [{ isWidow: false }, 'isWidow'],
      [{ age: 39 }, 'age'],
      [{ age: 80 }, 'age'],
      [{ isBelowPovertyLine: false }, 'isBelowPovertyLine'],
    ],
    open: [['age', ['age']]],
  },
  'disability-pension': {
    fits: [{ age: 18, disabilityPercent: 80, isBelowPovertyLine: true }],
    fails: [
      [{ age: 17 }, 'age'],
      [{ disabilityPercent: 79 }, 'disabilityPercent'],
      [{ isBelowPovertyLine: false }, 'isBelowPovertyLine'],
    ],
    open: [['disabilityPercent', ['disabilityPercent']]],
  },
  'pm-shram-yogi-maandhan': {
    fits: [worker, { ...worker, age: 40, occupation: ['street_vendor'], monthlyEarnings: 15_000 }],
    fails: [
      [{ age: 41 }, 'age'],
      [{ occupation: ['salaried'] }, 'occupation'],
      [{ monthlyEarnings: 15_001 }, 'monthlyEarnings'],
      [{ hasProvidentFund: true }, 'hasProvidentFund'],
      [{ taxpayers: ['me'] }, 'taxpayers'],
    ],
    open: [['monthlyEarnings', ['monthlyEarnings']]],
  },
  'pm-kisan-maandhan': {
    fits: [{ ...farmer, age: 35, landHectares: 2, hasProvidentFund: false }],
    fails: [
      [{ age: 41 }, 'age'],
      [{ landHectares: 2.5 }, 'landHectares'],
      [{ landHectares: 0 }, 'landHectares'],
      [{ occupation: ['tenant_farmer'] }, 'occupation'],
      [{ hasProvidentFund: true }, 'hasProvidentFund'],
      [{ governmentJob: ['me'] }, 'governmentJob'],
    ],
    open: [['hasProvidentFund', ['hasProvidentFund']]],
  },
  'e-shram-card': {
    fits: [
      { ...worker, age: 16 },
      { ...worker, age: 59, monthlyEarnings: 80_000 },
    ],
    fails: [
      [{ age: 15 }, 'age'],
      [{ age: 60 }, 'age'],
      [{ occupation: ['business'] }, 'occupation'],
      [{ hasProvidentFund: true }, 'hasProvidentFund'],
      [{ taxpayers: ['me'] }, 'taxpayers'],
    ],
    open: [['hasProvidentFund', ['hasProvidentFund']]],
  },
  'post-matric-scholarship-sc': {
    fits: [{ category: 'SC', isStudent: true, householdIncome: 250_000 }],
    fails: [
      [{ category: 'OBC' }, 'category'],
      [{ isStudent: false }, 'isStudent'],
      [{ householdIncome: 250_001 }, 'householdIncome'],
    ],
    open: [['householdIncome', ['householdIncome']]],
  },
  'senior-citizens-savings': {
    fits: [{ age: 60 }, { age: 57, occupation: ['retired'] }],
    fails: [
      [{ age: 49, occupation: ['retired'] }, 'age'],
      [{ age: 57, occupation: ['salaried'] }, 'occupation'],
    ],
    open: [['age', ['age', 'occupation']]],
  },
  'gruha-lakshmi-karnataka': {
    fits: [{ state: 'Karnataka', gender: 'woman', rationCard: 'other', householdHead: 'me', taxpayers: [] }],
    fails: [
      [{ state: 'Kerala' }, 'state'],
      [{ gender: 'man' }, 'gender'],
      [{ rationCard: 'none' }, 'rationCard'],
      [{ householdHead: 'another_man' }, 'householdHead'],
      [{ taxpayers: ['family_member'] }, 'taxpayers'],
    ],
    open: [['state', ['state']]],
  },
};

test('no file of the demonstration is broken, and every set of rules has its cases', () => {
  expect(broken).toEqual([]);
  expect(records.size).toBeGreaterThanOrEqual(25);
  expect([...records.keys()].sort()).toEqual(Object.keys(cases).sort());
});

describe.each(Object.entries(cases))('%s', (key, { fits, fails, open }) => {
  const rules = records.get(key)!.rules!;

  test.each(fits)('may fit %j', (answers) => {
    const { verdict, reasons, missing } = evaluate(rules, answers);
    expect({ verdict, open: reasons.filter((reason) => reason.verdict !== 'yes'), missing }).toEqual({
      verdict: 'yes',
      open: [],
      missing: [],
    });
  });

  test.each(fails)('does not fit with %j, because of %s', (change, fact) => {
    const { verdict, reasons, missing } = evaluate(rules, { ...fits[0], ...change });
    const failed = reasons.filter((reason) => reason.verdict === 'no');
    expect(verdict).toBe('no');
    expect(failed.map(({ facts }) => facts.includes(fact))).toEqual([true]);
    expect(failed[0]!.text).toMatch(/^[A-Z].*\.$/s);
    expect(missing).toEqual([]);
  });

  test.each(open)('is open without %s', (without, asked) => {
    const { [without]: _, ...rest } = fits[0]!;
    expect(evaluate(rules, rest)).toMatchObject({ verdict: 'unknown', missing: asked });
  });

  test('asks for its official source', () => {
    expect(records.get(key)!.officialUrl).toMatch(/^https:\/\/[a-z0-9.-]+\//);
  });
});
