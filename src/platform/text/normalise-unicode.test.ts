import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { normaliseUnicode } from './normalise-unicode.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('text is brought into a normal form', () => {
  it('as the engine does it, for what people write', () => {
    const written = [
      '',
      'e\u0301 and \u00e9',
      'हिन्दी में क़लम',
      '\u1100\u1161\u11a8',
      'ﬁ ²',
      'a\u0316\u0301\u0327',
      'ｶﾞ',
      '😀\ud800',
    ];
    for (const text of written)
      for (const form of forms) expect(normaliseUnicode(text, form)).toBe(text.normalize(form));
  });

  it('sorting the marks on a letter, up to 30 of them', () => {
    const marks = `a${'\u0301\u0316'.repeat(14)}`;
    for (const form of forms) expect(normaliseUnicode(marks, form)).toBe(marks.normalize(form));
    expect(normaliseUnicode(`a${'\u0301\u0316'.repeat(40)}`, 'NFD')).toHaveLength(81);
  });

  it.each([['\u0301\u0316'], ['\u0f71\u0f72'], ['\u0316\uff9e'], ['\u3099\u0301']])(
    'in time that grows with the length alone: %j',
    (marks) => {
      const text = marks.repeat(100_000);
      for (const form of forms) expect(cpuTimeOf(() => void normaliseUnicode(text, form))).toBeLessThan(1_000);
    },
  );

  // Each of these cuts what it is given, or takes names of papers of at most 500 characters.
  const bounded = new Set([
    'src/platform/text/normalise-unicode.ts',
    'src/features/otp/identifiers.ts',
    'src/features/message-check/fold-message.ts',
    'src/features/search-index/words.ts',
    'src/features/schemes/form-answers.ts',
    'src/features/schemes/combine-papers.ts',
  ]);
  it('by this function wherever a text may be long', () => {
    const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && !bounded.has(file));
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('.normalize('))).toEqual([]);
  });
});
