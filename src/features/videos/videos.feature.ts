import type { Feature } from '../../platform/feature.ts';
import { videosApi } from './videos.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Content',
  api: [videosApi],
};
