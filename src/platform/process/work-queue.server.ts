import { unavailable } from '../wire/errors.ts';

/**
 * Bounded concurrency for heavy work, with a FIFO queue; single flight: concurrent calls with one key share a result.
 * @throws AppError 503 when the queue is full: a crawler must not exhaust the machine
 */
export function createWorkQueue(atOnce: number, mostWaiting: number) {
  const shared = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw unavailable(10);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot is passed on to the next in line, never released in between.
      if (next) next();
      else running -= 1;
    }
  }

  return {
    run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const known = shared.get(key) as Promise<Result> | undefined;
      if (known) return known;
      const mine = inTurn(work).finally(() => shared.delete(key));
      shared.set(key, mine);
      return mine;
    },
  };
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;
