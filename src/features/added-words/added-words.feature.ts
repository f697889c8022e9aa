import type { Feature } from '../../platform/feature.ts';

export const feature: Feature = {
  level: 0,
};
