import { formatNumber } from '../ui/format.ts';

/** 3 as '3 answers'; for languages in which only 1 takes the singular. */
export const count = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;
