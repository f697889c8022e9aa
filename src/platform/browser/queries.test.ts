// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueries } from './queries.ts';
import { readJson } from './read-json.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Seconds after the first request at which each request left, and how the query ended. */
async function requestsOf(answer: () => Response): Promise<{ at: number[]; status: string }> {
  const begin = Date.now();
  const at: number[] = [];
  vi.stubGlobal('fetch', async () => {
    at.push((Date.now() - begin) / 1_000);
    return answer();
  });
  const queries = makeQueries();
  const ask = () => readJson('/api/x');
  const end = new QueryObserver(queries, { queryKey: ['x'], queryFn: ask }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(200_000);
  const { status } = queries.getQueryState(['x'])!;
  end();
  return { at, status };
}

const answered = (status: number, retryAfter?: string) => () =>
  new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

test('a read that fails is repeated three times, after 1, 2 and 4 seconds', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await requestsOf(lost)).toEqual({ at: [0, 1, 3, 7], status: 'error' });
  expect(await requestsOf(answered(503))).toEqual({ at: [0, 1, 3, 7], status: 'error' });
});

test('an answer in the 400s is final', async () => {
  for (const status of [400, 401, 404, 409, 429]) expect((await requestsOf(answered(status))).at).toEqual([0]);
});

test('Retry-After is honoured up to 30 seconds; who asks for more is not asked again', async () => {
  expect((await requestsOf(answered(503, '20'))).at).toEqual([0, 20, 40, 60]);
  expect((await requestsOf(answered(503, '31'))).at).toEqual([0]);
});

test('what nobody shows is collected after 5 minutes', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"data":1}'));
  const queries = makeQueries();
  const query = { queryKey: ['y'], queryFn: () => readJson('/api/y') };
  const end = new QueryObserver(queries, query).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  end();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(queries.getQueryData(['y'])).toEqual({ data: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queries.getQueryData(['y'])).toBeUndefined();
});
