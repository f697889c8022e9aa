import { expect, test } from 'vitest';
import { languageOfText } from './format.ts';
import { keepTogetherInHtml } from './keep-together.ts';

test('short names with a hyphen and amounts stay on one line, and tags stay as they are', () => {
  expect(
    keepTogetherInHtml('<p>Finish e-KYC, call <a href="tel:011-24300606" title="e-KYC">011-24300606</a>.</p>'),
  ).toBe(
    '<p>Finish <span class="nb">e-KYC</span>, call <a href="tel:011-24300606" title="e-KYC">011-24300606</a>.</p>',
  );
  expect(keepTogetherInHtml('<img alt="a > e-KYC \'b\' > PM-KISAN"> e-KYC')).toBe(
    '<img alt="a > e-KYC \'b\' > PM-KISAN"> <span class="nb">e-KYC</span>',
  );
  expect(keepTogetherInHtml('<p>₹5 lakh</p>')).toBe('<p>₹5\u00a0lakh</p>');
  expect(keepTogetherInHtml('<p>well-known &amp; plain</p>')).toBe('<p>well-known &amp; plain</p>');
});

test.each([
  ['RTI Act, 2005', 'en'],
  ['₹5 lakh – for “farmers”', 'en'],
  ['1,00,000 / 2026', undefined],
  ['', undefined],
  ['आधार Aadhaar', 'en'],
  ['आधार कार्ड (UIDAI)', 'hi'],
  ['ஆதார் அட்டை', 'ta'],
])('%s is in %s', (text, language) => {
  expect(languageOfText(text)).toBe(language);
});
