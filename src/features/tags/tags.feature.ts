import type { Feature } from '../../platform/feature.ts';
import { tagsApi } from './tags.api.server.ts';

export const feature: Feature = {
  level: 1,
  tag: 'Content',
  api: [tagsApi],
};
