import type { Feature } from '../../platform/feature.ts';
import { sweepEvents } from './tracking.queries.server.ts';

export const feature: Feature = {
  level: 4,
  sweeps: {
    'tracking events': ({ connection }) => sweepEvents(connection.db),
  },
};
