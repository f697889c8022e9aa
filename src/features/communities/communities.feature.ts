import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { askWhetherItWorked } from './ask-whether-it-worked.server.ts';
import { communitiesApi } from './communities.api.server.ts';
import { sweepPushedContacts } from './hold-post.server.ts';
import { mineApi } from './mine.api.server.ts';
import { routeQuestions } from './route-questions.server.ts';
import {
  exportOfficeHours,
  moveOfficeHours,
  sweepOfficeHours,
  turnOfficeHours,
} from './office-hours.queries.server.ts';
import { exportCommunityOf, forgetCommunityOf, moveCommunityOf } from './personal-posts.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Community',
  api: [communitiesApi, mineApi],
  work: [
    ({ services, log }) =>
      repeat({ name: 'whether answers worked', everyMs: 3_600_000, log }, () =>
        askWhetherItWorked(services.connection.db),
      ),
    ({ services, log }) =>
      repeat({ name: 'office hours', everyMs: 60_000, log }, () =>
        turnOfficeHours(services.connection, services.clock()),
      ),
    ({ services, log }) =>
      repeat({ name: 'questions to those who can answer', everyMs: 15 * 60_000, isLong: true, log }, () =>
        routeQuestions(services.connection.db, services.clock()),
      ),
  ],
  sweeps: {
    'office hours': ({ connection }) => sweepOfficeHours(connection.db),
    'pushed contacts': ({ connection }) => sweepPushedContacts(connection.db),
  },
  personalData: [
    { name: 'officeHours', exportOf: exportOfficeHours, move: moveOfficeHours },
    {
      name: 'community',
      exportOf: (db, { userId }) => exportCommunityOf(db, userId),
      forget: (tx, { userId }, { withPosts }) => forgetCommunityOf(tx, userId, { keepText: !withPosts }),
      move: (tx, from, to) => moveCommunityOf(tx, from.userId, to.userId),
    },
  ],
};
