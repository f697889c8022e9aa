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
  age?: (typeof ages)[number][] | undefined;
  married?: Answers['married'];
  home?: Answers['home'];
  state?: State[] | undefined;
};
