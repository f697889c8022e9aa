import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../database/connect.server.ts';
import { bound, createCollector } from './collect-events.server.ts';
import type { VisitEvent } from './tracking.queries.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event: VisitEvent = { name: 'x', path: '/', at: new Date(), props: null, visit: 'v', source: 'direct' };
const named = (name: string, count = 1): VisitEvent[] => Array.from({ length: count }, () => ({ ...event, name }));
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const failing = (code: string) =>
  Object.assign(new Error('Failed query'), { cause: Object.assign(new Error('of the database'), { code }) });

/** A fake database: accepts rows, is unreachable, or rejects those named `bad`. */
function collecting() {
  const state = { isAway: false, tries: 0, written: [] as string[], refused: [] as number[] };
  const collector = createCollector({} as Database, {
    async save(_db, events) {
      state.tries += 1;
      if (state.isAway) throw failing('ECONNREFUSED');
      if (events.some(({ name }) => name === 'bad')) throw failing('22P05');
      state.written.push(...events.map(({ name }) => name));
    },
    onRefused: (_error, events) => state.refused.push(events),
  });
  return { state, collector };
}

describe('the bound', () => {
  it('is what a kill loses: never more than 1,000 acknowledged events are unwritten, and those that come then are acknowledged once written', async () => {
    const { state, collector } = collecting();
    state.isAway = true;
    let acknowledged = 0;
    const all = Array.from({ length: 3_000 }, () =>
      collector.take([event]).then(() => {
        acknowledged += 1;
      }),
    );
    await passing(50);
    expect([acknowledged, collector.unwritten()]).toEqual([bound.events, bound.events]);
    state.isAway = false;
    await collector.flush();
    await Promise.all(all);
    expect([acknowledged, collector.unwritten(), state.written.length]).toEqual([3_000, 0, 3_000]);
  });

  it('is 200 milliseconds while the database answers', async () => {
    const { state, collector } = collecting();
    await collector.take([event]);
    await passing(bound.milliseconds - 1);
    expect(state.written).toHaveLength(0);
    await passing(1);
    expect([state.written.length, collector.unwritten()]).toEqual([1, 0]);
  });

  it('writes few at a time together, and many at once', async () => {
    const { state, collector } = collecting();
    for (let at = 0; at < 499; at += 1) await collector.take([event]);
    expect(state.tries).toBe(0);
    await collector.take([event]);
    await passing(0);
    expect([state.tries, state.written.length]).toEqual([1, 500]);
  });

  it('refuses with 503 what is too much, before anything else suffers', async () => {
    const { state, collector } = collecting();
    state.isAway = true;
    const taken = Array.from({ length: 10 }, () =>
      collector.take(named('x', 1_000)).catch((error: { status: number }) => error.status),
    );
    await expect(collector.take([event])).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(await taken[0]).toBeUndefined();
    await passing(3_000);
    expect(await Promise.all(taken.slice(1))).toEqual(Array(9).fill(503));
  });
});

describe('a database that is away', () => {
  it('is tried once a second, however many beacons arrive, and nothing that was acknowledged is dropped', async () => {
    const { state, collector } = collecting();
    state.isAway = true;
    const all = [];
    for (let tick = 0; tick < 1_500; tick += 1) {
      all.push(
        collector.take([event]).then(
          () => 204,
          () => 503,
        ),
      );
      await passing(10);
    }
    expect(state.tries).toBeLessThanOrEqual(17);
    expect(collector.unwritten()).toBe(bound.events);
    state.isAway = false;
    await passing(1_000);
    expect(collector.unwritten()).toBe(0);
    expect(state.written).toHaveLength(1_500);
    const answers = await Promise.all(all);
    expect(answers.slice(0, bound.events)).toEqual(Array(bound.events).fill(204));
    expect(answers[bound.events]).toBe(503);
  });

  it('leaves those that wait unanswered until they are written', async () => {
    const { state, collector } = collecting();
    state.isAway = true;
    await collector.take(named('first', bound.events));
    let isAnswered = false;
    const waiting = collector.take(named('second')).then(() => {
      isAnswered = true;
    });
    await passing(1_500);
    expect([isAnswered, state.written]).toEqual([false, []]);
    state.isAway = false;
    await passing(1_000);
    await waiting;
    expect(state.written).toContain('second');
  });

  it('is tried once more by a stop, which then ends', async () => {
    const { state, collector } = collecting();
    state.isAway = true;
    await collector.take([event]);
    await collector.stop();
    expect(state.tries).toBe(1);
    await passing(10_000);
    expect(state.tries).toBe(1);
  });
});

describe('what the database refuses', () => {
  it('is dropped alone and reported; the rest of its batch is written', async () => {
    const { state, collector } = collecting();
    for (const name of ['one', 'bad', 'two', 'bad', 'three']) await collector.take(named(name));
    await passing(bound.milliseconds);
    expect([state.written, state.refused, collector.unwritten()]).toEqual([['one', 'two', 'three'], [1, 1], 0]);
    await collector.take(named('four'));
    await passing(bound.milliseconds);
    expect(state.written.at(-1)).toBe('four');
  });

  it('keeps the rest of the batch when the database goes away during single writes', async () => {
    const { state, collector } = collecting();
    for (const name of ['one', 'bad', 'two']) await collector.take(named(name));
    const goesAway = vi.spyOn(state.refused, 'push').mockImplementation(() => {
      state.isAway = true;
      return 1;
    });
    await passing(bound.milliseconds);
    expect([state.written, collector.unwritten()]).toEqual([['one'], 1]);
    expect(goesAway).toHaveBeenCalledOnce();
    state.isAway = false;
    await passing(1_000);
    expect([state.written, collector.unwritten()]).toEqual([['one', 'two'], 0]);
  });
});
