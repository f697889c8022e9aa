import { expect, test } from 'vitest';
import { lettersOf } from './letters.ts';
import { beginningCost, spellingCost, wordCost } from './likeness.ts';
import { latinKey, soundKeys } from './sound-key.ts';
import { latinSpellings } from './spelling-table.ts';

test('people’s spellings cost less than those of other words', () => {
  expect(spellingCost('gharelu', 'घरेलू')).toBeLessThan(spellingCost('gharelu', 'घरवाले'));
  expect(spellingCost('hinsa', 'हिंसा')).toBeLessThan(spellingCost('hinsa', 'हंस'));
  expect(spellingCost('update', 'अपडेट')).toBeLessThan(spellingCost('update', 'पढते'));
  expect(spellingCost('padhai', 'पढाई')).toBeLessThan(6);
  expect(spellingCost('vanakkam', 'வணக்கம்')).toBeLessThan(6);
  expect(spellingCost('pension', 'আবেদন', 12)).toBe(Infinity);
});

test('a letter that was pressed many times is like no word', () => {
  expect(wordCost('jija', 'zija')).toBeLessThan(3);
  for (const [asked, other] of [
    ['zzzz', 'jha'],
    ['zzzz', 'za'],
    ['qqqq', 'kk'],
  ] as const)
    expect(wordCost(asked, other), asked).toBe(Infinity);
});

test('a beginning costs no more than the whole, and may end within the spelling of a letter', () => {
  for (const typed of ['g', 'gh', 'gha', 'ghare', 'gharelu'])
    expect(beginningCost(typed, 'घरेलू'), typed).toBeLessThan(2);
  expect(beginningCost('hin', 'हिंसा')).toBeLessThan(beginningCost('hin', 'हंस'));
  expect(beginningCost('aadh', 'आधार')).toBeLessThan(2);
  expect(beginningCost('oyv', 'ஓய்வூதியம்')).toBeLessThan(3);
  expect(beginningCost('ghare', 'सरकार', 6)).toBe(Infinity);
});

test('the h of a conjunct is written on either side of its nasal', () => {
  expect(spellingCost('uhnen', 'उन्हें')).toBeLessThan(4);
  expect(spellingCost('bramhan', 'ब्राह्मण')).toBeLessThan(4);
  expect(spellingCost('chinh', 'चिह्न')).toBeLessThan(4);
  expect(spellingCost('unhen', 'उन्हें')).toBeLessThan(spellingCost('uhnen', 'उन्हें'));
});

test('the likeliest spelling drops the vowel that is not spoken', () => {
  const likeliest = (word: string) => latinSpellings(word, 1)[0]!.latin;
  expect(likeliest('राशन')).toBe('rashan');
  expect(likeliest('सरकार')).toBe('sarkar');
  expect(likeliest('घरेलू')).toBe('gharelu');
});

test('spellings of one word in any script share a key', () => {
  const keysOf = (word: string) => new Set(soundKeys(word));
  for (const [latin, ...natives] of [
    ['aadhar', 'आधार', 'ஆதார்', 'ఆధార్', 'আধার', 'ਆਧਾਰ', 'આધાર', 'ಆಧಾರ್', 'ആധാർ'],
    ['yojna', 'योजना', 'ਯੋਜਨਾ', 'యోజన'],
    ['update', 'अपडेट'],
  ] as const)
    for (const native of natives) expect(keysOf(native), native).toContain(latinKey(latin));
  expect(latinKey('yojanaa')).toBe(latinKey('yojna'));
});

test('other words have no letters of an Indic script, and odd input ends quickly', () => {
  for (const word of ['', 'pan', 'पैनcard', 'கஆधार', '123', '👨‍👩‍👧', '\u200d', 'قانون'])
    expect(lettersOf(word), word).toBeNull();
  for (const word of ['़', '्', '\u094d\u200d', 'ਂ', 'ക്'.repeat(500), 'क़'.repeat(48)]) {
    expect(() => soundKeys(word)).not.toThrow();
    expect(spellingCost('a'.repeat(48), word)).toBeGreaterThan(0);
  }
  expect(lettersOf('क़लम')).toEqual(lettersOf('कलम'));
  expect(lettersOf('क़लम'.normalize('NFD'))).toEqual(lettersOf('क\u200dलम'));
});
