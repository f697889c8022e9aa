import type { Feature } from '../../platform/feature.ts';
import { exportFollowsOf, forgetFollowsOf, moveFollows } from './followers.queries.server.ts';
import { followsApi } from './follows.api.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Community',
  api: [followsApi],
  personalData: [
    {
      name: 'follows',
      exportOf: (db, { userId }) => exportFollowsOf(db, userId),
      forget: (tx, { userId }) => forgetFollowsOf(tx, userId),
      move: (tx, from, to) => moveFollows(tx, from.userId, to.userId),
    },
  ],
};
