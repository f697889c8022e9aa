import { formatNumber } from '../../ui/format.ts';
import type * as source from '../rule-words.ts';

const joined = (parts: string[], word: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;

export const ruleWords = {
  inUnit: {
    years: (value) => `${formatNumber(value)} साल`,
    rupees: (value) => `₹${formatNumber(value)}`,
    percent: (value) => `${formatNumber(value)}%`,
    hectares: (value) => `${formatNumber(value)} हेक्टेयर`,
  },
  yes: 'हाँ',
  no: 'नहीं',
  nothing: 'इनमें से कोई नहीं',
  or: (parts) => joined(parts, 'या'),
  and: (parts) => joined(parts, 'और'),
  atLeast: (value) => `${value} या ज़्यादा`,
  atMost: (value) => `ज़्यादा से ज़्यादा ${value}`,
  below: (value) => `${value} से कम`,
  above: (value) => `${value} से ज़्यादा`,
  between: (low, high) => `${low} से ${high} तक`,
  outside: (low, high) => `${low} से कम या ${high} से ज़्यादा`,
  not: (what) => `यह नहीं: ${what}`,
  part: (label, asked) => `${label}: ${asked}`,
  fits: (label, said) => `${label}: ${said}। यह ठीक है।`,
  fails: (label, said, asked) => `${label}: ${said}। योजना में चाहिए: ${asked}।`,
  failsBecause: (label, said, because) => `${label}: ${said}। ${because}`,
  open: (label, asked) => `${label}: अभी जवाब नहीं दिया। योजना में चाहिए: ${asked}।`,
  openBecause: (label, because) => `${label}: अभी जवाब नहीं दिया। ${because}`,
  noneHolds: (parts) => `इनमें से एक चाहिए: ${parts.join('; ')}।`,
  oneHolds: (parts) => `${parts.join('; ')}। यह ठीक है।`,
  someOpen: (parts) => `अभी साफ़ नहीं है। इनमें से एक चाहिए: ${parts.join('; ')}।`,
} satisfies typeof source.ruleWords;
