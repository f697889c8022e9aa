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
