import { expect, test } from 'vitest';
import { sentencesOf, spokenText } from './spoken-text.ts';

test.each([
  ['en', 'You get ₹2,000 a month.', 'You get rupees 2,000 a month.'],
  ['hi', 'आपको ₹2,000 मिलते हैं।', 'आपको 2,000 रुपये मिलते हैं।'],
  ['ta', '₹2,000 கிடைக்கும்.', '2,000 ரூபாய் கிடைக்கும்.'],
  ['en', 'Rs. 500/- or ₹1', 'rupees 500 or rupee 1'],
  ['en', '₹2,000–₹5,000', 'rupees 2,000 to 5,000'],
  ['hi', '₹2,000-5,000', '2,000 से 5,000 रुपये'],
  ['en', '₹1,20,000 of ₹2 lakh crore', 'rupees 1 lakh 20,000 of rupees 2 lakh crore'],
  ['hi', '₹1,20,50,000 और ₹5 लाख', '1 करोड़ 20 लाख 50,000 रुपये और 5 लाख रुपये'],
  ['ta', '₹5 லட்சம் வரை', '5 லட்சம் ரூபாய் வரை'],
  ['hi', '12,00,000 लोग', '12 लाख लोग'],
  ['en', 'aged 18–40, or 60-79 years, 5%–10%', 'aged 18 to 40, or 60 to 79 years, 5% to 10%'],
  ['hi', '18–40 साल', '18 से 40 साल'],
  ['en', 'By 21\u00a0Nov\u00a02026.', 'By 21 November 2026.'],
  ['hi', '2026-11-21 तक, या 01/04/2026', '21 नवंबर 2026 तक, या 1 अप्रैल 2026'],
  ['en', '45/13/2026 is no day', '45/13/2026 is no day'],
  ['en', 'Call 1800 180 1551 or 98765 43210', 'Call 1 8 0 0 1 8 0 1 5 5 1 or 9 8 7 6 5 4 3 2 1 0'],
  ['en', 'in 2025–26, Form 15G, 1930', 'in 2025 to 26, Form 15G, 1930'],
  ['ur', '₹2,000', '₹2,000'],
])('in %s, "%s" is said as "%s"', (language, written, said) => {
  expect(spokenText(written, language)).toBe(said);
});

test('sentences end at a danda too, and not after an abbreviation; signs alone are none', () => {
  const read = (text: string, language: string) =>
    sentencesOf(text, language).map(({ start, end }) => text.slice(start, end).trim());
  expect(read('Pay Rs. 500. Keep the slip. →', 'en')).toEqual(['Pay Rs. 500.', 'Keep the slip.']);
  expect(read('फ़ीस रु. 50 है। रसीद रखें।', 'hi')).toEqual(['फ़ीस रु. 50 है।', 'रसीद रखें।']);
});
