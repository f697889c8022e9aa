// @runs slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openInWorker } from './source-in-worker.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const folder = newFolder();

const post = (id: string, html: string) => ({
  id,
  html,
  title: `Post ${id}`,
  slug: `post-${id}`,
  status: 'published',
  visibility: 'public',
  published_at: '2025-01-01T00:00:00.000Z',
});
const settings = { site: 'a', categoryMap: new Map(), ownCategories: new Map([['rights', 'rights']]) };

test('a huge post, string or number of a Ghost export needs no memory, and the other posts are read', async () => {
  // 50 MB each, in members of one archive.
  const huge = (character: string) => Array<Buffer>(50).fill(gzipSync(character.repeat(1_000_000)));
  const path = join(folder, 'huge.json.gz');
  const first = JSON.stringify(post('1', '<p>One</p>'));
  const parts = [`{"other":["`, 'x', `",`, '7', `],"posts":[${first},{"id":"2","html":"`, 'y', `"},${first}]}`];
  writeFileSync(path, Buffer.concat(parts.flatMap((part) => (/^[x7y]$/.test(part) ? huge(part) : [gzipSync(part)]))));
  const source = await openInWorker('ghost', path, settings, 'salt', { megabytes: 80 });
  const results: string[] = [];
  for await (const { convert } of source.entries())
    results.push(
      await Promise.resolve(convert()).then(
        ({ kind }) => kind,
        (error: Error) => error.message,
      ),
    );
  await source.close?.();
  expect(results).toEqual(['article', expect.stringContaining('more than 1 MB'), 'article']);
}, 120_000);

test('an entry that takes all memory is lost with a sentence, and the next ones are read', async () => {
  const path = join(folder, 'export.json');
  const posts = [post('1', '<p>One</p>'), post('2', '<i>x</i> '.repeat(100_000)), post('3', '<p>Three</p>')];
  writeFileSync(path, JSON.stringify({ posts }));
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
