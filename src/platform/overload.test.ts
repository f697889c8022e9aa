import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createOverload } from './overload.server.ts';

/** A request whose body has arrived, or is still pending. */
const arriving = (complete: boolean, method = 'POST') => Object.assign(new EventEmitter(), { method, complete });

/** A simulated server that handles requests one after another, on a clock advanced only by `work`. */
function makeSite({ atOnce = 4, unitsPerSecond = 200, heapUsed = 0 } = {}) {
  let time = 0;
  const overload = createOverload({ heapUsed: () => heapUsed, heapLimit: 1_000, atOnce, now: () => time });
  const units = { search: 4, reading: 1, writing: 1 };
  const started: { kind: keyof typeof units; close: () => void; waited: number }[] = [];
  const outcome = { answered: 0, refused: 0, slowest: 0 };
  let debt = 0;

  return {
    overload,
    started,
    outcome,
    enter(kind: keyof typeof units, request = arriving(true)) {
      const response = Object.assign(new EventEmitter(), { destroyed: false });
      const since = time;
      overload.enter(
        kind,
        request,
        response,
        () => started.push({ kind, close: () => response.emit('close'), waited: time - since }),
        () => (outcome.refused += 1),
      );
      return response;
    },
    /** Advances the clock; requests finish in the order in which they started. */
    work(milliseconds: number) {
      for (const end = time + milliseconds; time < end; time += 1) {
        debt += unitsPerSecond / 1_000;
        while (started[0] && debt >= units[started[0].kind]) {
          const { kind, close, waited } = started.shift()!;
          debt -= units[kind];
          outcome.answered += 1;
          outcome.slowest = Math.max(outcome.slowest, waited);
          close();
        }
        if (started.length === 0) debt = 0;
      }
    },
  };
}

describe('the request queue', () => {
  it('is empty while there is capacity, and then first in, first out', () => {
    const site = makeSite({ atOnce: 3 });
    for (const kind of ['reading', 'reading', 'writing', 'reading', 'writing'] as const) site.enter(kind);
    expect([site.started.length, site.overload.waiting()]).toEqual([3, 2]);
    site.started.shift()!.close();
    site.started.shift()!.close();
    expect([site.started.map(({ kind }) => kind), site.overload.waiting()]).toEqual([
      ['writing', 'reading', 'writing'],
      0,
    ]);
  });

  it('reserves a slot for readers however many write, and for writers however many read or search', () => {
    for (const [crowd, other] of [
      ['writing', 'reading'],
      ['reading', 'writing'],
      ['search', 'reading'],
    ] as const) {
      const site = makeSite({ atOnce: 8 });
      for (let count = 0; count < 40; count += 1) site.enter(crowd);
      site.enter(other);
      expect(site.started.at(-1)!.kind).toBe(other);
    }
  });

  it('admits a whole burst that the best rate answers within eight tenths of a second', () => {
    const site = makeSite();
    // Two busy seconds, for the service rate to be measured.
    for (let round = 0; round < 40; round += 1, site.work(50))
      for (let each = 0; each < 12; each += 1) site.enter('reading');
    site.work(2_000);
    expect(site.outcome.refused).toBe(0);
    for (let count = 0; count < 160; count += 1) site.enter('reading');
    expect(site.outcome.refused).toBe(0);
    for (let count = 0; count < 160; count += 1) site.enter('reading');
    expect(site.outcome.refused).toBeGreaterThan(100);
  });

  it('admits the first burst of a cold process', () => {
    const site = makeSite();
    for (let count = 0; count < 160; count += 1) site.enter('reading');
    expect(site.outcome.refused).toBe(0);
  });

  it('keeps its full throughput at five times the capacity, each response within a second', () => {
    for (const unitsPerSecond of [60, 200, 400]) {
      const site = makeSite({ unitsPerSecond });
      for (let tick = 0; tick < 2_000; tick += 1, site.work(10))
        for (let each = 0; each < (unitsPerSecond * 5) / 100; each += 1) site.enter('reading');
      expect(site.outcome.answered / 20).toBeGreaterThan(unitsPerSecond * 0.97);
      expect(site.outcome.slowest).toBeLessThan(1_000);
    }
  });

  it('loses nothing to 80 visitors who ask again at once', () => {
    const site = makeSite({ unitsPerSecond: 120 });
    let open = 0;
    for (let tick = 0; tick < 4_000; tick += 1, site.work(5)) {
      while (open < 80) {
        site.enter('reading').once('close', () => (open -= 1));
        open += 1;
      }
    }
    expect(site.outcome.refused).toBe(0);
    expect(site.outcome.answered / 20).toBeGreaterThan(118);
  });

  it.each([
    {
      title: 'refuses who would be late by the time that readings take themselves, but not who found a short queue',
      isBodyComplete: true,
      arrivals: 180,
      startsLast: false,
    },
    { title: 'gives the whole deadline to all in a short queue', isBodyComplete: true, arrivals: 1, startsLast: true },
    {
      title: 'does not count the time in which a slow body arrives',
      isBodyComplete: false,
      arrivals: 180,
      startsLast: true,
    },
  ])('$title', ({ isBodyComplete, arrivals, startsLast }) => {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 2 });
      const started = new Set<string>();
      const enter = (name: string, request: ReturnType<typeof arriving>, milliseconds: number) => {
        const response = new EventEmitter();
        const start = () => {
          started.add(name);
          setTimeout(() => response.emit('close'), milliseconds);
        };
        overload.enter('reading', request, response, start, () => {});
      };
      for (let count = 0; count < 8; count += 1, vi.advanceTimersByTime(450)) {
        enter('before', arriving(isBodyComplete), 400);
        enter('before', arriving(true), 1);
      }
      // This one is stuck; the next ones wait for its place.
      enter('stuck', arriving(true), 700);
      for (let count = 1; count <= arrivals; count += 1) enter(`arrival ${count}`, arriving(true), 0);
      vi.advanceTimersByTime(2_000);
      expect([started.has('arrival 1'), started.has(`arrival ${arrivals}`)]).toEqual([true, startsLast]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('starts readings soon, however long searches stand still in the database', () => {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 16 });
      const waits: number[] = [];
      for (let tick = 0; tick < 300; tick += 1, vi.advanceTimersByTime(20)) {
        const since = performance.now();
        const search = new EventEmitter();
        const stuck = () => void setTimeout(() => search.emit('close'), 2_000);
        overload.enter('search', arriving(true), search, stuck, () => {});
        const reading = new EventEmitter();
        const start = () => {
          waits.push(performance.now() - since);
          reading.emit('close');
        };
        overload.enter('reading', arriving(true), reading, start, () => {});
      }
      expect(waits.length).toBe(300);
      // 250 ms until the searches are known to be stuck, 50 until the queue is looked at, 20 for each of these arrivals.
      expect(Math.max(...waits)).toBeLessThan(350);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses search before reading, and reading before writing', () => {
    const site = makeSite();
    let before = { ...site.overload.refused };
    for (let tick = 0; tick < 1_000; tick += 1, site.work(10)) {
      if (tick === 200) before = { ...site.overload.refused };
      for (const kind of ['search', 'reading', 'reading', 'reading', 'reading', 'reading', 'writing'] as const) {
        if (kind === 'writing' && tick % 4 > 0) continue;
        site.enter(kind);
      }
    }
    const refused = (kind: 'search' | 'reading' | 'writing') => site.overload.refused[kind] - before[kind];
    expect(refused('search') / 800).toBeGreaterThan(0.85);
    expect(refused('reading') / 4_000).toBeGreaterThan(0.5);
    expect(refused('writing')).toBe(0);
  });

  it('refuses within a second where the server is stuck', () => {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 2 });
      let refusals = 0;
      const enter = () =>
        overload.enter(
          'reading',
          arriving(true),
          new EventEmitter(),
          () => {},
          () => (refusals += 1),
        );
      for (let count = 0; count < 10; count += 1) enter();
      vi.advanceTimersByTime(900);
      expect(refusals).toBe(0);
      vi.advanceTimersByTime(100);
      expect([refusals, overload.refused.reading, overload.waiting()]).toEqual([9, 9, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('spends no work on clients that have disconnected', () => {
    const site = makeSite({ atOnce: 2 });
    site.enter('reading');
    const left = site.enter('reading');
    site.enter('reading');
    left.destroyed = true;
    site.started.shift()!.close();
    expect([site.started.length, site.overload.waiting()]).toEqual([1, 0]);
    expect(site.outcome.refused).toBe(0);
  });

  it('stays empty where memory is short: requests without a slot are refused', () => {
    const site = makeSite({ atOnce: 3, heapUsed: 900 });
    for (let count = 0; count < 5; count += 1) site.enter('writing');
    expect([site.started.length, site.outcome.refused]).toEqual([2, 3]);
  });

  it('does not wait for slow request bodies', () => {
    vi.useFakeTimers();
    try {
      const site = makeSite({ atOnce: 4 });
      const slow = arriving(false);
      for (let count = 0; count < 40; count += 1) site.enter('writing', count < 3 ? slow : arriving(false));
      expect(site.started.length).toBe(3);
      vi.advanceTimersByTime(11);
      expect(site.started.length).toBeGreaterThan(3);
      for (let round = 0; round < 20; round += 1) vi.advanceTimersByTime(11);
      expect(site.started.length).toBe(40);
      // Once its body has arrived, it is queued like any other request.
      slow.emit('end');
      site.enter('writing');
      expect(site.started.length).toBe(40);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['GET', 'HEAD'])('holds the place of a %s that announces a body and sends none', (method) => {
    vi.useFakeTimers();
    try {
      const site = makeSite({ atOnce: 4 });
      for (let count = 0; count < 40; count += 1) site.enter('search', arriving(false, method));
      vi.advanceTimersByTime(200);
      expect([site.started.length, site.overload.waiting()]).toEqual([2, 38]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes no slow body for work that is done', () => {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 64 });
      let refusals = 0;
      const enter = (isThere: boolean) =>
        overload.enter(
          'writing',
          arriving(isThere),
          new EventEmitter(),
          () => {},
          () => (refusals += 1),
        );
      // 63 give their place back each ten milliseconds, and the queue never runs empty.
      for (let count = 0; count < 200; count += 1) enter(false);
      for (let round = 0; round < 200; round += 1, vi.advanceTimersByTime(10))
        for (let each = 0; each < 63; each += 1) enter(false);
      refusals = 0;
      for (let count = 0; count < 1_000; count += 1) enter(true);
      expect(refusals).toBeGreaterThan(400);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['beacon', 'picture'] as const)('does not stand behind a %s', (kind) => {
    const site = makeSite();
    let refusals = 0;
    for (let count = 0; count < 300; count += 1)
      site.overload.enter(
        kind,
        arriving(true),
        new EventEmitter(),
        () => {},
        () => (refusals += 1),
      );
    expect(refusals).toBe(300 - 256);
    site.enter('reading');
    expect(site.started.length).toBe(1);
  });

  it('never holds requests that are free', () => {
    const site = makeSite({ atOnce: 2 });
    for (let count = 0; count < 5; count += 1) site.enter('reading');
    let isStarted = false;
    site.overload.enter(
      'free',
      arriving(true),
      new EventEmitter(),
      () => (isStarted = true),
      () => {},
    );
    expect(isStarted).toBe(true);
  });
});
