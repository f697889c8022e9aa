import type { Errand } from './errand.ts';
import { familyErrands } from './errands/family.ts';
import { homeAndVehicleErrands } from './errands/home-and-vehicle.ts';
import { identityErrands } from './errands/identity.ts';
import { moneyAndWorkErrands } from './errands/money-and-work.ts';

const all = { ...identityErrands, ...familyErrands, ...moneyAndWorkErrands, ...homeAndVehicleErrands };
export type ErrandId = keyof typeof all;

/** Every errand, by its id: the name in addresses (`/papers/passport`). */
export const errands: Readonly<Record<ErrandId, Errand>> = all;
export const errandIds = Object.keys(all) as ErrandId[];
export const isErrandId = (id: string): id is ErrandId => Object.hasOwn(all, id);
