import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '../editor/studio-calls.ts';
import { Heartbeat } from './use-presence.ts';
import type { WhoIsHere } from './presence.contract.ts';

const alone: WhoIsHere = { revision: 1, savedBy: 'Asha', isSavedByYou: true, here: [] };
const refusal = (why: 'busy' | 'offline' | 'forbidden') =>
  ({ ok: false, why, code: '', message: '', details: [] }) as Answer<WhoIsHere>;
let sent: { at: number; isTyping: boolean; isLeaving: boolean }[];
let seen: (WhoIsHere | null)[];
let answer: Answer<WhoIsHere>;
let heartbeat: Heartbeat;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [sent, seen, answer] = [[], [], { ok: true, data: alone }];
  heartbeat = new Heartbeat({
    tab: 'one',
    send: async ({ isTyping, isLeaving }) => {
      sent.push({ at: Date.now() / 1_000, isTyping, isLeaving });
      return answer;
    },
    changed: (now) => void seen.push(now),
  });
});
afterEach(() => {
  heartbeat.leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says every 15 seconds that the piece is open', async () => {
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(46_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 15, 30, 45]);
  expect(seen).toHaveLength(4);
});

it('tells the first key at once, and the others with the next heartbeat', async () => {
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(1_000);
  for (let key = 0; key < 20; key += 1) {
    heartbeat.typed();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sent).toEqual([
    { at: 0, isTyping: false, isLeaving: false },
    { at: 1, isTyping: true, isLeaving: false },
  ]);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(sent.map(({ isTyping }) => isTyping)).toEqual([false, true, true, false, false]);
});

it('says that the tab closes, also where a heartbeat was on its way', async () => {
  let arrive: ((answer: Answer<WhoIsHere>) => void) | undefined;
  const calls: boolean[] = [];
  const slow = new Heartbeat({
    tab: 'two',
    send: ({ isLeaving }) => {
      calls.push(isLeaving);
      return new Promise((resolve) => {
        arrive = resolve;
      });
    },
    changed: () => {},
  });
  slow.start();
  const answered = arrive;
  slow.leave();
  expect(calls).toEqual([false, true]);
  answered!({ ok: true, data: alone });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([false, true, true]);
});

it('asks less and less where it is refused, and forgets what it no longer knows', async () => {
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(1_000);
  answer = refusal('busy');
  await vi.advanceTimersByTimeAsync(200_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 15, 45, 105]);
  expect(seen).toEqual([alone, null, null]);
});

it('stops where the piece may not be read any more', async () => {
  answer = refusal('forbidden');
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(sent).toHaveLength(1);
});

it('a tab that nobody looks at for four minutes is gone until somebody does', async () => {
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(1_000);
  heartbeat.hidden();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent.at(-1)).toEqual({ at: 241, isTyping: false, isLeaving: true });
  heartbeat.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(sent.at(-1)).toMatchObject({ at: 601, isLeaving: false });
});
