import { catalogue } from './catalogue.ts';
import { formatNumber } from '../ui/format.ts';

// Separate from eligibility.ts: the finder asks its first questions without results.

const inUnit = {
  years: (value: number) => `${formatNumber(value)} ${value === 1 ? 'year' : 'years'}`,
  rupees: (value: number) => `₹${formatNumber(value)}`,
  percent: (value: number) => `${formatNumber(value)}%`,
  hectares: (value: number) => `${formatNumber(value)} ${value === 1 ? 'hectare' : 'hectares'}`,
};

/** Wording of results. */
const ruleWordsInEnglish = {
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

export const ruleWords = catalogue(ruleWordsInEnglish);
