import { unavailable } from './errors.ts';

/**
 * Heavy work, a few at a time, the rest waiting in line; who asks for the same thing shares one answer.
 * @throws AppError 503 when too many wait: a crawl must not eat the machine
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
      // The place is handed on, not given back.
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
