// @runs on both databases
import { expect, it } from 'vitest';
import { oldNumbersBeside, oldNumbersIn, numbersGone } from './old-numbers.ts';

const gone = (before: string, after: string) => [...numbersGone({ body: before }, { body: after })];

it('a number that was changed is gone, in digits of any script and with Indian grouping', () => {
  expect(gone('The fee is ₹50.', 'The fee is ₹60.')).toEqual(['50']);
  expect(gone('आय ₹१,००,००० तक', 'आय ₹२,००,००० तक')).toEqual(['100000']);
  expect(gone('Call 1930, by 2026-11-30.', 'Call 1945, by 2026-12-31.')).toEqual(['1930', '2026-11-30']);
  expect(gone('It is 5%.', 'It is 7%.')).toEqual(['5']);
});

it('nothing is gone where it still stands in the text, is written otherwise, or was only taken away', () => {
  expect(gone('₹50 now, ₹50 later.', '₹50 now, ₹60 later.')).toEqual([]);
  expect(gone('₹1,00,000', '₹१०००००')).toEqual([]);
  expect(gone('Age 18. Fee ₹50.', 'Fee ₹50.')).toEqual([]);
  expect(gone('See [it](/a/50).', 'See [it](/a/60).')).toEqual([]);
});

it('names each place beside the text', () => {
  const fields = {
    title: 'Ration card for ₹50',
    summary: 'Only ₹५०, no more.',
    thumbnail: '/media/50.jpg',
    coverFigure: { value: '₹50', note: 'fee' },
    scheme: { fee: '150' },
  };
  expect(oldNumbersBeside(new Set(['50']), { fields, body: 'Pay ₹60. ![A note of ₹50](/media/x.jpg)' })).toEqual([
    { path: 'coverFigure', number: '50' },
    { path: 'summary', number: '50' },
    { path: 'title', number: '50' },
    { path: 'body', number: '50' },
  ]);
  expect(oldNumbersIn(new Set(['50', '7']), { fields: { title: 'கார்டு' }, body: 'கட்டணம் ₹௫௦.' })).toEqual(['50']);
});
