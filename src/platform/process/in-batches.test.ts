import { afterEach, describe, expect, it, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

/** A job whose completion the test controls. */
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

describe('concurrent items', () => {
  it('the first starts alone, and later ones share the next batch', async () => {
    const { begun, send } = stage();
    const answers = ['a', 'b', 'c'].map((item) => send('line', item));
    expect(begun.map(({ items }) => items)).toEqual([['a']]);
    begun[0]!.end();
    await expect.poll(() => begun.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    const late = send('line', 'd');
    begun[1]!.end();
    await expect.poll(() => begun[2]?.items).toEqual(['d']);
    begun[2]!.end();
    expect(await Promise.all([...answers, late])).toEqual(['a!', 'b!', 'c!', 'd!']);
  });

  it('do not wait for another key', () => {
    const { begun, send } = stage();
    void send('one', 'a');
    void send('other', 'b');
    expect(begun.map(({ items }) => items)).toEqual([['a'], ['b']]);
  });

  it('are limited to the maximum per batch', async () => {
    const { begun, send } = stage({ most: 2 });
    for (const item of ['a', 'b', 'c', 'd']) void send('line', item);
    begun[0]!.end();
    await expect.poll(() => begun[1]?.items).toEqual(['b', 'c']);
  });
});

describe('a batch that fails', () => {
  it('is retried item by item, so that one bad item does not fail the others', async () => {
    const { begun, send } = stage();
    const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => send('line', item)));
    begun[0]!.end();
    await expect.poll(() => begun).toHaveLength(2);
    begun[1]!.fail(new Error('one of them is bad'));
    await expect.poll(() => begun[2]?.items).toEqual(['b']);
    begun[2]!.fail(new Error('this one'));
    await expect.poll(() => begun[3]?.items).toEqual(['c']);
    begun[3]!.end();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails for all with failsAsOne, and the queue goes on', async () => {
    const { begun, send } = stage({ failsAsOne: true });
    const answers = Promise.allSettled(['a', 'b', 'c'].map((item) => send('line', item)));
    begun[0]!.end();
    await expect.poll(() => begun).toHaveLength(2);
    begun[1]!.fail(new Error('away'));
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    void send('line', 'd');
    expect(begun[2]!.items).toEqual(['d']);
  });
});

it("nobody waits longer than the queue's patience for a batch that hangs", async () => {
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
  await expect.poll(() => begun[2]?.items).toEqual(['early']);
  begun[2]!.end();
  expect(await early).toBe('early!');
});
