import type { Feature } from '../../platform/feature.ts';
import { feedApi } from './feed.api.server.ts';

export const feature: Feature = {
  level: 4,
  tag: 'Content',
  api: [feedApi],
};
