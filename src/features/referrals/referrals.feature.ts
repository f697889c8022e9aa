import type { Feature } from '../../platform/feature.ts';
import { referralsApi } from './referrals.api.server.ts';
import { sweepReferrals, exportReferralsOf, forgetReferralsOf, moveReferrals } from './referrals.queries.server.ts';

export const feature: Feature = {
  level: 4,
  tag: 'Referral',
  api: [referralsApi],
  sweeps: {
    referrals: ({ connection }) => sweepReferrals(connection.db),
  },
  personalData: [{ name: 'referrals', exportOf: exportReferralsOf, forget: forgetReferralsOf, move: moveReferrals }],
};
