import { catalogue } from './catalogue.ts';

// Separate from en.ts, which every page loads: only the scheme pages need these.

export type FactWords = { label: string; question: string; note?: string; options?: Record<string, string> };

const circleOptions = {
  me: 'me',
  family_member: 'my husband or wife, or a child below 18',
  grown_child: 'a grown-up child who is not married',
  household_member: 'somebody else who lives with us, such as a parent, brother or married child',
};

/** Question texts by fact, for the scheme finder and for rules. */
const factWordsInEnglish = {
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
      livestock_or_fish: 'I keep animals, or keep or catch fish',
      farm_worker: "I work on others' farms",
      artisan: 'I practise a traditional trade by hand',
      street_vendor: 'I sell goods or services in the street',
      unorganised_worker: 'I do other work without provident fund: driver, domestic, building or gig work',
      industrial_worker: 'I work in a factory or mine',
      business: 'I run a business or shop',
      salaried: 'I have a salaried job',
      professional: 'I practise as a doctor, engineer, lawyer, accountant or architect',
      student: 'I study',
      homemaker: 'I look after the home',
      retired: 'I have retired',
      looking_for_work: 'I am looking for work',
      anganwadi_asha: 'I am an Anganwadi worker or helper, or an ASHA',
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
  highestEarnings: {
    label: 'Highest earnings in the household',
    question: 'How much does the person with the highest earnings in your household get in a month?',
    note: 'In rupees. Count everybody who lives with you, and yourself.',
  },
  taxpayers: {
    label: 'Pays income tax',
    question: 'Who in your home pays income tax?',
    note: 'Filing a return without tax to pay does not count.',
    options: circleOptions,
  },
  governmentJob: {
    label: 'Has a government job',
    question: 'Who in your home has a regular government job?',
    note: 'With the Centre, a State, a local body or a public sector company. Class IV, Group D and multi-tasking staff do not count.',
    options: circleOptions,
  },
  familyRoles: {
    label: 'In your closest family',
    question: 'Does one of these fit you, your husband or wife, or a child of yours below 18?',
    note: 'Choose all that fit, or none.',
    options: {
      retired_government:
        'has retired from a government office or public company (not as Class IV, Group D or multi-tasking staff)',
      registered_professional:
        'works for himself or herself as a registered doctor, engineer, lawyer, accountant or architect',
      public_office:
        'is or was a minister, MP, MLA, mayor or head of a district panchayat, or in a post of the Constitution',
      gst_returns: 'files GST returns',
    },
  },
  monthlyPension: {
    label: 'Highest pension in a month',
    question:
      'What is the highest pension that you, your husband or wife, or a child of yours below 18 gets in a month?',
    note: 'In rupees. Write 0 for none. Leave out pensions of Class IV, Group D and multi-tasking staff.',
  },
  hasProvidentFund: {
    label: 'Provident fund, ESI or NPS',
    question: 'Are you a member of EPF, ESI or a government-funded NPS through your work?',
  },
  hasBankAccount: { label: 'Own savings account', question: 'Do you have a savings account in a bank or post office?' },
  landHectares: {
    label: 'Farmland of the family',
    question: "How much farmland is in your family's name?",
    note: 'Choose the unit. A bigha or katha differs from place to place: near a limit, ask the patwari. Write 0 for none.',
  },
  irrigatedHectares: {
    label: 'Land with water',
    question: 'How much of that farmland is irrigated?',
    note: 'By a canal, well, pump or tank. Write 0 for none.',
  },
  unirrigatedHectares: {
    label: 'Land without water',
    question: 'How much of that farmland is not irrigated?',
    note: 'Land that gets rain only. Write 0 for none.',
  },
  householdHas: {
    label: 'Your household has',
    question: 'What does your household have?',
    note: 'Choose all that fit, or none.',
    options: {
      pucca_house: 'a pucca house of its own',
      own_roof: 'a roof of its own, or written permission to use a roof',
      electricity: 'a power connection',
      gas_connection: 'a gas connection',
      toilet: 'a toilet',
      four_wheeler: 'a car or another four-wheeler',
    },
  },
  householdPoints: {
    label: 'Your household',
    question: 'Is one of these true for your household?',
    note: 'Choose all that fit, or none.',
    options: {
      rooms_or_pucca: 'the house has pucca walls or a pucca roof, or more than two rooms',
      three_wheeler: 'it owns a motor three-wheeler',
      farm_machine: 'it owns a tractor or another farm machine on three or four wheels',
      kisan_credit_50000: 'it has a Kisan Credit Card with a limit of ₹50,000 or more',
      registered_business: 'it has a business, not a farm, that is registered with the government',
      professional_tax: 'somebody pays professional tax',
    },
  },
  alreadyHas: {
    label: 'Already has',
    question: 'Which of these do you or your family have already?',
    note: 'Choose all that fit, or none.',
    options: {
      scheme_house: 'a house from a government scheme, in the last 20 years',
      toilet_help: 'help to build a toilet, by itself or with a house',
      solar_subsidy: 'a subsidy for solar panels on the roof',
      open_trade_loan: 'a loan for work, such as Mudra, PM SVANidhi or PMEGP, that is not yet repaid',
      vishwakarma_member: 'somebody who is registered with PM Vishwakarma',
      atal_pension: 'my own Atal Pension account',
      shram_yogi_pension: 'my own PM Shram Yogi Maandhan account',
    },
  },
  cards: {
    label: 'Cards',
    question: 'Which of these do you have?',
    note: 'Choose all that fit, or none.',
    options: {
      eshram: 'an e-Shram card',
      ayushman: 'a family card of PM-JAY (Ayushman card)',
      job_card: 'a job card (MGNREGA)',
      pm_kisan: 'money from PM-KISAN, as a farmer',
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
    question: 'Count your living children and this baby. Which child is this baby?',
    note: 'If your second child is not born yet, answer this after the birth.',
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
  isExServiceman: {
    label: 'Retired from the armed forces',
    question: 'Have you retired from the Army, the Navy or the Air Force?',
  },
  hardship: {
    label: 'In special need',
    question: 'Is one of these true for you?',
    note: 'You need not answer. Choose all that fit, or none.',
    options: {
      in_custody: 'in jail or other custody',
      trafficking: 'sold, trafficked or forced to work',
      disaster_or_violence: 'harmed by a disaster, or by violence against a caste or community',
    },
  },
  constructionWorkers: {
    label: 'Registered building worker',
    question: "Who in your family is registered with the State's board for building workers?",
    note: 'The Building and Other Construction Workers Welfare Board gives a card or number.',
    options: { me: 'me', family_member: 'my parent, husband, wife or child' },
  },
  isMinority: {
    label: 'Minority community',
    question: 'Is your family Muslim, Christian, Sikh, Buddhist, Jain or Parsi?',
    note: 'These six are minorities by law. Some schemes are only for these six.',
  },
  maritalStatus: {
    label: 'Married or not',
    question: 'Are you married?',
    options: {
      never_married: 'never married',
      married: 'married',
      widowed: 'my husband or wife has died',
      divorced_or_separated: 'divorced, or we live apart',
    },
  },
  education: {
    label: 'Highest class passed',
    question: 'What is the highest that you have passed?',
    options: {
      none: 'less than class 5',
      class_5: 'class 5, 6 or 7',
      class_8: 'class 8 or 9',
      class_10: 'class 10 or 11',
      class_12: 'class 12',
      diploma: 'ITI or diploma after class 10',
      graduate: 'a degree',
      postgraduate: 'a second degree or more',
    },
  },
  benefitsNow: {
    label: 'Already gets',
    question: 'Which of these do you get from the government now?',
    note: 'Choose all that fit, or none.',
    options: { scholarship: 'a scholarship or stipend', pension: 'a pension' },
  },
  district: { label: 'District', question: 'In which district do you live?' },
} satisfies Record<string, FactWords>;

export const factWords = catalogue(factWordsInEnglish);
