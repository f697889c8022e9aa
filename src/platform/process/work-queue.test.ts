import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.server.ts';

const later = () => {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done };
};

test('runs one at a time, shares concurrent calls with one key, and refuses when the queue is full', async () => {
  const queue = createWorkQueue(1, 1);
  const first = later();
  let running = 0;
  let most = 0;
  const work = (wait: Promise<void>) => async () => {
    running += 1;
    most = Math.max(most, running);
    await wait;
    running -= 1;
    return 'made';
  };
  const one = queue.run('one', work(first.promise));
  expect(queue.run('one', work(first.promise))).toBe(one);
  const two = queue.run('two', work(Promise.resolve()));
  await expect(queue.run('three', work(Promise.resolve()))).rejects.toMatchObject({ status: 503 });
  first.done();
  expect(await Promise.all([one, two])).toEqual(['made', 'made']);
  expect(most).toBe(1);
  expect(await queue.run('three', work(Promise.resolve()))).toBe('made');
});

test('a failed job passes its slot on to the next', async () => {
  const queue = createWorkQueue(1, 5);
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('b', () => Promise.resolve(2));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe(2);
});
