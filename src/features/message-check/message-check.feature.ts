import type { Feature } from '../../platform/feature.ts';
import { messageCheckApi } from './message-check.api.server.ts';

export const feature: Feature = {
  level: 3,
  api: [messageCheckApi],
};
