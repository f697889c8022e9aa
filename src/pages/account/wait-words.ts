import { t } from '../../messages/messages.ts';

/** 24 as '24 seconds', 90 as '2 minutes', 4000 as '2 hours': never less than it takes. */
export function inWords(seconds: number): string {
  if (seconds < 90) return t.account.seconds(Math.max(1, Math.ceil(seconds)));
  if (seconds < 5_400) return t.account.minutes(Math.ceil(seconds / 60));
  return t.account.hours(Math.ceil(seconds / 3_600));
}
