import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature } from './platform/feature.ts';

const files = globSync('features/*/*.feature.ts', { cwd: import.meta.dirname }).toSorted();
const modules = files.map((file) => import(join(import.meta.dirname, file)) as Promise<{ feature: Feature }>);

/** Every folder of src/features by what it declares of itself, from the lowest level to the highest. */
export const features = (await Promise.all(modules))
  .map(({ feature }) => feature)
  .toSorted((one, other) => one.level - other.level);

export const personalData = features.flatMap((feature) => feature.personalData ?? []);
