// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBeacon } from './beacon.ts';
import { trackBody } from '../tracking.contract.ts';

const sendBeacon = vi.fn<(url: string, body: string) => boolean>(() => true);
const sent = () =>
  sendBeacon.mock.calls.map(([, body]) => (JSON.parse(body) as { name: string }[]).map(({ name }) => name));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(navigator, { sendBeacon });
  sendBeacon.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('events within a few seconds go in one batch, in the shape that the server accepts', () => {
  const tell = createBeacon(() => true);
  tell('act.copy');
  vi.advanceTimersByTime(4_000);
  tell('act.save', { scheme: 1001 });
  expect(sent()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(sent()).toEqual([['act.copy', 'act.save']]);
  expect(sendBeacon.mock.calls[0]![0]).toBe('/api/track');
  expect(trackBody.safeParse(JSON.parse(sendBeacon.mock.calls[0]![1])).success).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(sent()).toHaveLength(1);
});

test.each(['pagehide', 'visibilitychange'])('%s sends what waits, once', (name) => {
  const tell = createBeacon(() => true);
  tell('act.print');
  dispatchEvent(new Event(name));
  dispatchEvent(new Event(name));
  expect(sent()).toEqual([['act.print']]);
});

test('a full batch is sent at once', () => {
  const tell = createBeacon(() => true);
  for (let count = 0; count < 45; count += 1) tell('act.copy');
  expect(sent().map(({ length }) => length)).toEqual([20, 20]);
});

test('a refusal stops the beacon, queued events included', () => {
  let may = false;
  const tell = createBeacon(() => may);
  tell('act.copy');
  may = true;
  tell('act.print');
  may = false;
  vi.advanceTimersByTime(10_000);
  expect(sent()).toEqual([]);
});

test('a browser without beacons goes on', () => {
  Object.assign(navigator, { sendBeacon: undefined });
  const tell = createBeacon(() => true);
  tell('act.copy');
  expect(() => vi.advanceTimersByTime(5_000)).not.toThrow();
});
