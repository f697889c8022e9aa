import type { Feature } from '../../platform/feature.ts';
import { webstoriesApi } from './webstories.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Content',
  api: [webstoriesApi],
};
