import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createOverload } from './overload.server.ts';

const arrived = () => Object.assign(new EventEmitter(), { method: 'POST', complete: true });

/** All running requests share the thread; each ends when it has had the time that it needs. */
function sharedThread() {
  let running: { left: number; response: EventEmitter }[] = [];
  return {
    start: (milliseconds: number, response: EventEmitter) => void running.push({ left: milliseconds, response }),
    work(milliseconds: number) {
      for (const each of running) each.left -= milliseconds / running.length;
      const done = running.filter(({ left }) => left <= 0);
      running = running.filter(({ left }) => left > 0);
      for (const { response } of done) response.emit('close');
    },
  };
}

describe('a crowd', () => {
  it.each([
    [10, 0],
    [40, 0],
    [80, 0],
    // A cold process takes 35 searches at once for more than it can do.
    [140, 5],
  ])('refuses none of %i visitors who ask again at once, for dear searches too, after %i s', (visitors, seconds) => {
    const startsAt = 5_000; // long after the last request
    let time = startsAt;
    const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 16, now: () => time });
    // Milliseconds of the thread, which all running requests share: 188 requests of this mix a second.
    const costs = { search: 19, reading: 0.75 };
    const mix = ['search', 'reading', 'reading', 'reading'] as const;
    const thread = sharedThread();
    const times: number[] = [];
    let [asked, refused, open] = [0, 0, 0];
    for (; time < startsAt + 20_000; time += 0.25) {
      for (; open < visitors; open += 1) {
        const kind = mix[asked++ % mix.length]!;
        const since = time;
        const response = new EventEmitter().once('close', () => {
          open -= 1;
          if (time > startsAt + 5_000) times.push(time - since);
        });
        const start = () => thread.start(costs[kind], response);
        overload.enter(kind, arrived(), response, start, () => (refused += Number(time >= startsAt + seconds * 1_000)));
      }
      thread.work(0.25);
    }
    expect(refused).toBe(0);
    expect(times.length / 15).toBeGreaterThan(180);
    expect(Math.max(...times)).toBeLessThan(1_000);
  });

  it.each([3, 4])('answers searches soon at five times the capacity, on a core shared by %i', (sharing) => {
    let time = 0;
    let [busy, sampledAt, busyThen] = [0, 0, 0];
    function utilization(): number {
      const share = (busy - busyThen) / (time - sampledAt);
      [sampledAt, busyThen] = [time, busy];
      return share;
    }
    const overload = createOverload({
      heapUsed: () => 0,
      heapLimit: 1_000,
      atOnce: 16,
      utilization,
      now: () => time,
    });
    // A request waits for the database between its turns of the event loop, which runs all that are ready.
    const turns = { search: { count: 20, ms: 1.65 * sharing }, reading: { count: 5, ms: 0.44 * sharing } };
    const databaseMs = 2;
    type Running = { kind: keyof typeof turns; left: number; readyAt: number; close: () => void };
    let running: Running[] = [];
    const times: number[] = [];
    const inProgress: number[] = [];
    let count = 0;
    let work = 0;
    const capacity = 1_000 / ((20 * 1.65 + 3 * 5 * 0.44) / 4) / sharing;
    function receive() {
      for (const arrivals = (time / 1_000) * capacity * 5; count < arrivals; count += 1) {
        const kind = count % 4 === 0 ? 'search' : 'reading';
        const since = (count / capacity / 5) * 1_000;
        const response = new EventEmitter().once('close', () => {
          if (time < 10_000) return;
          times.push(time - since);
          if (kind === 'search') inProgress.push(time - startedAt);
          work += turns[kind].count * turns[kind].ms;
        });
        let startedAt = 0;
        const start = () => {
          startedAt = time;
          running.push({ kind, left: turns[kind].count, readyAt: time, close: () => response.emit('close') });
        };
        overload.enter(kind, arrived(), response, start, () => {});
      }
    }
    while (time < 40_000) {
      receive();
      const ready = running.filter(({ readyAt }) => readyAt <= time);
      if (ready.length === 0) time += 0.5;
      for (const each of ready) {
        const { ms } = turns[each.kind];
        time += ms;
        busy += ms;
        each.left -= 1;
        each.readyAt = time + databaseMs;
      }
      const done = running.filter(({ left }) => left === 0);
      running = running.filter(({ left }) => left > 0);
      for (const { close } of done) close();
    }
    const slowest = (each: number[]) => each.sort((one, other) => one - other)[Math.floor(each.length * 0.99)];
    expect(slowest(inProgress)).toBeLessThan(450);
    expect(slowest(times)).toBeLessThan(1_000);
    expect(work / 30_000).toBeGreaterThan(0.9);
  });

  it('answers a search within a second or refuses it, though readers overtake it; beacons are refused before', () => {
    let time = 0;
    const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 16, now: () => time });
    const costs = { search: 12, reading: 1 };
    const thread = sharedThread();
    const times: number[] = [];
    const refused = { search: 0, beacon: 0 };
    let count = 0;
    for (; time < 30_000; time += 1) {
      for (const arrivals = time * 0.2; count < arrivals; count += 1) {
        const kind = count % 4 === 0 ? 'search' : 'reading';
        const since = time;
        const response = new EventEmitter();
        if (kind === 'search') response.once('close', () => times.push(time - since));
        const start = () => thread.start(costs[kind], response);
        overload.enter(kind, arrived(), response, start, () => void (refused.search += Number(kind === 'search')));
        const beacon = new EventEmitter();
        if (kind === 'search')
          overload.enter(
            'beacon',
            arrived(),
            beacon,
            () => beacon.emit('close'),
            () => (refused.beacon += 1),
          );
      }
      thread.work(0.3);
    }
    expect(times.length).toBeGreaterThan(100);
    expect(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(1_000);
    expect(refused.search).toBeGreaterThan(500);
    expect(refused.beacon).toBeGreaterThanOrEqual(refused.search * 0.99);
  });
});
