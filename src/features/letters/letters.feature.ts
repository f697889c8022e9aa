import type { Feature } from '../../platform/feature.ts';
import { lettersApi } from './letters.api.server.ts';

export const feature: Feature = {
  level: 2,
  tag: 'Letters',
  api: [lettersApi],
};
