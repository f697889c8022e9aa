// Personal numbers that people publish by mistake. High precision only: a false alarm teaches them to ignore the next
// one.

import { aadhaarDigits, asciiDigit, mobileDigits, mobilePrefix } from '../../platform/text/written-number.ts';

export type PersonalNumber = {
  kind: 'aadhaar' | 'pan' | 'mobile';
  /** Exactly as written. */
  text: string;
  start: number;
  end: number;
};

const turn = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff checksum; the twelfth digit of an Aadhaar number is its check digit. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  [...digits].toReversed().forEach((sign, place) => {
    let digit = Number(sign);
    for (let round = 0; round < place % 8; round += 1) digit = shuffle[digit]!;
    check = turn[check]![digit]!;
  });
  return check === 0;
}

// Replaces one UTF-16 unit by one, so that offsets stay valid in the original.
const withPlainDigits = (text: string) =>
  text.replace(/[^\u0000-\u007f]/g, (sign) => asciiDigit(sign) ?? (/\p{Pd}/u.test(sign) ? '-' : sign));

// Digits of a longer number or of a sum; '/' joins two numbers where each is a whole one.
const alone = String.raw`(?<![\d.,₹-]|(?<!\d{4})/)`;
const inSum = String.raw`[\d.,-]*\d|/(?!(?:\+?91|0)?[- ]?[2-9]\d{3}[- ]?\d)[\d.,/-]*\d`;

const patterns: { kind: PersonalNumber['kind']; pattern: RegExp; isOne: (found: string) => boolean }[] = [
  {
    kind: 'aadhaar',
    pattern: new RegExp(`${alone}${aadhaarDigits}(?!${inSum})`, 'gu'),
    isOne: (found) => passesVerhoeff(found.replace(/\D/g, '')),
  },
  // The fourth letter of a PAN encodes the type of holder.
  {
    kind: 'pan',
    pattern: /(?<![A-Za-z\d])[A-Za-z]{3}[ABCFGHJLPTabcfghjlpt][A-Za-z]\d{4}[A-Za-z](?![A-Za-z\d])/g,
    isOne: (found) => found === found.toUpperCase() || found === found.toLowerCase(),
  },
  {
    kind: 'mobile',
    pattern: new RegExp(`${alone}(?<!\\+)${mobilePrefix}${mobileDigits}(?!${inSum})`, 'gu'),
    isOne: (found) => /^(?:\+91|0091|91|0)?[6-9]\d{9}$/.test(found.replace(/[^\d+]/g, '')),
  },
];

const rankOf = ({ kind }: PersonalNumber) => patterns.findIndex((pattern) => pattern.kind === kind);

/** Aadhaar, PAN and Indian mobile numbers, in text order. */
export function findPersonalNumbers(text: string): PersonalNumber[] {
  const plain = withPlainDigits(text);
  const found: PersonalNumber[] = [];
  for (const { kind, pattern, isOne } of patterns) {
    for (const match of plain.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (isOne(match[0])) found.push({ kind, text: text.slice(start, end), start, end });
    }
  }
  // Of two overlapping matches the kind listed first wins; the sort is stable, so that order survives.
  const inOrder = found.toSorted((a, b) => a.start - b.start);
  const retained: PersonalNumber[] = [];
  for (const number of inOrder) {
    const last = retained.at(-1);
    if (!last || number.start >= last.end) retained.push(number);
    else if (rankOf(number) < rankOf(last)) retained[retained.length - 1] = number;
  }
  return retained;
}

/** Masks all but the last four digits with `X`. */
export function maskPersonalNumbers(text: string): string {
  let masked = '';
  let from = 0;
  for (const { start, end, text: number } of findPersonalNumbers(text)) {
    masked += text.slice(from, start) + number.slice(0, -4).replace(/[\p{L}\p{Nd}]/gu, 'X') + number.slice(-4);
    from = end;
  }
  return masked + text.slice(from);
}
