import type { HolidayList } from './procedure.ts';
import { read } from './sources.ts';

/** Month and day of the three national holidays, closed everywhere in India. */
const nationalDays = ['01-26', '08-15', '10-02'];

/**
 * The holidays that all offices of the Central Government keep, in Delhi and outside. Not in it: the three days that
 * differ between places (in Delhi Holi, Ram Navami and Janmashtami). The days of the moon may move by one.
 */
const centralHolidays: Record<string, string[]> = {
  '2026': [
    '2026-03-21', // Id-ul-Fitr
    '2026-03-31', // Mahavir Jayanti
    '2026-04-03', // Good Friday
    '2026-05-01', // Buddha Purnima
    '2026-05-27', // Id-ul-Zuha
    '2026-06-26', // Muharram
    '2026-08-26', // Milad-un-Nabi
    '2026-10-20', // Dussehra
    '2026-11-08', // Diwali
    '2026-11-24', // Guru Nanak's Birthday
    '2026-12-25', // Christmas Day
  ],
};

export const holidaySource = read(
  'Holidays of Central Government offices in 2026 (order of 3 July 2025, as published)',
  'https://www.sakshipost.com/news/national/central-government-holidays-2026-full-list-national-and-festival-holidays-426604',
);

export const hasTable = (day: string, list: HolidayList): boolean =>
  list === 'central' && Object.hasOwn(centralHolidays, day.slice(0, 4));

export const isHoliday = (day: string, list: HolidayList): boolean =>
  nationalDays.includes(day.slice(5)) ||
  (hasTable(day, list) && (centralHolidays[day.slice(0, 4)]?.includes(day) ?? false));
