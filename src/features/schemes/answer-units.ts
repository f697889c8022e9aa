import { type FactId, factOf } from './facts.ts';

// Bigha and katha vary by region: commonly quoted sizes, read on 2026-11-22 at
// https://www.examboard.in/2019/03/land-measurement-units-in-india.html and https://rhdreamhomes.com/?p=2257
const squareYards = {
  acre: 4840,
  hectare: 10_000 / 0.83612736,
  guntha: 121,
  cent: 48.4,
  kanal: 605,
  katha_bihar: 151.25,
  katha_bengal: 80,
  bigha_assam_bengal: 1600,
  bigha_bihar_up: 3025,
  bigha_gujarat: 1936,
  bigha_himachal_uttarakhand: 968,
  bigha_madhya_pradesh: 12_000 / 9,
  bigha_small: 3025 / 3,
} as const;
export type LandUnit = keyof typeof squareYards;
export const landUnits = Object.keys(squareYards) as LandUnit[];
export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

const yearly: readonly FactId[] = ['householdIncome'];
/** The period for which a fact's amount in rupees is asked. */
export const periodOf = (id: FactId): Period => (yearly.includes(id) ? 'year' : 'month');

/** Units accepted for a fact, the form's default first; empty where there is only one. */
export function unitsOf(id: string): readonly string[] {
  const fact = factOf(id as FactId);
  if (fact?.type !== 'number') return [];
  if (fact.unit === 'hectares') return landUnits;
  if (fact.unit !== 'rupees') return [];
  return periodOf(id as FactId) === 'year' ? ['year', 'month'] : ['month', 'year'];
}

/**
 * Converts to the fact's own unit: hectares to four decimals, whole rupees for a month or a year.
 * @param unit as sent by a form; undefined: already in the fact's own unit
 * @returns null for a unit that the fact does not accept
 */
export function inOwnUnit(id: FactId, value: number, unit: string | undefined): number | null {
  if (unit === undefined) return value;
  if (!unitsOf(id).includes(unit)) return null;
  if (Object.hasOwn(squareYards, unit))
    return Math.round(((value * squareYards[unit as LandUnit]) / squareYards.hectare) * 10_000) / 10_000;
  if (unit === periodOf(id)) return value;
  return Math.round(unit === 'month' ? value * 12 : value / 12);
}
