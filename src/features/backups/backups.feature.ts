import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { watchBackups } from './watch-backups.server.ts';

export const feature: Feature = {
  level: 7,
  work: [
    ({ services, log }) =>
      repeat({ name: 'look at the backups', everyMs: 600_000, isAtStart: true, log }, () => watchBackups(services)),
  ],
};
