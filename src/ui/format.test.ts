import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, languageOfText } from './format.ts';
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
  expect(keepTogetherInHtml('<p>ई-पैन और भाई-बहन</p>')).toBe('<p><span class="nb">ई-पैन</span> और भाई-बहन</p>');
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

test('numbers are grouped as Intl groups them for India', () => {
  const indian = new Intl.NumberFormat('en-IN');
  for (const number of [0, 7, 999, 1_000, -1_000, 99_999, 120_000, 12_34_567.5, 0.25, -5.125])
    expect(formatNumber(number)).toBe(indian.format(number));
  fc.assert(fc.property(fc.maxSafeInteger(), (number) => formatNumber(number) === indian.format(number)));
});
