import { dayInIndia } from '../../platform/process/indian-time.ts';
import type { Telling } from './telling.contract.ts';

const hour = '07:00';
const sunday = 0;
const aDay = 24 * 3_600_000;

/** When the next digest is due after `now`: each morning in India, or on Sunday's. */
export function nextDigest(digest: Exclude<Telling['digest'], 'none'>, now: Date): Date {
  const today = Date.parse(`${dayInIndia(now)}T${hour}:00+05:30`);
  const after = Array.from({ length: 8 }, (_, days) => new Date(today + days * aDay)).filter((at) => at > now);
  // At this hour it is the same day in UTC.
  return after.find((at) => digest === 'daily' || at.getUTCDay() === sunday)!;
}
