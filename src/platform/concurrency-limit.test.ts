import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';

/** The limit after so many samples, each with that share of busy time. */
function makeLimit(most: number) {
  const state = { now: 0, share: 0 };
  const limit = createConcurrencyLimit(
    most,
    () => state.share,
    () => state.now,
  );
  return (share: number, samples: number) => {
    state.share = share;
    for (let sample = 0; sample < samples; sample += 1) {
      state.now += 100;
      limit();
    }
    return limit();
  };
}

it('falls while the event loop is never idle, down to six, and rises while it waits', () => {
  const after = makeLimit(16);
  expect(after(0.5, 5)).toBe(16);
  expect(after(1, 3)).toBe(13);
  expect(after(0.98, 10)).toBe(13);
  expect(after(1, 60)).toBe(6);
  expect(after(0.5, 2)).toBe(8);
  expect(after(0.5, 60)).toBe(16);
});

it('stays where the highest limit is lower still', () => {
  expect(makeLimit(3)(1, 10)).toBe(3);
});

it('has risen after a pause, and asks for no sample twice in a tenth of a second', () => {
  let [now, samples, share] = [0, 0, 1];
  const limit = createConcurrencyLimit(
    16,
    () => {
      samples += 1;
      return share;
    },
    () => now,
  );
  for (; now < 5_000; now += 10) limit();
  expect([limit(), samples]).toEqual([6, 50]);
  now += 60_000;
  share = 0.01;
  expect(limit()).toBe(16);
});
