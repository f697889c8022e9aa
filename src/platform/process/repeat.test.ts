import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.server.ts';

const lines: object[] = [];
const log = { error: (line: object) => void lines.push(line) } as unknown as Parameters<typeof repeat>[0]['log'];

describe('background work', () => {
  beforeEach(() => {
    lines.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('is done at its times, at the start where that is asked for, and one run at a time', async () => {
    let runs = 0;
    let end = () => {};
    const work = async () => {
      runs += 1;
      await new Promise<void>((resolve) => (end = resolve));
    };
    const stop = repeat({ name: 'test', everyMs: 1_000, isAtStart: true, log }, work);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(runs).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(2);
    end();
    await stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runs).toBe(2);

    const stopLater = repeat({ name: 'test', everyMs: 1_000, log }, work);
    expect(runs).toBe(2);
    await stopLater();
  });

  it('that fails is logged by its name and tried again', async () => {
    let runs = 0;
    const work = async () => {
      if ((runs += 1) === 1) throw new Error('the database is away');
    };
    const stop = repeat({ name: 'mail', everyMs: 1_000, log }, work);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toBe(2);
    expect(lines).toEqual([expect.objectContaining({ work: 'mail' })]);
    expect(JSON.stringify(lines)).toContain('the database is away');
    await stop();
  });

  it('is told of the stop, which waits for it and logs nothing of what it cut short', async () => {
    let isEnded = false;
    const stop = repeat({ name: 'test', everyMs: 1_000, isAtStart: true, log }, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isEnded = true;
      throw new Error('cut short');
    });
    await stop();
    expect(isEnded).toBe(true);
    expect(lines).toEqual([]);
  });
});
