import type { Feature } from '../../platform/feature.ts';
import { reactionsApi } from './reactions.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Community',
  api: [reactionsApi],
};
