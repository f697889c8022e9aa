import { expect, it } from 'vitest';
import { findPersonalNumbers, maskPersonalNumbers, passesVerhoeff } from './find-personal-numbers.ts';

it.each([
  ['2363', true],
  ['2364', false],
  ['123451', true],
  ['123452', false],
])('the check of %s comes out as %s', (digits, isRight) => {
  expect(passesVerhoeff(digits)).toBe(isRight);
});

/** Appends the Verhoeff check digit to the first eleven digits. */
const aadhaar = (first: string) => [...'0123456789'].map((last) => first + last).find(passesVerhoeff)!;
const one = aadhaar('23456789012');
const spaced = one.replace(/(\d{4})(?=\d)/g, '$1 ');

it.each<[string, string, string]>([
  [`My Aadhaar is ${one}.`, 'aadhaar', one],
  [`No. ${spaced}, please help`, 'aadhaar', spaced],
  [`${spaced.replaceAll(' ', '-')}`, 'aadhaar', spaced.replaceAll(' ', '-')],
  ['PAN: ABCPK1234L', 'pan', 'ABCPK1234L'],
  ['my pan abcpk1234l', 'pan', 'abcpk1234l'],
  ['Call 9876543210 now', 'mobile', '9876543210'],
  ['Call +91 98765 43210', 'mobile', '+91 98765 43210'],
  ['098765-43210', 'mobile', '098765-43210'],
  ['+919876543210', 'mobile', '+919876543210'],
  ['मेरा नंबर ९८७६५४३२१० है', 'mobile', '९८७६५४३२१०'],
  ...['\u00a0', '\u2010', '\u2011', '\u2012', '\u2013', '\u200b', '·', '.', '_', '~', '*', '\u2043'].map(
    (sign): [string, string, string] => [`To 98765${sign}43210 now`, 'mobile', `98765${sign}43210`],
  ),
  ['9876-543-210', 'mobile', '9876-543-210'],
  ['+91 (98765) 43210', 'mobile', '+91 (98765) 43210'],
  ...['\u00a0', '\u2011', '\u200b'].map((sign): [string, string, string] => [
    `No. ${spaced.replaceAll(' ', sign)}`,
    'aadhaar',
    spaced.replaceAll(' ', sign),
  ]),
])('%s', (text, kind, found) => {
  expect(findPersonalNumbers(text)).toMatchObject([{ kind, text: found }]);
});

it.each([
  'Helpline 1930, or 1800-11-0001',
  `The order of 12 digits ${one.slice(0, 11)}${(Number(one[11]) + 1) % 10} fails the check`,
  'Section 80C of 1961, ₹9876543210',
  'GST 27ABCPK1234L1Z5',
  'ABCXK1234L is no PAN',
  'Order 9876543210123',
  '12.9876543210',
  'Fill in Form 16 by 31-07-2026',
  'a9876',
  'AbcPk1234L',
])('%s has none', (text) => {
  expect(findPersonalNumbers(text)).toEqual([]);
});

it('masks all but the last four, and leaves the rest of the text as it is', () => {
  expect(maskPersonalNumbers(`I am ABCPK1234L, ${spaced}, +91 98765 43210. Thanks`)).toBe(
    `I am XXXXXX234L, XXXX XXXX ${one.slice(-4)}, +XX XXXXX X3210. Thanks`,
  );
  expect(findPersonalNumbers(maskPersonalNumbers(`9876543210 ${spaced} ABCPK1234L`))).toEqual([]);
  expect(maskPersonalNumbers('Nothing to hide: 1930')).toBe('Nothing to hide: 1930');
});

it('each number of a list is one, and no part of a date, a sum or three sums is', () => {
  expect(findPersonalNumbers('9876543210/9876543211').map(({ start, end }) => [start, end])).toEqual([
    [0, 10],
    [11, 21],
  ]);
  expect(findPersonalNumbers('700 800 9000, 12/9876543210, ₹98765.43210, 9876 543 210 rupees')).toEqual([]);
});
