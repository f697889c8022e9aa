import { expect, test } from 'vitest';
import { wholeLanguages } from '../../testing/catalogues.ts';
import { helplineList } from './helpline-list.ts';
import { findHelpline, groupedNumber, helplinesFor, helplineSubjects } from './helplines.ts';

test('every subject has a helpline, and every helpline words, an official source and the day it was checked', () => {
  for (const subject of helplineSubjects) expect(helplinesFor(subject), subject).not.toHaveLength(0);
  for (const line of helplineList) {
    expect(line.number).toMatch(/^\d{3,12}$/);
    expect(line.source).toMatch(/^https:\/\/[a-z0-9.-]+\/$/);
    expect(line.checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const language of wholeLanguages) {
      const { name, note } = line.words[language];
      expect(name.length * note.length, `${line.number} ${language}`).toBeGreaterThan(0);
    }
    expect(line.words.hi.name).toMatch(/\p{Script=Devanagari}/u);
    expect(line.words.ta.name).toMatch(/\p{Script=Tamil}/u);
  }
  expect(new Set(helplineList.map(({ number }) => number)).size).toBe(helplineList.length);
});

test('a toll-free number is shown in groups that can be read out', () => {
  expect(groupedNumber('18001801551')).toBe('1800 180 1551');
  expect(groupedNumber('155261')).toBe('155261');
});

test('the number that fits best comes first, in the language asked for', () => {
  expect(helplinesFor('suicide', 'en')[0]!.number).toBe('14416');
  expect(helplinesFor('violence', 'en').map(({ number }) => number)).toEqual(['181', '112']);
  expect(helplinesFor('child', 'en')[0]!.number).toBe('1098');
  expect(helplinesFor('fraud', 'hi')).toEqual([
    { number: '1930', name: 'साइबर ठगी', note: 'तुरंत फ़ोन करें; पैसा शायद रुक जाए' },
  ]);
  expect(findHelpline('15100', 'en')?.name).toBe('Legal aid');
  expect(findHelpline('999')).toBeNull();
});
