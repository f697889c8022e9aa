import { afterEach, describe, expect, it, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

/** Work that ends when the test says so. */
function stage(rules: Partial<Parameters<typeof inBatches>[0]> = {}) {
  const begun: { items: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const send = inBatches<string, string>({ most: 10, ...rules }, (_key, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    begun.push({ items, end: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    return promise;
  });
  return { begun, send };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('what comes at once', () => {
  it('begins alone, and shares the next batch with all who come meanwhile', async () => {
    const { begun, send } = stage();
    const answers = ['a', 'b', 'c'].map((item) => send('line', item));
    expect(begun.map(({ items }) => items)).toEqual([['a']]);
    begun[0]!.end();
    await vi.waitFor(() => expect(begun.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]));
    const late = send('line', 'd');
    begun[1]!.end();
    await vi.waitFor(() => expect(begun[2]?.items).toEqual(['d']));
    begun[2]!.end();
    expect(await Promise.all([...answers, late])).toEqual(['a!', 'b!', 'c!', 'd!']);
  });

  it('waits for nothing of another key', () => {
    const { begun, send } = stage();
    void send('one', 'a');
    void send('other', 'b');
    expect(begun.map(({ items }) => items)).toEqual([['a'], ['b']]);
  });

  it('goes in batches of so many at most', async () => {
    const { begun, send } = stage({ most: 2 });
    for (const item of ['a', 'b', 'c', 'd']) void send('line', item);
    begun[0]!.end();
    await vi.waitFor(() => expect(begun[1]?.items).toEqual(['b', 'c']));
  });
});

describe('a batch that fails', () => {
  it('is tried again one by one, so that nobody fails for another', async () => {
    const { begun, send } = stage();
    const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => send('line', item)));
    begun[0]!.end();
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    begun[1]!.fail(new Error('one of them is bad'));
    await vi.waitFor(() => expect(begun[2]?.items).toEqual(['b']));
    begun[2]!.fail(new Error('this one'));
    await vi.waitFor(() => expect(begun[3]?.items).toEqual(['c']));
    begun[3]!.end();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails for all where it is to fail as one, and the line goes on', async () => {
    const { begun, send } = stage({ failsAsOne: true });
    const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => send('line', item)));
    begun[0]!.end();
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    begun[1]!.fail(new Error('away'));
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    void send('line', 'd');
    expect(begun[2]!.items).toEqual(['d']);
  });
});

it('nobody waits longer than the patience of the line for a batch that hangs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { begun, send } = stage({ patience: 1_000 });
  void send('line', 'hangs');
  vi.advanceTimersByTime(900);
  const early = send('line', 'early');
  vi.advanceTimersByTime(200);
  const late = send('line', 'late');
  expect(begun.map(({ items }) => items)).toEqual([['hangs'], ['late']]);
  begun[1]!.end();
  expect(await late).toBe('late!');
  begun[0]!.end();
  await vi.waitFor(() => expect(begun[2]?.items).toEqual(['early']));
  begun[2]!.end();
  expect(await early).toBe('early!');
});
