import { formatDate } from '../../ui/format.ts';
import { hasTable } from './holidays.ts';
import { addDays, addMonths, type Day, openDay } from './indian-days.ts';
import type { Deadline, HolidayList } from './procedure.ts';

/** The last day of a period as it is counted, wherever it falls. */
export function lastDay({ period: { count, unit }, from, extraDays = 0 }: Deadline): Day {
  const last =
    unit === 'months' ? addMonths(from, count) : addDays(from, unit === 'hours' ? Math.ceil(count / 24) : count);
  return addDays(last, extraDays);
}

/** The day on which the period ends: the next open day where the last one is a Sunday or a holiday. */
export function dueDay(deadline: Deadline): Day {
  const last = lastDay(deadline);
  return deadline.period.unit === 'hours' ? last : openDay(last, deadline.holidays);
}

export const dayAfter = (deadline: Deadline): Day => addDays(dueDay(deadline), 1);

/** Which holidays could move the end of a period. */
export const holidaysOf = (deadline: Deadline): HolidayList | 'none' =>
  deadline.period.unit === 'hours' ? 'none' : hasTable(lastDay(deadline), deadline.holidays) ? 'central' : 'national';

/** A reminder comes on the day after the time to answer has ended. */
export const reminderDay = (dueOn: Day): Day => addDays(dueOn, 1);

/** '22 Nov 2026', in the language of the interface. */
export const formatDay = (day: Day): string => formatDate(`${day}T12:00:00+05:30`);
