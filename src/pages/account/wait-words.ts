import { account } from '../../messages/account.ts';

/** 24 as '24 seconds', 90 as '2 minutes', 4000 as '2 hours'; rounds up. */
export function inWords(seconds: number): string {
  if (seconds < 90) return account.seconds(Math.max(1, Math.ceil(seconds)));
  if (seconds < 5_400) return account.minutes(Math.ceil(seconds / 60));
  return account.hours(Math.ceil(seconds / 3_600));
}
