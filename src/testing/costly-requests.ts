import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { harmless, type Make } from './costly-places.ts';
import { costlyTexts } from './costly-texts.ts';
import { threadTimeOf } from './cpu-time.ts';

// Milliseconds of the main thread per request. Quadratic work at these lengths takes seconds.
const bound = 100;
const quick = 50;
const mostShown = 40;

/** Whether all texts and lengths are tried everywhere (`npm run costly-texts`). */
export const isWhole = process.env.COSTLY_TEXTS === 'all';

/** A test's time-out: the whole walk takes hours on a busy machine, and a walk that is cut off has shown nothing. */
export const within = (milliseconds: number): number => (isWhole ? 24 * 3_600_000 : milliseconds);

type Named = [name: string, make: Make];

/**
 * Sends requests with costly texts, and fails where one holds the serving thread.
 * @param before each request, and not timed: to empty caches, for instance
 */
export function costlyRequests(app: () => TestApp, before: () => Promise<unknown> = async () => {}) {
  const all: Named[] = Object.entries(costlyTexts);
  const slowest: { ms: number; what: string }[] = [];
  let next = 0;

  /** The fastest of several if the first is slow: a garbage collection, or a busy machine, is not this text's fault. */
  async function fastestOf(request: InjectOptions, leastRounds: number): Promise<{ ms: number; status: number }> {
    let ms = Number.POSITIVE_INFINITY;
    let status = 0;
    for (let round = 0; ms > quick && (round < leastRounds || (ms >= bound && round < 25)); round += 1) {
      await before();
      const time = await threadTimeOf(async () => {
        status = (await app().app.inject(request)).statusCode;
      });
      ms = Math.min(ms, time);
    }
    return { ms, status };
  }

  return {
    /** Each place gets the next texts in turn, so that every place is tried and all texts meet every kind of place. */
    textsFor(count = 1): Named[] {
      if (isWhole) return all;
      next += count;
      return Array.from({ length: count }, (_, at) => all[(next + at) % all.length]!);
    },

    /** @param of the request with a text that `make` writes */
    async expectCheap(what: string, make: Make, of: (make: Make) => InjectOptions): Promise<void> {
      // The whole walk ends with a table of the slowest, hence several rounds for it.
      const { ms, status } = await fastestOf(of(make), isWhole ? 5 : 1);
      slowest.push({ ms, what });
      slowest.sort((one, other) => other.ms - one.ms).splice(mostShown);
      const most = ms < bound ? bound : Math.max(bound, 3 * (await fastestOf(of(harmless), 5)).ms);
      expect(ms, `${what}: milliseconds of the serving thread`).toBeLessThan(most);
      expect(status, what).toSatisfy((code: number) => code < 500 || code === 503);
    },

    tellSlowest(): void {
      console.info(
        `The costliest requests, in milliseconds of the serving thread:\n${slowest.map(({ ms, what }) => `${ms.toFixed(0)} ${what}`).join('\n')}`,
      );
    },
  };
}
