import type { Feature } from '../../platform/feature.ts';
import { messageCheckApi } from './message-check.api.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Check a message',
  api: [messageCheckApi],
};
