import type { Feature } from '../../platform/feature.ts';
import { sessionsApi } from './sessions.api.server.ts';
import { sweepSessions, listSessions } from './sessions.queries.server.ts';

export const feature: Feature = {
  level: 0,
  tag: 'Sign-in',
  api: [sessionsApi],
  sweeps: {
    sessions: ({ connection }) => sweepSessions(connection.db),
  },
  personalData: [
    {
      name: 'sessions',
      exportOf: async (db, { userId }) =>
        (await listSessions(db, userId)).map(({ id, device, createdAt, lastSeenAt, expiresAt }) => ({
          id,
          device,
          createdAt,
          lastSeenAt,
          expiresAt,
        })),
    },
  ],
};
