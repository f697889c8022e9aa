import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, readApi, ResponseError, retryDelay } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('waits 1 s, doubling, at most 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

async function triesOf(error: Error): Promise<{ tries: number; afterMs: number }> {
  const client = createQueryClient();
  let tries = 0;
  const startedAt = Date.now();
  const outcome = client
    .fetchQuery({
      queryKey: ['x'],
      queryFn: () => {
        tries += 1;
        return Promise.reject(error);
      },
    })
    .catch(() => Date.now() - startedAt);
  await vi.runAllTimersAsync();
  return { tries, afterMs: (await outcome) as number };
}

test('a fault of the server or the network is tried three times more, 7 seconds in all', async () => {
  expect(await triesOf(new ResponseError(503))).toEqual({ tries: 4, afterMs: 7_000 });
  expect(await triesOf(new TypeError('Failed to fetch'))).toEqual({ tries: 4, afterMs: 7_000 });
});

test('an answer in the 400s is not tried again', async () => {
  for (const status of [400, 401, 404, 429])
    expect(await triesOf(new ResponseError(status))).toEqual({ tries: 1, afterMs: 0 });
});

test('what nobody looks at is gone after 5 minutes', async () => {
  const client = createQueryClient();
  await client.fetchQuery({ queryKey: ['kept'], queryFn: () => Promise.resolve(1) });
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(client.getQueryData(['kept'])).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(client.getQueryData(['kept'])).toBeUndefined();
});

test('a failed call says with which status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
  await expect(readApi('/search/suggest?q=x')).rejects.toMatchObject({ status: 404 });
});
