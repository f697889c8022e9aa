import { inIndia } from '../../platform/process/indian-time.ts';
import type { Telling } from './telling.contract.ts';

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const aDay = 24 * 60;

/** When the quiet hours end that `now` lies in; null outside them. Equal times are no quiet hours. */
export function quietEnd({ quietFrom, quietUntil }: Pick<Telling, 'quietFrom' | 'quietUntil'>, now: Date): Date | null {
  if (quietFrom === null || quietUntil === null) return null;
  const [from, until] = [minutesOf(quietFrom), minutesOf(quietUntil)];
  const local = inIndia(now);
  const at = local.getUTCHours() * 60 + local.getUTCMinutes();
  // They may go over midnight.
  const since = (at - from + aDay) % aDay;
  const lasts = (until - from + aDay) % aDay;
  if (since >= lasts) return null;
  const minute = 60_000;
  return new Date(Math.floor(now.getTime() / minute) * minute + (lasts - since) * minute);
}
