import type { Feature } from '../../platform/feature.ts';
import { otpApi } from './otp.api.server.ts';
import { sweepCodes } from './sweep-codes.server.ts';

export const feature: Feature = {
  level: 0,
  tag: 'Sign-in',
  api: [otpApi],
  sweeps: {
    codes: ({ connection }) => sweepCodes(connection),
  },
};
