import { beforeEach, expect, it } from 'vitest';
import { createServiceRate, type ServiceRate } from './service-rate.server.ts';

let now: number;
let rate: ServiceRate;
beforeEach(() => {
  now = 0;
  rate = createServiceRate(100, () => now);
});
/** Half a busy second in which so many units are completed. */
const halfSecond = (units: number) => {
  now += 500;
  rate.finished(units);
};

it('is the assumed one until half a busy second has been measured', () => {
  rate.finished(50);
  now = 499;
  rate.finished(10);
  expect(rate.best()).toBe(100);
  now = 500;
  rate.finished(10);
  expect(rate.best()).toBe(40);
});

it('leaves idle time out, and what was completed at its end', () => {
  rate.finished(1);
  halfSecond(20);
  rate.pause();
  now += 60_000;
  rate.finished(10_000);
  expect(rate.best()).toBe(40);
  halfSecond(30);
  expect(rate.best()).toBe(60);
});

it('is the best of four samples, the second best of more, and of the last twenty alone', () => {
  rate.finished(1);
  for (const units of [20, 40, 10]) halfSecond(units);
  expect(rate.best()).toBe(80);
  halfSecond(30);
  expect(rate.best()).toBe(80);
  halfSecond(10);
  expect(rate.best()).toBe(60);
  for (let count = 0; count < 17; count += 1) halfSecond(5);
  expect(rate.best()).toBe(20);
});
