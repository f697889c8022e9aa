import { expect, it } from 'vitest';
import { dayInIndia, readMoment } from './indian-time.ts';

it.each([
  ['2027-01-05T06:30', '2027-01-05T01:00:00.000Z'],
  ['2027-01-05 06:30:15', '2027-01-05T01:00:15.000Z'],
  ['2027-01-05', '2027-01-05T00:30:00.000Z'],
  ['2027-01-05T01:00:00Z', '2027-01-05T01:00:00.000Z'],
  ['2027-01-05T06:30:00+05:30', '2027-01-05T01:00:00.000Z'],
  // RFC 3339: any number of fractional digits, and letters in lower case.
  ['2027-01-05T06:30:00.123456+05:30', '2027-01-05T01:00:00.123Z'],
  ['2027-01-05T01:00:00.123456789Z', '2027-01-05T01:00:00.123Z'],
  ['2027-01-05t01:00:00z', '2027-01-05T01:00:00.000Z'],
])('%s is %s', (text, moment) => {
  expect(readMoment(text)?.toISOString()).toBe(moment);
});

it.each([
  '',
  'tomorrow',
  '2027-02-29T06:30',
  '2027-01-05T25:00',
  '2027-01-05T24:00',
  '2027-01-05T06:30+0530',
  '05-01-2027',
])('%s is no time', (text) => {
  expect(readMoment(text)).toBeNull();
});

it.each([
  ['2026-11-22T18:29:59.999Z', '2026-11-22'],
  ['2026-11-22T18:30:00.000Z', '2026-11-23'],
  ['2026-12-31T18:30:00Z', '2027-01-01'],
  ['2028-02-28T19:00:00Z', '2028-02-29'],
  ['2026-11-22', '2026-11-22'],
])('%s is on %s in India', (moment, day) => {
  expect(dayInIndia(moment)).toBe(day);
  expect(dayInIndia(new Date(moment))).toBe(day);
});
