import type { Errand, ErrandEntry } from './errand.ts';
import { familyErrands } from './errands/family.ts';
import { homeAndVehicleErrands } from './errands/home-and-vehicle.ts';
import { identityErrands } from './errands/identity.ts';
import { moneyAndWorkErrands } from './errands/money-and-work.ts';

const all = { ...identityErrands, ...familyErrands, ...moneyAndWorkErrands, ...homeAndVehicleErrands };
export type ErrandId = keyof typeof all;

/** Every errand, by its id: the name in addresses (`/papers/passport`). */
export const errands = Object.fromEntries(
  Object.entries<ErrandEntry>(all).map(([id, entry]) => [id, { site: null, source: null, ...entry }]),
) as Readonly<Record<ErrandId, Errand>>;
export const errandIds = Object.keys(all) as ErrandId[];
export const isErrandId = (id: string): id is ErrandId => Object.hasOwn(all, id);
