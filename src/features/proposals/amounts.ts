/** Numbers as Indian texts write them: '₹2,50,000/-', 'Rs. 2.5 lakh', 'two lakh fifty thousand', '12K'. */
export type Amount = { value: number; index: number; text: string };

const digitWords: Record<string, number> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const scaleWords: Record<string, number> = {
  hundred: 100,
  thousand: 1_000,
  k: 1_000,
  lakh: 100_000,
  lac: 100_000,
  crore: 10_000_000,
  cr: 10_000_000,
};
const scale = String.raw`(?:hundred|thousand|lakhs?|lacs?|crores?|cr\b|k\b)`;
const unitWord = Object.keys(digitWords).join('|');
const numberWords = new RegExp(
  String.raw`\b(?:(?:${unitWord})(?:[\s-]+(?:and\s+)?(?:${unitWord}|hundred|thousand|lakhs?|lacs?|crores?))*)\b`,
  'gi',
);
const digits = new RegExp(String.raw`(?<![\d.,])(\d[\d,]*(?:\.\d+)?)(?![\d])\s*(?:/-)?\s*(${scale})?`, 'gi');

/** 'two lakh fifty thousand' → 250000; null where it cannot be parsed. */
export function numberOfWords(text: string): number | null {
  let whole = 0;
  let part = 0;
  let hasAny = false;
  for (const raw of text.toLowerCase().split(/[\s-]+/)) {
    const word = raw.replace(/s$/, '') === 'lakh' || raw === 'lacs' || raw === 'crores' ? raw.replace(/s$/, '') : raw;
    if (word === 'and') continue;
    const own = digitWords[word];
    if (own !== undefined) part += own;
    else if (word === 'hundred') part = (part || 1) * 100;
    else if (scaleWords[word] !== undefined) {
      whole += (part || 1) * scaleWords[word];
      part = 0;
    } else return null;
    hasAny = true;
  }
  return hasAny ? whole + part : null;
}

/** Commas may group thousands or lakhs, in any style. */
const numberOfDigits = (text: string) => Number(text.replaceAll(',', ''));

/** All amounts in text order. Callers must skip percentages and numbers in names of documents. */
export function amountsIn(text: string): Amount[] {
  const found: Amount[] = [];
  for (const match of text.matchAll(digits)) {
    const value = numberOfDigits(match[1]!.replace(/,$/, ''));
    const factor = match[2] ? scaleWords[match[2].toLowerCase().replace(/s$/, '')]! : 1;
    if (Number.isFinite(value)) found.push({ value: round(value * factor), index: match.index, text: match[0].trim() });
  }
  for (const match of text.matchAll(numberWords)) {
    const value = numberOfWords(match[0]);
    if (value === null) continue;
    const isRepeated = found.some((one) => Math.abs(one.index - match.index) < 60 && one.value === value);
    const isScaleOfDigits = found.some((one) => match.index >= one.index && match.index < one.index + one.text.length);
    if (!isRepeated && !isScaleOfDigits) found.push({ value, index: match.index, text: match[0] });
  }
  return found.sort((one, other) => one.index - other.index);
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Amounts marked as rupees by a sign or scale, or too large to be anything else. */
export function rupeesIn(text: string): Amount[] {
  return amountsIn(text).filter((one) => {
    const before = text.slice(Math.max(0, one.index - 6), one.index);
    const after = text.slice(one.index + one.text.length, one.index + one.text.length + 12);
    if (/^\s*(?:%|percent|per cent|years?|months?|days?|times)/i.test(after)) return false;
    if (
      /(?:₹|rs\.?|inr|rupees)\s*$/i.test(before) ||
      /\/-|lakh|lac|crore|thousand/i.test(one.text) ||
      /^\s*(?:\/-|rupees)/i.test(after)
    )
      return true;
    return one.value >= 5_000 && !/(?:19|20)\d\d/.test(one.text);
  });
}

export type Period = 'month' | 'year';

/** Period of a sum; null where the text names neither a month nor a year, or both. */
export function periodOf(text: string): Period | null {
  const isYear = /\b(?:annual(?:ly)?|year(?:ly)?|per annum|p\.\s?a\b|annum|in a year|financial year)\b/i.test(text);
  const isMonth = /\b(?:month(?:ly)?|per month|p\.\s?m\b)\b/i.test(text);
  if (isYear === isMonth) return null;
  return isYear ? 'year' : 'month';
}

const hectaresOfUnit: [RegExp, number][] = [
  [/^\s*(?:acres?)\b/i, 0.404686],
  [/^\s*(?:hectares?|hects?\.?|ha)\b/i, 1],
  [/^\s*(?:gunthas?|gunta)\b/i, 0.010117],
];

/** Land areas in hectares. Bigha and katha are skipped: their size differs between States. */
export function hectaresIn(text: string): Amount[] {
  return amountsIn(text).flatMap((one) => {
    const after = text.slice(one.index + one.text.length).replace(/^\s*\([a-z\s]+\)/i, '');
    const factor = hectaresOfUnit.find(([unit]) => unit.test(after))?.[1];
    return factor === undefined ? [] : [{ ...one, value: Math.round(one.value * factor * 1000) / 1000 }];
  });
}
