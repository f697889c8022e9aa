import type { Feature } from '../../platform/feature.ts';
import { sweepConsents, expireConsents, listConsents, moveConsents } from './consents.queries.server.ts';
import { sweepSuspensions } from './suspensions.server.ts';
import { usersApi } from './users.api.server.ts';

export const feature: Feature = {
  level: 0,
  tag: 'Account',
  api: [usersApi],
  sweeps: {
    consents: ({ connection }) => sweepConsents(connection.db),
    suspensions: ({ connection }) => sweepSuspensions(connection.db),
  },
  personalData: [
    {
      name: 'consents',
      exportOf: (db, { userId }) => listConsents(db, userId),
      forget: (tx, { userId }) => expireConsents(tx, userId),
      move: (tx, from, to) => moveConsents(tx, from.userId, to.userId),
    },
  ],
};
