import type { Feature } from '../../platform/feature.ts';
import { cartApi } from './cart.api.server.ts';
import { exportCartOf, moveCart } from './cart.queries.server.ts';
import { exportProfilesOf, moveProfiles } from './move-profiles.server.ts';
import { profilesApi } from './profiles.api.server.ts';

export const feature: Feature = {
  level: 0,
  tag: 'Profiles',
  api: [profilesApi, cartApi],
  personalData: [
    {
      // Before the profiles, since it needs both accounts' SELF profiles. Its rows cascade from them.
      name: 'cart',
      exportOf: (db, { userId }) => exportCartOf(db, userId),
      move: (tx, from, to) => moveCart(tx, from.userId, to.userId),
    },
    {
      name: 'profiles',
      exportOf: (db, { userId }) => exportProfilesOf(db, userId),
      move: (tx, from, to) => moveProfiles(tx, from.userId, to.userId),
    },
  ],
};
