import { expect, it } from 'vitest';
import { amountsIn, hectaresIn, numberOfWords, periodOf, rupeesIn } from './amounts.ts';

it.each([
  ['two lakh fifty thousand', 250_000],
  ['one crore', 10_000_000],
  ['ninety-five', 95],
  ['three hundred and five', 305],
  ['lakh', 100_000],
])('reads the number in words %s', (words, value) => {
  expect(numberOfWords(words)).toBe(value);
});

it('says that other words are no number', () => {
  expect(numberOfWords('two goats')).toBeNull();
});

it.each([
  ['up to ₹2,50,000/-', [250_000]],
  ['up to Rs. 2.5 lakh', [250_000]],
  ['at most Rs 250000 (rupees two lakh fifty thousand)', [250_000]],
  ['INR 1.2 crore', [12_000_000]],
  ['₹ 40,000/- and ₹60,000/-', [40_000, 60_000]],
  ['two lakh rupees', [200_000]],
])('reads the rupees of %s', (text, values) => {
  expect(rupeesIn(text).map(({ value }) => value)).toEqual(values);
});

it.each(['75% marks', '6000 days of work', 'in 2024', 'within 5 years'])('takes %s for no sum of money', (text) => {
  expect(rupeesIn(text)).toEqual([]);
});

it('tells a month from a year, and says nothing where both or neither is named', () => {
  expect(periodOf('the monthly income')).toBe('month');
  expect(periodOf('₹90,000 per annum')).toBe('year');
  expect(periodOf('₹90,000')).toBeNull();
  expect(periodOf('₹5,000 a month or ₹60,000 a year')).toBeNull();
});

it('turns acres and guntha into hectares, and leaves a bigha alone', () => {
  expect(hectaresIn('5 acres').map(({ value }) => value)).toEqual([2.023]);
  expect(hectaresIn('1.5 ha').map(({ value }) => value)).toEqual([1.5]);
  expect(hectaresIn('10 guntha').map(({ value }) => value)).toEqual([0.101]);
  expect(hectaresIn('4 bigha')).toEqual([]);
});

it('keeps the place of each amount', () => {
  expect(amountsIn('from 12 to 15').map(({ index }) => index)).toEqual([5, 11]);
});
