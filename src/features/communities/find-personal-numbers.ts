// What people give away in public text without meaning to. Only what is near-certain: a false alarm teaches to ignore the next one.

export type PersonalNumber = {
  kind: 'aadhaar' | 'pan' | 'mobile';
  /** As it stands in the text. */ text: string;
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

/** Verhoeff's check, which the twelfth digit of an Aadhaar number makes come out even. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  [...digits].toReversed().forEach((sign, place) => {
    let digit = Number(sign);
    for (let round = 0; round < place % 8; round += 1) digit = shuffle[digit]!;
    check = turn[check]![digit]!;
  });
  return check === 0;
}

// One sign for one, so that places in the text stay what they are.
const withPlainDigits = (text: string) =>
  text.replace(
    /[\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\uFF10-\uFF19]/g,
    (sign) => {
      const code = sign.charCodeAt(0);
      return String(code >= 0xff10 ? code - 0xff10 : (code - 0x66) % 0x80);
    },
  );

const patterns: { kind: PersonalNumber['kind']; pattern: RegExp; isOne: (found: string) => boolean }[] = [
  {
    kind: 'aadhaar',
    pattern: /(?<![\d.,₹/-])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\d.,/-]*\d)/g,
    isOne: (found) => passesVerhoeff(found.replace(/\D/g, '')),
  },
  // The fourth letter says what kind of holder it is.
  {
    kind: 'pan',
    pattern: /(?<![A-Za-z\d])[A-Za-z]{3}[ABCFGHJLPTabcfghjlpt][A-Za-z]\d{4}[A-Za-z](?![A-Za-z\d])/g,
    isOne: (found) => found === found.toUpperCase() || found === found.toLowerCase(),
  },
  {
    kind: 'mobile',
    pattern: /(?<![\d.,₹/+-])(?:(?:\+|00)?91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}(?![\d.,/-]*\d)/g,
    isOne: (found) => /^(?:\+91|0091|91|0)?[6-9]\d{9}$/.test(found.replace(/[ -]/g, '')),
  },
];

/** Aadhaar, PAN and Indian mobile numbers in a text, in its order. */
export function findPersonalNumbers(text: string): PersonalNumber[] {
  const plain = withPlainDigits(text);
  const found: PersonalNumber[] = [];
  for (const { kind, pattern, isOne } of patterns) {
    for (const match of plain.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (isOne(match[0]) && found.every((other) => end <= other.start || start >= other.end))
        found.push({ kind, text: text.slice(start, end), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** All but the last four signs as `X`. */
export function maskPersonalNumbers(text: string): string {
  let masked = text;
  for (const { start, end } of findPersonalNumbers(text)) {
    const number = masked.slice(start, end);
    const kept = number.slice(-4);
    masked = masked.slice(0, start) + number.slice(0, -4).replace(/[\p{L}\p{Nd}]/gu, 'X') + kept + masked.slice(end);
  }
  return masked;
}
