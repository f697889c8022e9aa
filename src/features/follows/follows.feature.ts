import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { exportFollowsOf, forgetFollowsOf, moveFollows } from './followers.queries.server.ts';
import { followsApi } from './follows.api.server.ts';
import { notifyAllFollowers } from './notify-followers.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Community',
  api: [followsApi],
  work: [
    ({ services, log }) =>
      repeat({ name: 'notifications of followers', everyMs: 1_000, log }, (signal) =>
        notifyAllFollowers(services.connection.db, signal),
      ),
  ],
  personalData: [
    {
      name: 'follows',
      exportOf: (db, { userId }) => exportFollowsOf(db, userId),
      forget: (tx, { userId }) => forgetFollowsOf(tx, userId),
      move: (tx, from, to) => moveFollows(tx, from.userId, to.userId),
    },
  ],
};
