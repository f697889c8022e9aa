import type { Feature } from '../../platform/feature.ts';
import { logErasures } from './erasure-log.server.ts';
import { privacyApi } from './privacy.api.server.ts';

export const feature: Feature = {
  level: 7,
  tag: 'Account',
  api: [privacyApi],
  sweeps: {
    'log of erasures': ({ connection, config }) => logErasures(connection.db, config),
  },
};
