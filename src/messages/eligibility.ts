import { formatNumber } from '../ui/format.ts';

// Apart from en.ts, which every page loads: only pages that ask about schemes need these.

export type FactWords = { label: string; question: string; note?: string; options?: Record<string, string> };

/** Questions of 'find my schemes' and of rules, by fact. */
export const factWords = {
  state: { label: 'State', question: 'In which State or Union Territory do you live?' },
  age: { label: 'Age', question: 'How old are you?', note: 'In completed years.' },
  gender: {
    label: 'Gender',
    question: 'What is your gender?',
    options: { woman: 'woman', man: 'man', transgender: 'transgender' },
  },
  area: {
    label: 'Where you live',
    question: 'Do you live in a village or in a town?',
    options: { rural: 'village', urban: 'town or city' },
  },
  category: {
    label: 'Category',
    question: 'Which category does your caste certificate, or your family, belong to?',
    note: 'General, if you have no certificate.',
    options: {
      SC: 'Scheduled Caste (SC)',
      ST: 'Scheduled Tribe (ST)',
      OBC: 'Other Backward Class (OBC)',
      EWS: 'General, with an EWS certificate',
      GEN: 'General',
    },
  },
  occupation: {
    label: 'Work',
    question: 'What work do you do?',
    note: 'Choose all that fit.',
    options: {
      farmer: 'I farm my own land',
      tenant_farmer: 'I farm rented or shared land',
      livestock_or_fish: 'I keep animals or fish',
      farm_worker: "I work on others' farms",
      artisan: 'I practise a traditional trade by hand',
      street_vendor: 'I sell in the street',
      unorganised_worker: 'I do other work without provident fund: driver, domestic, building or gig work',
      industrial_worker: 'I work in a factory or mine',
      business: 'I run a business or shop',
      salaried: 'I have a salaried job',
      professional: 'I practise as a doctor, engineer, lawyer, accountant or architect',
      student: 'I study',
      homemaker: 'I look after the home',
      retired: 'I have retired',
      looking_for_work: 'I am looking for work',
    },
  },
  isStudent: { label: 'Studying after class 10', question: 'Are you studying in a recognised course after class 10?' },
  householdIncome: {
    label: 'Family income in a year',
    question: 'What does your whole family earn in a year?',
    note: 'Before tax, from all work, in rupees. A rough figure will do.',
  },
  isBelowPovertyLine: {
    label: 'Below the poverty line',
    question: 'Is your family on the below poverty line (BPL) list?',
  },
  rationCard: {
    label: 'Ration card',
    question: 'Which ration card does your family have?',
    options: {
      antyodaya: 'Antyodaya (AAY)',
      priority: 'priority household (PHH)',
      other: 'another card of the State',
      none: 'none',
    },
  },
  monthlyEarnings: {
    label: 'Own earnings in a month',
    question: 'How much do you earn in a month yourself?',
    note: 'In rupees. Write 0 if you earn nothing.',
  },
  taxpayers: {
    label: 'Pays income tax',
    question: 'Who in your family pays income tax?',
    note: 'Filing a return without tax to pay does not count. Family: husband, wife and children who are not married.',
    options: { me: 'me', family_member: 'another member of my family' },
  },
  governmentJob: {
    label: 'Has a government job',
    question: 'Who in your family has a regular government job?',
    note: 'With the Centre, a State, a local body or a public sector company. Class IV and multi-tasking staff do not count.',
    options: { me: 'me', family_member: 'another member of my family' },
  },
  hasProvidentFund: {
    label: 'Provident fund, ESI or NPS',
    question: 'Are you a member of EPF, ESI or a government-funded NPS through your work?',
  },
  hasBankAccount: { label: 'Own savings account', question: 'Do you have a savings account in a bank or post office?' },
  landHectares: {
    label: 'Farmland of the family',
    question: "How much farmland is in your family's name?",
    note: 'In hectares; 1 acre is about 0.4. Write 0 for none.',
  },
  householdHas: {
    label: 'Your household has',
    question: 'What does your household have?',
    note: 'Choose all that fit, or none.',
    options: {
      pucca_house: 'a pucca house of its own',
      own_roof: 'a roof of its own',
      electricity: 'a power connection',
      gas_connection: 'a gas connection',
      toilet: 'a toilet',
      four_wheeler: 'a car or another four-wheeler',
    },
  },
  householdHead: {
    label: 'Head of the household',
    question: 'Who is the head of your household, for example on the ration card?',
    options: { me: 'me', another_woman: 'another woman', another_man: 'another man' },
  },
  familyIncludes: {
    label: 'In the family',
    question: 'Is one of these in your family?',
    note: 'You yourself count too.',
    options: { person_with_disability: 'a person with a disability', daughter_below_10: 'a daughter below 10' },
  },
  isWidow: { label: 'Widow', question: 'Are you a widow?' },
  isPregnant: {
    label: 'Pregnant or with a new baby',
    question: 'Are you pregnant, or did you have a baby in the last 9 months?',
  },
  childOrder: {
    label: 'This child',
    question: 'Which living child is or will this be?',
    note: "Choose 'second child' and the one that fits once the baby is born.",
    options: {
      first: 'the first child',
      second_girl: 'the second child, a girl',
      second_boy: 'the second child, a boy',
      later: 'a later child',
    },
  },
  disabilityPercent: {
    label: 'Disability',
    question: 'How high is the disability on your certificate?',
    note: 'In percent. Write 0 if you have none.',
  },
  district: { label: 'District', question: 'In which district do you live?' },
} satisfies Record<string, FactWords>;

const inUnit = {
  years: (value: number) => `${formatNumber(value)} ${value === 1 ? 'year' : 'years'}`,
  rupees: (value: number) => `₹${formatNumber(value)}`,
  percent: (value: number) => `${formatNumber(value)}%`,
  hectares: (value: number) => `${formatNumber(value)} ${value === 1 ? 'hectare' : 'hectares'}`,
};

/** How a result is put into words. */
export const ruleWords = {
  inUnit,
  yes: 'yes',
  no: 'no',
  nothing: 'none of these',
  or: (parts: string[]) => joined(parts, 'or'),
  and: (parts: string[]) => joined(parts, 'and'),
  atLeast: (value: string) => `${value} or more`,
  atMost: (value: string) => `at most ${value}`,
  below: (value: string) => `less than ${value}`,
  above: (value: string) => `more than ${value}`,
  between: (low: string, high: string) => `from ${low} to ${high}`,
  outside: (low: string, high: string) => `less than ${low} or more than ${high}`,
  not: (what: string) => `not ${what}`,
  part: (label: string, asked: string) => `${label}: ${asked}`,
  fits: (label: string, said: string) => `${label}: ${said}. This fits.`,
  fails: (label: string, said: string, asked: string) => `${label}: ${said}. The scheme asks for: ${asked}.`,
  failsBecause: (label: string, said: string, because: string) => `${label}: ${said}. ${because}`,
  open: (label: string, asked: string) => `${label}: not answered yet. The scheme asks for: ${asked}.`,
  openBecause: (label: string, because: string) => `${label}: not answered yet. ${because}`,
  noneHolds: (parts: string[]) => `One of these is needed: ${parts.join('; ')}.`,
  oneHolds: (parts: string[]) => `${parts.join('; ')}. This fits.`,
  someOpen: (parts: string[]) => `Not clear yet. One of these is needed: ${parts.join('; ')}.`,
};

function joined(parts: string[], word: string): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}
