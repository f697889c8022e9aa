import { describe, expect, it } from 'vitest';
import { isSignificant } from './significant-change.ts';

const text = (body: string) => ({ fields: { title: 'Ration cards' }, body });
const changes = (before: string, after: string) => isSignificant(text(before), text(after));

describe('readers are told', () => {
  it.each([
    ['The fee is ₹75.', 'The fee is ₹100.'],
    ['फ़ीस ₹७५ है।', 'फ़ीस ₹१०० है।'],
    ['Apply by 31 March.', 'Apply by 31 May.'],
    ['It is free.', 'It costs ten rupees.'],
    ['Valid for 3 months.', 'Valid for 3 years.'],
    ['Within thirty days of it.', 'Within thirty hours of it.'],
    ['3 महीने तक मान्य है।', '3 साल तक मान्य है।'],
    ['Up to 2 hectares of land.', 'Up to 2 acres of land.'],
    ['For the first child.', 'For the second child.'],
    ['Pay ₹5 lakh.', 'Pay ₹5 crore.'],
  ])('%s -> %s', (before, after) => expect(changes(before, after)).toBe(true));
});

describe('readers are not told', () => {
  it.each([
    ['Go to teh office.', 'Go to the office.'],
    ['The fee is ₹1,000', 'The fee is ₹1000.'],
    ['फ़ीस ₹75 है।', 'फ़ीस ₹७५ है।'],
    ['It takes 3 month.', 'It takes 3 months.'],
    ['30 दिन में मिलता है।', '30 दिनों में मिलता है।'],
    ['It is paid every year.', 'It is paid annually.'],
    ['First, go to the office.', 'Go to the office.'],
    ['You may apply there.', 'You can apply there.'],
  ])('%s -> %s', (before, after) => expect(changes(before, after)).toBe(false));
});
