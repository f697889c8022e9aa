import { type FactId, factOf } from './facts.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';

// Amounts, ages, percentages and areas: of a scheme's record, and as they stand in texts of any of our languages.

export type FigureUnit = 'rupees' | 'years' | 'percent' | 'hectares';
export type Figure = { unit: FigureUnit; value: number };
export type FoundFigure = Figure & { at: number };

const zeros = [0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66];
/** With 0 to 9 for the digits of Indian scripts, so that positions stay. */
export const withPlainDigits = (text: string): string =>
  normaliseUnicode(text, 'NFC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

const number = /\d+(?:,\d+)*(?:\.\d+)?/g;
const currency = /(?:₹|\brs\.?|रु\.?|रू\.?|ரூ\.?|\binr)\s*$/i;
const multiples: [RegExp, number][] = [
  [/^[\s-]*(?:lakhs?|lacs?|लाख|லட்ச)/i, 100_000],
  [/^[\s-]*(?:crores?|करोड़|கோடி)/i, 10_000_000],
  [/^[\s-]*(?:thousand|हज़ार|हजार|ஆயிர)/i, 1_000],
];
const rupeeWords = /^\s*(?:rupees?|रुपय|रुपए|रुपये|ரூபா)/i;
const percentWords = /^\s*(?:%|per ?cent|प्रतिशत|फ़ीसदी|फीसदी|சதவீத|சதவிகித|விழுக்காடு)/i;
const areaWords = /^.{0,12}?(?:hectare|हेक्टेयर|ஹெக்டேர்)/is;
const yearWords = /years?\b|\bage|\bold\b|साल|वर्ष|बरस|उम्र|आयु|வயது|ஆண்டு|வருட/i;

/** Numbers of the text that have a unit. @param text as from `withPlainDigits` */
export function figuresIn(text: string): FoundFigure[] {
  return [...text.matchAll(number)].flatMap((match) => {
    const at = match.index;
    const end = at + match[0].length;
    const before = text.slice(Math.max(0, at - 8), at);
    const after = text.slice(end, end + 40);
    const value = Number(match[0].replaceAll(',', ''));
    const found = (unit: FigureUnit, times = 1): FoundFigure[] => [{ unit, value: value * times, at }];
    const multiple = multiples.find(([words]) => words.test(after));
    if (multiple) return found('rupees', multiple[1]);
    if (currency.test(before) || rupeeWords.test(after)) return found('rupees');
    if (percentWords.test(after)) return found('percent');
    if (areaWords.test(after)) return found('hectares');
    const isAge = value <= 120 && yearWords.test(text.slice(Math.max(0, at - 25), at) + ' ' + after.slice(0, 25));
    return isAge ? found('years') : [];
  });
}

type SchemeRecord = {
  rules: { version: 1 | 2; all: object[] } | null;
  details: {
    fee: { amount: number } | null;
    worth?: number | undefined;
    benefits: string[];
    eligibility: string[];
    exclusions: string[];
  };
};

/** Every figure of a record: its fee, what it is worth, the limits of its rules, and the amounts of its texts. */
export function figuresOf({ rules, details }: SchemeRecord): Figure[] {
  const { fee, worth, benefits, eligibility, exclusions } = details;
  return [
    ...(fee ? [{ unit: 'rupees' as const, value: fee.amount }] : []),
    ...(worth === undefined ? [] : [{ unit: 'rupees' as const, value: worth }]),
    ...(rules?.all ?? []).flatMap(limitsOf),
    ...[...benefits, ...eligibility, ...exclusions].flatMap((line) =>
      figuresIn(withPlainDigits(line)).map(({ unit, value }) => ({ unit, value })),
    ),
  ];
}

/** Limits of a condition, at any depth. */
export function limitsOf(condition: object): Figure[] {
  const { fact, gte, lte, between, all, any, not } = condition as Record<string, unknown>;
  const nested = [...(Array.isArray(all) ? all : []), ...(Array.isArray(any) ? any : []), ...(not ? [not] : [])];
  const own = typeof fact === 'string' ? factOf(fact as FactId) : undefined;
  const values = [gte, lte, ...(Array.isArray(between) ? between : [])].filter((one) => typeof one === 'number');
  return [
    ...(own?.type === 'number' ? values.map((value) => ({ unit: own.unit, value })) : []),
    ...nested.flatMap((one) => limitsOf(one as object)),
  ];
}

export const isSameFigure = (one: Figure, other: Figure): boolean =>
  one.unit === other.unit && one.value === other.value;

/** Figures of `before` that `after` no longer has, each once. Zero is no figure that a text could still quote. */
export function figuresGone(before: readonly Figure[], after: readonly Figure[]): Figure[] {
  const gone = before.filter((one) => one.value !== 0 && !after.some((other) => isSameFigure(one, other)));
  return gone.filter((one, at) => gone.findIndex((other) => isSameFigure(one, other)) === at);
}
