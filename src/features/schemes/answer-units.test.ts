import { expect, test } from 'vitest';
import { inOwnUnit, landUnits, unitsOf } from './answer-units.ts';
import { factIds, factOf } from './facts.ts';

const landFact = factIds.find((id) => {
  const fact = factOf(id);
  return fact.type === 'number' && fact.unit === 'hectares';
})!;
test('land is asked in acres first, money in the period of its fact first, anything else in one unit', () => {
  expect(unitsOf(landFact)).toEqual(landUnits);
  expect(unitsOf(landFact)[0]).toBe('acre');
  expect(unitsOf('householdIncome')).toEqual(['year', 'month']);
  expect(unitsOf('monthlyEarnings')).toEqual(['month', 'year']);
  expect(unitsOf('age')).toEqual([]);
  expect(unitsOf('state')).toEqual([]);
  expect(unitsOf('isWidow')).toEqual([]);
  expect(unitsOf('noSuchFact')).toEqual([]);
});

test.each([
  ['hectare', 2, 2],
  ['acre', 1, 0.4047],
  ['guntha', 40, 0.4047],
  ['cent', 100, 0.4047],
  ['kanal', 8, 0.4047],
  ['bigha_bihar_up', 1, 0.2529],
  ['bigha_small', 3, 0.2529],
  ['bigha_madhya_pradesh', 9, 1.0034],
])('%s: %d are %d hectares', (unit, value, hectares) => {
  expect(inOwnUnit(landFact, value, unit)).toBe(hectares);
});

test('money of the other period is converted to whole rupees', () => {
  expect(inOwnUnit('householdIncome', 10_000.4, 'month')).toBe(120_005);
  expect(inOwnUnit('householdIncome', 120_000, 'year')).toBe(120_000);
  expect(inOwnUnit('monthlyEarnings', 120_001, 'year')).toBe(10_000);
});

test('without a unit the value is the fact’s own; a unit that the fact does not know is refused', () => {
  expect(inOwnUnit(landFact, 1.23456, undefined)).toBe(1.23456);
  expect(inOwnUnit(landFact, 1, 'month')).toBeNull();
  expect(inOwnUnit('householdIncome', 1, 'acre')).toBeNull();
  expect(inOwnUnit('age', 1, 'year')).toBeNull();
});
