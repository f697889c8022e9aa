import { describe, expect, it } from 'vitest';
import { periods } from './deadlines.ts';
import { dayAfter, dueDay, lastDay } from './due-day.ts';
import { addDays, addMonths, dayInWords, isDay, isSunday } from './indian-days.ts';
import type { Deadline, Period } from './procedure.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { seeded } from '../../testing/seeded.ts';

// An independent reckoning, by hand: it knows the lengths of the months and counts day by day, without Date.
type Hand = { year: number; month: number; date: number };
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const two = (number: number) => String(number).padStart(2, '0');
const written = ({ year, month, date }: Hand) => `${year}-${two(month)}-${two(date)}`;
const parsed = (day: string): Hand => {
  const [year, month, date] = day.split('-').map(Number);
  return { year: year!, month: month!, date: date! };
};
function following({ year, month, date }: Hand): Hand {
  if (date < lengthOf(year, month)) return { year, month, date: date + 1 };
  return month < 12 ? { year, month: month + 1, date: 1 } : { year: year + 1, month: 1, date: 1 };
}
/** Zeller's congruence: 1 is Sunday. */
function weekday({ year, month, date }: Hand): number {
  const m = month < 3 ? month + 12 : month;
  const y = month < 3 ? year - 1 : year;
  return (
    (date +
      Math.floor((13 * (m + 1)) / 5) +
      (y % 100) +
      Math.floor((y % 100) / 4) +
      Math.floor(y / 400) +
      5 * Math.floor(y / 100)) %
    7
  );
}
const closedEverywhere = ['01-26', '08-15', '10-02'];
// The holidays that all offices of the Central Government keep in 2026, typed in once more from the order.
const closedCentrally =
  '2026-03-21 2026-03-31 2026-04-03 2026-05-01 2026-05-27 2026-06-26 2026-08-26 2026-10-20 2026-11-08 2026-11-24 2026-12-25';
function isClosed(day: Hand, central: boolean): boolean {
  const text = written(day);
  return weekday(day) === 1 || closedEverywhere.includes(text.slice(5)) || (central && closedCentrally.includes(text));
}
function reckon(from: string, { count, unit }: Period, extra: number, central: boolean): string {
  let day = parsed(from);
  if (unit === 'months') {
    const months = day.year * 12 + day.month - 1 + count;
    const year = Math.floor(months / 12);
    const month = (months % 12) + 1;
    day = { year, month, date: Math.min(day.date, lengthOf(year, month)) };
  } else for (let left = unit === 'hours' ? count / 24 : count; left > 0; left -= 1) day = following(day);
  for (let left = extra; left > 0; left -= 1) day = following(day);
  if (unit !== 'hours') while (isClosed(day, central)) day = following(day);
  return written(day);
}

function random(seed: number) {
  const next = seeded(seed);
  return (below: number) => next() % below;
}

describe('days of the Acts', () => {
  it('agree with a reckoning by hand in 1,000 dated cases: every period, leap days, month ends, holidays', () => {
    const below = random(20261122);
    const all = Object.values(periods) as Period[];
    const cases = Array.from({ length: 1_000 }, (_, at) => {
      const year = at % 3 === 0 ? 2026 : 2005 + below(40);
      const month = 1 + below(12);
      const atEnd = at % 4 === 0;
      const date = atEnd ? lengthOf(year, month) - below(2) : 1 + below(lengthOf(year, month));
      return {
        from: written({ year, month, date }),
        period: all[at % all.length]!,
        extraDays: at % 5 === 0 ? 5 : 0,
        holidays: at % 2 === 0 ? ('central' as const) : ('national' as const),
      };
    });
    const wrong = cases.filter((one) => {
      const { from, period, extraDays, holidays } = one;
      return dueDay(one) !== reckon(from, period, extraDays, holidays === 'central');
    });
    expect(wrong).toEqual([]);
    // The cases must contain what is difficult.
    const ends = cases.map((one) => lastDay(one));
    expect(ends.filter((day) => isSunday(day)).length).toBeGreaterThan(100);
    expect(cases.filter((one) => dueDay(one) !== lastDay(one)).length).toBeGreaterThan(130);
    expect(cases.filter(({ from }) => from.endsWith('-02-29')).length).toBeGreaterThan(2);
    expect(new Set(cases.map(({ period }) => period.unit))).toEqual(new Set(['days', 'months', 'hours']));
  });

  it('agree with the reckoning by hand on every day of a leap year and the year after it', () => {
    let day: Hand = { year: 2028, month: 1, date: 1 };
    const month: Period = { ...periods.insurerMonth };
    while (day.year < 2030) {
      const from = written(day);
      for (const period of [
        periods.rtiAnswer,
        periods.rtiSecondAppealWithin,
        month,
        periods.insuranceAward,
      ] as Period[])
        expect([from, dueDay({ period, from, holidays: 'national' })]).toEqual([from, reckon(from, period, 0, false)]);
      day = following(day);
    }
  });

  const on = (period: Period, from: string, more: Partial<Deadline> = {}): Deadline => ({
    period,
    from,
    holidays: 'national',
    ...more,
  });

  it.each([
    // RTI Act, section 7(1): thirty days of the receipt.
    ['RTI, in January', on(periods.rtiAnswer, '2026-01-05'), '2026-02-04'],
    ['RTI, over the end of February', on(periods.rtiAnswer, '2026-02-01'), '2026-03-03'],
    ['RTI, over a leap day', on(periods.rtiAnswer, '2028-02-01'), '2028-03-02'],
    ['RTI, ending on Sunday 1 March 2026', on(periods.rtiAnswer, '2026-01-30'), '2026-03-02'],
    ['RTI, ending on Republic Day, a Monday', on(periods.rtiAnswer, '2025-12-27'), '2026-01-27'],
    ['RTI, ending on Gandhi Jayanti, a Friday', on(periods.rtiAnswer, '2026-09-02'), '2026-10-03'],
    ['RTI, ending on Saturday 15 August, then Sunday', on(periods.rtiAnswer, '2026-07-16'), '2026-08-17'],
    [
      'RTI to a central office, ending on Christmas',
      on(periods.rtiAnswer, '2026-11-25', { holidays: 'central' }),
      '2026-12-26',
    ],
    ['RTI to a State office, ending on Christmas', on(periods.rtiAnswer, '2026-11-25'), '2026-12-25'],
    [
      'RTI to a central office in a year without a table',
      on(periods.rtiAnswer, '2027-11-25', { holidays: 'central' }),
      '2027-12-25',
    ],
    // Section 5(2): five days more; section 7(1), proviso: forty-eight hours, which no holiday moves.
    ['RTI through an assistant officer', on(periods.rtiAnswer, '2026-01-05', { extraDays: 5 }), '2026-02-09'],
    ['RTI, life or liberty', on(periods.rtiLifeOrLiberty, '2026-08-14'), '2026-08-16'],
    [
      'RTI, life or liberty, through an assistant officer',
      on(periods.rtiLifeOrLiberty, '2026-08-14', { extraDays: 5 }),
      '2026-08-21',
    ],
    // Section 19.
    ['first appeal decided', on(periods.rtiFirstAppealDecided, '2026-04-01'), '2026-05-01'],
    ['first appeal at most', on(periods.rtiFirstAppealAtMost, '2026-04-01'), '2026-05-16'],
    ['second appeal within', on(periods.rtiSecondAppealWithin, '2025-12-01'), '2026-03-02'],
    // Months: rule 14 and rule 17 of the Insurance Ombudsman Rules.
    ['one month from 31 January', on(periods.insurerMonth, '2026-01-31'), '2026-02-28'],
    ['one month from 31 January of a leap year', on(periods.insurerMonth, '2028-01-31'), '2028-02-29'],
    ['three months from 30 November', on(periods.insuranceAward, '2026-11-30'), '2027-03-01'],
    ['a year from a leap day', on(periods.insuranceOmbudsmanWithin, '2028-02-29'), '2029-02-28'],
    // Others.
    ['bank', on(periods.bankReply, '2026-11-22'), '2026-12-22'],
    ['electricity', on(periods.electricityForum, '2026-11-22'), '2027-01-06'],
    ['consumer commission', on(periods.consumerAdmission, '2026-11-22'), '2026-12-14'],
    ['two years for a consumer', on(periods.consumerComplaintWithin, '2024-02-29'), '2026-02-28'],
    ['pension', on(periods.pensionGrievance, '2026-11-22', { holidays: 'central' }), '2026-12-14'],
    ['public grievance', on(periods.publicGrievance, '2026-11-03', { holidays: 'central' }), '2026-11-25'],
  ])('%s', (_, deadline, due) => {
    expect(dueDay(deadline)).toBe(due);
  });

  it('the next letter is possible on the day after', () => {
    expect(dayAfter(on(periods.rtiAnswer, '2026-01-30'))).toBe('2026-03-03');
    expect(dayAfter(on(periods.rtiAnswer, '2026-12-01'))).toBe('2027-01-01');
  });
});

describe('the day in India', () => {
  it('begins at 18:30 UTC', () => {
    expect(dayInIndia(new Date('2026-11-22T18:29:59.999Z'))).toBe('2026-11-22');
    expect(dayInIndia(new Date('2026-11-22T18:30:00.000Z'))).toBe('2026-11-23');
    expect(dayInIndia(new Date('2028-02-28T18:30:00.000Z'))).toBe('2028-02-29');
    expect(dayInIndia(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01');
  });

  it('knows days of the calendar only', () => {
    for (const day of ['2026-11-22', '2028-02-29', '1900-01-01']) expect(isDay(day)).toBe(true);
    for (const day of [
      '2026-02-29',
      '2026-13-01',
      '2026-04-31',
      '26-01-01',
      '2026-1-1',
      '',
      '0000-00-00',
      '2026-11-22T00:00',
    ])
      expect(isDay(day)).toBe(false);
  });

  it('adds and writes days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-10-31', 4)).toBe('2027-02-28');
    expect(dayInWords('2026-03-01', 'hi')).toBe('1 मार्च 2026');
  });
});
