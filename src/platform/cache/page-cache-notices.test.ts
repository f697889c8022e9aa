// @runs slow
import { expect, it } from 'vitest';
import { isCached, ask, page } from '../../testing/cache-exchange.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { invalidateInBatches } from '../../features/reactions/invalidate-in-batches.server.ts';
import { createPageCache, invalidatePages } from './page-cache.server.ts';

async function noticesTo({ connection }: TestDatabase): Promise<string[]> {
  const heard: string[] = [];
  // PostgreSQL delivers to the instance that wrote twice.
  const once = (payload: string) => void (heard.at(-1) === payload || heard.push(payload));
  await connection.listen('pages_changed', once, () => {});
  return heard;
}

it('what one instance changes, all others drop; nothing is told of no change, and of very many all is dropped', async () => {
  const database = await openTestDatabase('empty');
  try {
    const heard = await noticesTo(database);
    const cache = createPageCache();
    await cache.follow(database.connection);
    for (const tag of ['article:1', 'article:2', 'article:3']) await ask(cache, tag, async () => page(tag, [tag]));
    const many = Array.from({ length: 200 }, (_, at) => `question:${at}`);

    await invalidatePages(database.connection, []);
    await invalidatePages(database.connection, ['article:1', 'article:2', 'article:1']);
    await expect.poll(() => heard).toEqual(['article:1 article:2']);
    expect(['article:1', 'article:2', 'article:3'].map((key) => isCached(cache, key))).toEqual([false, false, true]);
    await invalidatePages(database.connection, many);
    await expect.poll(() => heard.at(-1)).toBe(many.join(' '));
    expect(isCached(cache, 'article:3')).toBe(true);
    await invalidatePages(database.connection, [...many, 'one more']);
    await expect.poll(() => heard.at(-1)).toBe('all');
    expect(isCached(cache, 'article:3')).toBe(false);
  } finally {
    await database.close();
  }
});

it('calls that come together share one notice', async () => {
  const database = await openTestDatabase('empty');
  try {
    const heard = await noticesTo(database);
    await Promise.all(
      ['one', 'two', 'three', 'two'].map((tag) => invalidateInBatches(database.connection, [`question:${tag}`])),
    );
    const told = () => heard.flatMap((payload) => payload.split(' '));
    await expect.poll(() => new Set(told())).toEqual(new Set(['question:one', 'question:two', 'question:three']));
    expect(heard.length).toBeLessThan(4);
  } finally {
    await database.close();
  }
});
