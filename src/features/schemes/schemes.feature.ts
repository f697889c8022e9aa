import type { Feature } from '../../platform/feature.ts';
import { schemesApi } from './schemes.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Schemes',
  api: [schemesApi],
};
