import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createOverload } from './overload.server.ts';

const arriving = (complete: boolean) => Object.assign(new EventEmitter(), { method: 'POST', complete });

describe('where requests end after 2.8 s', () => {
  /** Twenty requests a second on four places. @returns after how long each was answered or refused, in milliseconds */
  function hang(statusCode: number): { answered: number[]; refused: number[] } {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 4 });
      const after = { answered: [] as number[], refused: [] as number[] };
      for (let tick = 0; tick < 200; tick += 1, vi.advanceTimersByTime(50)) {
        const since = performance.now();
        const note = (list: number[]) => void list.push(performance.now() - since);
        const response = Object.assign(new EventEmitter(), { statusCode });
        const start = () =>
          void setTimeout(() => {
            note(after.answered);
            response.emit('close');
          }, 2_800);
        const kind = tick % 2 === 0 ? 'reading' : 'writing';
        overload.enter(kind, arriving(true), response, start, () => note(after.refused));
      }
      return after;
    } finally {
      vi.useRealTimers();
    }
  }

  it('cut off, because the database hangs: nobody waits long for their places, so that all are answered within 3 s', () => {
    const { answered, refused } = hang(503);
    expect(answered.length + refused.length).toBeGreaterThan(100);
    expect(Math.max(...answered, ...refused)).toBeLessThanOrEqual(3_000);
  });

  it('because their clients are slow: who waits for their places waits on', () => {
    expect(Math.max(...hang(200).answered)).toBeGreaterThan(3_000);
  });

  it.each([
    { title: 'one whose body was there', isBodyLate: false, outcome: 'refused' },
    { title: 'but not one whose body arrived late', isBodyLate: true, outcome: 'started' },
  ])('a 503 shortens the wait of others: $title', ({ isBodyLate, outcome }) => {
    vi.useFakeTimers();
    try {
      const overload = createOverload({ heapUsed: () => 0, heapLimit: 1_000, atOnce: 4 });
      const request = arriving(!isBodyLate);
      const cutOff = Object.assign(new EventEmitter(), { statusCode: 503 });
      const nothing = () => {};
      overload.enter('writing', request, cutOff, nothing, nothing);
      vi.advanceTimersByTime(100);
      request.emit('end');
      vi.advanceTimersByTime(2_400);
      const readings = Array.from({ length: 3 }, () => new EventEmitter());
      for (const each of readings) overload.enter('reading', arriving(true), each, nothing, nothing);
      const seen: string[] = [];
      const note = (what: string) => () => void seen.push(what);
      overload.enter('reading', arriving(true), new EventEmitter(), note('started'), note('refused'));
      vi.advanceTimersByTime(300);
      expect(seen).toEqual([]);
      cutOff.emit('close');
      readings[0]!.emit('close');
      expect(seen).toEqual([outcome]);
    } finally {
      vi.useRealTimers();
    }
  });
});
