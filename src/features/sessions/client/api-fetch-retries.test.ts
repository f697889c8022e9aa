// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearBrowser, fakeService } from '../../../testing/fake-session-service.ts';
import { type ApiRequest, apiFetch } from './api-fetch.ts';

type Answer = Parameters<typeof fakeService>[0][string];

const busy = { status: 503, body: { code: 'unavailable', message: 'Busy.' } };
const good = { body: { data: 1 } };

/** Answers the calls in this order, the last answer for ever. */
function answering(call: string, ...answers: Exclude<Answer, (...given: never[]) => unknown>[]) {
  let at = 0;
  const service = fakeService({
    [call]: () => {
      at += 1;
      return answers[Math.min(at, answers.length) - 1]!;
    },
  });
  return { tries: () => service.calls().filter((one) => one === call).length };
}

/** @returns the number of tries at each of these seconds after the start, and the result */
async function triesAt(tries: () => number, seconds: number[], request: ApiRequest = {}) {
  const result = apiFetch('/x', request).catch((error: unknown) => error);
  const counted: number[] = [];
  let now = 0;
  for (const second of seconds) {
    await vi.advanceTimersByTimeAsync(Math.round((second - now) * 1_000));
    now = second;
    counted.push(tries());
  }
  return { counted, result: await result };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearBrowser();
});

test('a read that answers 503 is tried again after 1, 2 and 4 seconds', async () => {
  const { tries } = answering('GET /api/x', busy, busy, busy, good);
  const { counted, result } = await triesAt(tries, [0, 0.9, 1, 2.9, 3, 6.9, 7]);
  expect(counted).toEqual([1, 1, 2, 2, 3, 3, 4]);
  expect(result).toEqual({ data: 1 });
});

test('a read without any response fails after four tries', async () => {
  const { tries } = answering('GET /api/x', new TypeError('Failed to fetch'));
  const { counted, result } = await triesAt(tries, [0, 7, 600]);
  expect(counted).toEqual([1, 4, 4]);
  expect(result).toMatchObject({ status: 0, message: 'No response received from server' });
});

test.each([400, 404, 409, 429])('an answer of %i is final', async (status) => {
  const { tries } = answering('GET /api/x', { status, body: {}, headers: { 'retry-after': '1' } });
  const { counted, result } = await triesAt(tries, [0, 600]);
  expect([counted, result]).toMatchObject([[1, 1], { status }]);
});

test('Retry-After puts a retry off, up to 30 seconds; where it asks for more there is none', async () => {
  const after = (value: string) => ({ ...busy, headers: { 'retry-after': value } });
  const long = answering('GET /api/x', after('30'), after('Wed, 25 Nov 2026 10:00:00 GMT'), good);
  expect((await triesAt(long.tries, [29.9, 30, 31.9, 32])).counted).toEqual([1, 2, 2, 3]);
  const longer = answering('GET /api/x', after('31'), good);
  expect(await triesAt(longer.tries, [600])).toMatchObject({ counted: [1], result: { retryAfterSeconds: 31 } });
});

test('a write is repeated only with an idempotency key', async () => {
  const plain = answering('POST /api/x', busy, good);
  const once = await triesAt(plain.tries, [600], { method: 'POST', body: {} });
  expect(once).toMatchObject({ counted: [1], result: { status: 503 } });
  const keyed = answering('POST /api/x', busy, new TypeError('Failed to fetch'), good);
  const { counted, result } = await triesAt(keyed.tries, [600], { method: 'POST', body: {}, idempotencyKey: 'k1' });
  expect([counted, result]).toEqual([[3], { data: 1 }]);
});

test('where the lost try still runs on the server, a keyed write asks for its result again', async () => {
  const running = { status: 409, body: { code: 'in_progress' }, headers: { 'retry-after': '1' } };
  const { tries } = answering('POST /api/x', new TypeError('Failed to fetch'), running, good);
  const { counted, result } = await triesAt(tries, [1, 3], { method: 'POST', body: {}, idempotencyKey: 'k1' });
  expect([counted, result]).toEqual([[2, 3], { data: 1 }]);
});

test('`retries: 0` and a device without a connection do not wait', async () => {
  const unwilling = answering('GET /api/x', busy);
  expect((await triesAt(unwilling.tries, [600], { retries: 0 })).counted).toEqual([1]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const offline = answering('GET /api/x', new TypeError('Failed to fetch'));
  expect((await triesAt(offline.tries, [600])).counted).toEqual([1]);
});

test('an abort ends the wait for the next try', async () => {
  const { tries } = answering('GET /api/x', busy);
  const leaving = new AbortController();
  const result = apiFetch('/x', { signal: leaving.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  leaving.abort(new Error('left'));
  expect(await result).toMatchObject({ message: 'left' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries()).toBe(1);
});

test('an abort just before the wait begins ends it too', async () => {
  const leaving = new AbortController();
  const service = fakeService({
    'GET /api/x': () => {
      leaving.abort(new Error('left'));
      return busy;
    },
  });
  let outcome: unknown;
  void apiFetch('/x', { signal: leaving.signal }).catch((error: unknown) => (outcome = error));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toMatchObject({ message: 'left' });
  expect(service.calls()).toEqual(['GET /api/x']);
});

test('Retry-After and its jitter are honoured up to 30 seconds before each retry', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
  const { tries } = answering('GET /api/x', { ...busy, headers: { 'retry-after': '30' } });
  const { counted, result } = await triesAt(tries, [29.9, 30, 59.9, 60, 89.9, 90, 600]);
  expect(counted).toEqual([1, 2, 2, 3, 3, 4, 4]);
  expect(result).toMatchObject({ status: 503 });
});

test('readers who were refused in the same second come back at different ones', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { tries } = answering('GET /api/x', busy, good);
  expect((await triesAt(tries, [1.2, 1.3])).counted).toEqual([1, 2]);
});
