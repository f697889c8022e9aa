import type { Feature } from '../../platform/feature.ts';
import { appealsApi } from './appeals.api.server.ts';
import { exportAppealsOf, moveAppeals } from './appeals.queries.server.ts';
import { moveActs, sweepActs } from './moderation-log.queries.server.ts';
import { moderationApi } from './moderation.api.server.ts';
import { sweepSeals } from './seal-removal.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Moderation',
  api: [moderationApi, appealsApi],
  sweeps: {
    'sealed removals': ({ connection }) => sweepSeals(connection.db),
    'moderation acts': ({ connection }) => sweepActs(connection.db),
  },
  personalData: [
    {
      // Its rows cascade from the account's.
      name: 'appeals',
      exportOf: (db, { userId }) => exportAppealsOf(db, userId),
      async move(tx, from, to) {
        await moveAppeals(tx, from.userId, to.userId);
        await moveActs(tx, from.userId, to.userId);
      },
    },
  ],
};
