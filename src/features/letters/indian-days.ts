import { isHoliday } from './holidays.ts';
import type { HolidayList } from './procedure.ts';

/** A day of the calendar, 'YYYY-MM-DD'; it has no zone. */
export type Day = string;

const millisecondsOfDay = 86_400_000;

const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (milliseconds: number): Day => new Date(milliseconds).toISOString().slice(0, 10);

/** Whether the text is a day of the calendar from 1900 to 2199. */
export const isDay = (text: string): boolean =>
  /^(?:19|2[01])\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(utc(text)) && dayOf(utc(text)) === text;

/** The first day is not counted (General Clauses Act 1897, section 9). */
export const addDays = (day: Day, count: number): Day => dayOf(utc(day) + count * millisecondsOfDay);

/** Calendar months: the same date of a later month, or that month's last day where it has no such date. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + count + 1, 0));
  return dayOf(Math.min(Date.UTC(year, month - 1 + count, date), lastOfMonth.getTime()));
}

export const isSunday = (day: Day): boolean => new Date(utc(day)).getUTCDay() === 0;

/** The day itself, or the next one that is no Sunday and no holiday (General Clauses Act 1897, section 10). */
export function openDay(day: Day, list: HolidayList): Day {
  let open = day;
  while (isSunday(open) || isHoliday(open, list)) open = addDays(open, 1);
  return open;
}

const months = {
  en: 'January February March April May June July August September October November December',
  hi: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
};

/** '22 November 2026', as letters have it. */
export function dayInWords(day: Day, language: keyof typeof months): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return `${date} ${months[language].split(' ')[month - 1]} ${year}`;
}
