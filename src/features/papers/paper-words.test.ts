import { describe, expect, it } from 'vitest';
import { languages } from '../../messages/catalogue.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import { ages } from './errand.ts';
import { sayAges } from './paper-words.ts';

const inEach = <Said>(say: () => Said): Said[] => languages.map((language) => inLanguage(language, say));

describe('ages of a condition', () => {
  it('say neighbouring groups as one', () => {
    expect(inEach(() => [sayAges(['18-to-59', '60-or-more']), sayAges(['under-5', '5-to-17'])])).toEqual([
      [['18 or more'], ['below 18']],
      [['18 या ज़्यादा'], ['18 से कम']],
      [['18 அல்லது மேல்'], ['18-க்குக் கீழ்']],
    ]);
    expect(inEach(() => sayAges(['5-to-17', '18-to-59']))).toEqual([['5 to 59'], ['5 से 59'], ['5 முதல் 59']]);
  });

  it('keep apart what has a gap between', () => {
    expect(sayAges(['60-or-more', 'under-5'])).toEqual(['below 5', '60 or more']);
    expect(ages.map((age) => sayAges([age]))).toEqual([['below 5'], ['5 to 17'], ['18 to 59'], ['60 or more']]);
  });
});
