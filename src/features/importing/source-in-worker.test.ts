// @runs slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInWorker } from './source-in-worker.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const folder = newFolder();

test('an entry that takes all memory is lost with a sentence, and the next ones are read', async () => {
  const post = (id: string, html: string) => ({
    id,
    html,
    title: `Post ${id}`,
    slug: `post-${id}`,
    status: 'published',
    visibility: 'public',
    published_at: '2025-01-01T00:00:00.000Z',
  });
  const path = join(folder, 'export.json');
  const posts = [post('1', '<p>One</p>'), post('2', '<i>x</i> '.repeat(100_000)), post('3', '<p>Three</p>')];
  writeFileSync(path, JSON.stringify({ posts }));
  const settings = { site: 'a', categoryMap: new Map(), ownCategories: new Map([['rights', 'rights']]) };
  const source = await openInWorker('ghost', path, settings, 'salt', { megabytes: 80 });
  const results: string[] = [];
  for await (const { convert } of source.entries())
    try {
      results.push((await convert()).kind);
    } catch (error) {
      results.push((error as Error).message);
    }
  await source.close?.();
  expect(results).toEqual(['article', expect.stringContaining('takes too much time or memory'), 'article']);
}, 120_000);
