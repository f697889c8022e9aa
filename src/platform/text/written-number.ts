// How people, phones and word processors write a number: one reading for sign-in, the checker and the privacy warning.

/** Inside a character class with the flag `u`: what may stand between the digits of one number. */
export const numberSeparators = String.raw`\p{Z}\p{Cf}\p{Pd}\t\n\r()[\].,/_·•`;

/** The digit of any script as ASCII, null for anything else: Unicode keeps each script's ten in sequence, from zero. */
export function asciiDigit(character: string): string | null {
  if (!/^\p{Nd}$/u.test(character)) return null;
  const point = character.codePointAt(0)!;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - digit - 1))) digit += 1;
  return String(digit);
}

// A list is joined by '/', a sum has ','; neither stands inside a number of ten digits.
const between = String.raw`[\p{Zs}\p{Cf}\p{Pd}().·•\u2212\u2043_~*]{0,3}`;

// With spaces alone, three groups may as well be three sums.
const signs = String.raw`\p{Cf}?[\p{Pd}.·•()\u2043_~*]\p{Cf}?`;

/** Source with the flag `u`, for ASCII digits: an Indian mobile number in the groups that people write. */
export const mobileDigits = `(?:${['5,5', '4,3,3', '3,3,4', '4,6', '3,4,3']
  .map((groups) =>
    groups
      .split(',')
      .map((length, at) => (at === 0 ? `[6-9]\\d{${Number(length) - 1}}` : `\\d{${length}}`))
      .join(groups === '5,5' ? between : signs),
  )
  .join('|')})`;
/** The country's code or the zero before it, with what parts them. */
export const mobilePrefix = String.raw`(?:(?:\+|00)?91${between}|0)?`;
export const aadhaarDigits = String.raw`[2-9]\d{3}(${between})\d{4}\1\d{4}`;
