import type { Fact, Source } from './paper.ts';
import type { PaperId } from './register.ts';
import type { states } from '../schemes/facts.ts';

export type State = (typeof states)[number];

/** What changes a list of papers. Only choices from closed lists, so that an address says nothing personal. */
export const ages = ['under-5', '5-to-17', '18-to-59', '60-or-more'] as const;
/** In the order of `ages`: the first year of each group. */
export const agesFrom = [0, 5, 18, 60] as const;
export const marriages = ['yes', 'no'] as const;
export const homes = ['own', 'rented'] as const;
export type Answers = {
  age?: (typeof ages)[number] | undefined;
  state?: State | undefined;
  married?: (typeof marriages)[number] | undefined;
  home?: (typeof homes)[number] | undefined;
};

/** True where every part holds; an open answer leaves it open. */
export type Condition = {
  age?: Answers['age'][];
  married?: 'yes' | 'no';
  home?: 'own' | 'rented';
  state?: State[];
};

/** What a paper has to prove, where one of several will do. */
export type Proof = 'identity' | 'address' | 'birth' | 'relation' | 'ownership' | 'income' | 'tax' | 'place';

export type Need = { when?: Condition; note?: string } & ({ paper: PaperId } | { proof: Proof; oneOf: PaperId[] });

export const groups = ['identity', 'family', 'certificates', 'money', 'home', 'work', 'vehicle'] as const;

export type Errand = {
  name: string;
  hi: string;
  group: (typeof groups)[number];
  needs: Need[];
  /** Where to go. */
  where: string;
  /** Official site, where there is one. */
  site: string | null;
  /** The paper that comes of it: its fee and days are those of the register. */
  gives?: PaperId;
  /** Otherwise its own; absent where nobody has checked yet. */
  fee?: Fact;
  days?: Fact;
  /** Where the list was read; null: written from the forms' usual lists, not checked yet. */
  source: Source | null;
};

/** As the list is written: a site or source that there is not is left out. */
export type ErrandEntry = Omit<Errand, 'site' | 'source'> & Partial<Pick<Errand, 'site' | 'source'>>;

const adult: Condition = { age: ['18-to-59', '60-or-more'] };
const child: Condition = { age: ['under-5', '5-to-17'] };
export const when = {
  adult,
  child,
  infant: { age: ['under-5'] } as Condition,
  old: { age: ['60-or-more'] } as Condition,
  married: { married: 'yes' } as Condition,
  ownHome: { home: 'own' } as Condition,
  rentedHome: { home: 'rented' } as Condition,
};

/** Papers that most offices take as proof of the same thing. */
export const identity: Need = {
  proof: 'identity',
  oneOf: ['aadhaar', 'voter-card', 'passport', 'driving-licence', 'pan'],
};
export const address: Need = {
  proof: 'address',
  oneOf: ['aadhaar', 'voter-card', 'passport', 'electricity-bill', 'water-bill', 'rent-agreement', 'bank-passbook'],
};
export const birth: Need = {
  proof: 'birth',
  oneOf: ['birth-certificate', 'class-10', 'passport', 'pan', 'driving-licence'],
};
/** By the house: its owner shows the title or the tax receipt, a tenant the agreement. */
export const house: Need[] = [
  { proof: 'ownership', oneOf: ['property-tax', 'sale-deed'], when: when.ownHome },
  { paper: 'rent-agreement', when: when.rentedHome },
  { paper: 'owner-consent', when: when.rentedHome },
];
