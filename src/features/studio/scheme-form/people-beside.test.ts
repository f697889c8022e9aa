import { expect, it } from 'vitest';
import { peopleBeside } from './people-beside.ts';

const said = (condition: Parameters<typeof peopleBeside>[0]) =>
  peopleBeside(condition).map(({ label, answer, verdict }) => `${label}: ${answer} ${verdict}`);

it('shows who just meets a condition and who just misses it', () => {
  expect(said({ fact: 'age', between: [18, 40] })).toEqual([
    'Age: 18 years yes',
    'Age: 17 years no',
    'Age: 41 years no',
  ]);
  expect(said({ fact: 'householdIncome', lte: 250_000 }).map((line) => line.split(' ').at(-1))).toEqual([
    'yes',
    'no',
    'unknown',
  ]);
  expect(peopleBeside({ fact: 'state', eq: 'Goa' }).map(({ verdict }) => verdict)).toEqual(['yes', 'no', 'no']);
  expect(peopleBeside({ not: { fact: 'taxpayers', eq: 'me' } }).map(({ verdict }) => verdict)).toEqual([
    'yes',
    'no',
    'unknown',
  ]);
  expect(peopleBeside({ fact: 'isWidow', eq: true }).map(({ verdict }) => verdict)).toEqual(['yes', 'no', 'unknown']);
});
