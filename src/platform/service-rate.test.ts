import { beforeEach, expect, it } from 'vitest';
import { createServiceRate, type ServiceRate } from './service-rate.server.ts';

let now: number;
let rate: ServiceRate<'reading' | 'search'>;
beforeEach(() => {
  now = 0;
  rate = createServiceRate({ reading: 0.01, search: 0.1 }, () => now);
});
/** Half a busy second in which so many requests are completed. */
function halfSecond(readings: number, searches = 0) {
  finish('search', searches);
  finish('reading', readings - 1);
  now += 500;
  rate.finished('reading');
}
function finish(kind: 'reading' | 'search', times: number) {
  for (let count = 0; count < times; count += 1) rate.finished(kind);
}
/** Readings a second. */
const best = () => Math.round(1 / rate.secondsFor({ reading: 1, search: 0 }));

it('is the assumed one until half a busy second has been measured', () => {
  finish('reading', 1);
  now = 499;
  finish('reading', 19);
  expect(best()).toBe(100);
  now = 500;
  finish('reading', 1);
  expect(best()).toBe(40);
});

it('leaves idle time out, and what was completed at its end', () => {
  finish('reading', 1);
  halfSecond(20);
  rate.pause();
  now += 60_000;
  finish('reading', 1);
  expect(best()).toBe(40);
  halfSecond(30);
  expect(best()).toBe(60);
});

it('is the best of four samples, the second best of more, and of the last twenty alone', () => {
  finish('reading', 1);
  for (const readings of [20, 40, 10]) halfSecond(readings);
  expect(best()).toBe(80);
  halfSecond(30);
  expect(best()).toBe(80);
  halfSecond(10);
  expect(best()).toBe(60);
  for (let count = 0; count < 17; count += 1) halfSecond(5);
  expect(best()).toBe(20);
});

it('learns what a kind costs from the mixes in which it came', () => {
  rate.finished('reading');
  // A search takes 20 ms, a reading 1 ms.
  for (const searches of [5, 20, 10, 0, 24, 15, 2, 18, 8, 22, 0, 12].flatMap((each) => [each, each]))
    halfSecond(500 - 20 * searches, searches);
  expect(rate.secondsFor({ reading: 1, search: 0 })).toBeCloseTo(0.001, 3);
  expect(rate.secondsFor({ reading: 0, search: 1 })).toBeCloseTo(0.02, 2);
});
