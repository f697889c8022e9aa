import { expect, test } from 'vitest';
import { combinePapers } from './combine-papers.ts';

test('each paper stands once, with all who ask for it, the most wanted first', () => {
  expect(
    combinePapers([
      {
        name: 'A',
        documents: [
          { name: 'Land record', note: null },
          { name: 'Aadhaar card', note: 'linked' },
        ],
      },
      {
        name: 'B',
        documents: [
          { name: 'aadhaar  CARD', note: 'linked' },
          { name: 'Passbook', note: null },
        ],
      },
    ]),
  ).toEqual([
    { name: 'Aadhaar card', notes: ['linked'], schemes: ['A', 'B'] },
    { name: 'Land record', notes: [], schemes: ['A'] },
    { name: 'Passbook', notes: [], schemes: ['B'] },
  ]);
});

test('a scheme that asks for a paper twice is one who asks for it', () => {
  const documents = ['Aadhaar', 'Aadhaar card'].map((name) => ({ name, note: null }));
  expect(combinePapers([{ name: 'A', documents }])).toEqual([{ name: 'Aadhaar card', notes: [], schemes: ['A'] }]);
});

test('papers named like parts of objects are papers', () => {
  expect(
    combinePapers([
      {
        name: '__proto__',
        documents: [
          { name: 'constructor', note: null },
          { name: '__proto__', note: null },
        ],
      },
    ]).map(({ name }) => name),
  ).toEqual(['constructor', '__proto__']);
});

test('one paper under two names stands once, by the fuller one; a paper of others stays apart', () => {
  const of = (...names: string[]) => ({ name: names.join(), documents: names.map((name) => ({ name, note: null })) });
  const names = combinePapers([
    of('Aadhaar', 'Bank passbook'),
    of('Aadhaar card', 'Bank or post office passbook'),
    of('AADHAAR NUMBER', 'Aadhaar of all family members'),
  ]).map(({ name, schemes }) => [name, schemes.length]);
  expect(names).toEqual([
    ['AADHAAR NUMBER', 3],
    ['Bank or post office passbook', 2],
    ['Aadhaar of all family members', 1],
  ]);
});
