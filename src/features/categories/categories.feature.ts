import type { Feature } from '../../platform/feature.ts';
import { categoriesApi } from './categories.api.server.ts';

export const feature: Feature = {
  level: 1,
  tag: 'Content',
  api: [categoriesApi],
};
