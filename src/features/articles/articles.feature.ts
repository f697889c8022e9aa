import type { Feature } from '../../platform/feature.ts';
import { articlesApi } from './articles.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Content',
  api: [articlesApi],
};
