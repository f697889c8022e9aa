import { formatNumber } from '../../ui/format.ts';
import type * as source from '../rule-words.ts';

const joined = (parts: string[], word: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;

export const ruleWords = {
  inUnit: {
    years: (value) => `${formatNumber(value)} வயது`,
    rupees: (value) => `₹${formatNumber(value)}`,
    percent: (value) => `${formatNumber(value)}%`,
    hectares: (value) => `${formatNumber(value)} ஹெக்டேர்`,
  },
  yes: 'ஆம்',
  no: 'இல்லை',
  nothing: 'இவற்றில் எதுவும் இல்லை',
  or: (parts) => joined(parts, 'அல்லது'),
  and: (parts) => joined(parts, 'மற்றும்'),
  atLeast: (value) => `${value} அல்லது அதற்கு மேல்`,
  atMost: (value) => `அதிகபட்சம் ${value}`,
  below: (value) => `${value} என்பதைவிடக் குறைவு`,
  above: (value) => `${value} என்பதைவிட அதிகம்`,
  between: (low, high) => `${low} முதல் ${high} வரை`,
  outside: (low, high) => `${low} என்பதைவிடக் குறைவு அல்லது ${high} என்பதைவிட அதிகம்`,
  not: (what) => `இது இல்லை: ${what}`,
  part: (label, asked) => `${label}: ${asked}`,
  fits: (label, said) => `${label}: ${said}. இது பொருந்துகிறது.`,
  fails: (label, said, asked) => `${label}: ${said}. திட்டம் கேட்பது: ${asked}.`,
  failsBecause: (label, said, because) => `${label}: ${said}. ${because}`,
  open: (label, asked) => `${label}: இன்னும் பதில் இல்லை. திட்டம் கேட்பது: ${asked}.`,
  openBecause: (label, because) => `${label}: இன்னும் பதில் இல்லை. ${because}`,
  noneHolds: (parts) => `இவற்றில் ஒன்று தேவை: ${parts.join('; ')}.`,
  oneHolds: (parts) => `${parts.join('; ')}. இது பொருந்துகிறது.`,
  someOpen: (parts) => `இன்னும் தெளிவில்லை. இவற்றில் ஒன்று தேவை: ${parts.join('; ')}.`,
} satisfies typeof source.ruleWords;
