import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../commands/commands.server.ts';
import { articles, studioPieces, videos, webstories } from '../../database/schema.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { commandContext } from '../../testing/command-context.ts';
import { writeContent } from '../../testing/write-content.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
const root = newFolder();
let lines: string[] = [];
const context = (signal = new AbortController().signal): CommandContext =>
  commandContext(database.services, { cwd: root, signal, tell: (line) => void lines.push(line) });
const run = (name: string, ...args: string[]) => commands[name]!.run(args, context());
const write = (name: string, text: string) => writeContent(root, name, text);
const date = 'publishedAt: 2026-10-01T06:30\n';
const front = (title: string, more = date) => `---\ntitle: "${title}"\nauthor: asha\ncategories: [food]\n${more}`;
const article = (title: string, body = 'Words.', more = date) =>
  `${front(title, more)}summary: "A summary"\n---\n${body}\n`;
const linking = 'See [it](article:held), [clip](video:held) and [story](webstory:held).';
const writeAll = (edition: string) => {
  write('articles/held.md', article(`Held ${edition}`, 'See [other](article:other).'));
  write('articles/other.md', article(`Other ${edition}`, linking));
  write(
    'videos/held.md',
    `${front(`Clip ${edition}`)}description: "A clip"\narticle: other\n---\n[other](article:other)\n`,
  );
  write(
    'webstories/held.md',
    `${front(`Story ${edition}`)}pages:\n  - { heading: "One ${edition}", link: "article:other" }\n---\n`,
  );
};
const ghost = (edition: string) => {
  const path = join(root, 'ghost.json');
  const post = {
    id: 7,
    title: 'Ghostly',
    slug: 'ghostly',
    html: `<p>Words ${edition}</p>`,
    status: 'published',
    published_at: '2026-10-01T00:00:00.000Z',
  };
  writeFileSync(
    path,
    JSON.stringify({ data: { posts: [post], settings: [{ key: 'url', value: 'https://a.example/' }] } }),
  );
  return path;
};
const names = ['article:held', 'video:held', 'webstory:held', '/ghostly'];
const statuses = async () => {
  const state = ({ status, publishedAt }: { status: string; publishedAt: Date }) =>
    `${status} ${publishedAt.toISOString().slice(0, 10)}`;
  const [held] = await database.db.select().from(articles).where(eq(articles.sourceKey, 'content:held'));
  const [clip] = await database.db.select().from(videos).where(eq(videos.sourceKey, 'content:held'));
  const [story] = await database.db.select().from(webstories).where(eq(webstories.slug, 'held'));
  const [post] = await database.db.select().from(articles).where(eq(articles.title, 'Ghostly'));
  return [held, clip, story, post].map((row) => (row ? state(row) : 'gone'));
};
const bodyOfOther = async () =>
  (await database.db.select().from(articles).where(eq(articles.sourceKey, 'content:other')))[0]!.bodyHtml;
let edition = 0;
const paths: [string, () => Promise<void>][] = [
  [
    'its own file and its export, changed',
    async () => {
      writeAll(`${(edition += 1)}`);
      await run('import', '--publish', 'content', ghost(`${edition}`));
    },
  ],
  [
    'another file that it links to, changed',
    async () => {
      write('articles/other.md', article(`Other anew ${(edition += 1)}`, linking));
      await run('import', '--publish', 'content');
    },
  ],
  [
    'a watched folder',
    async () => {
      const stop = new AbortController();
      lines = [];
      const watching = commands.import!.run(['--publish', '--watch', 'content'], context(stop.signal));
      await expect.poll(() => lines.some((line) => line.startsWith('Watching')), { timeout: 15_000 }).toBe(true);
      writeAll(`${(edition += 1)}`);
      await expect
        .poll(
          async () =>
            (await database.db.select().from(articles).where(eq(articles.sourceKey, 'content:other')))[0]?.title,
          { timeout: 15_000 },
        )
        .toBe(`Other ${edition}`);
      stop.abort();
      await watching;
    },
  ],
];

beforeAll(async () => {
  write('categories/food.md', '---\nname: "Food"\n---\n');
  write('categories/social.md', '---\nname: "Social"\n---\n');
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  mkdirSync(join(root, 'content/media/videos'), { recursive: true });
  cpSync(
    new URL('../../../content/media/videos/aadhaar-new-address.mp4', import.meta.url).pathname,
    join(root, 'content/media/videos/held.mp4'),
  );
  writeAll('0');
  if ((await run('import', '--publish', 'content', ghost('0'))) !== 0) throw new Error(lines.join('\n'));
});
beforeEach(() => {
  lines = [];
});

describe.each(paths)('after %s', (_, importAgain) => {
  it('what an editor unpublished stays hidden, links to it are dropped, and the conflict is told', async () => {
    await run('unpublish', ...names);
    await importAgain();
    expect((await statuses()).map((state) => state.split(' ')[0])).toEqual(names.map(() => 'draft'));
    expect(await bodyOfOther()).not.toContain('href="/article');
    expect(lines.join('\n')).toContain('was unpublished on the site and stays hidden');
  });

  it('what an editor scheduled keeps its day', async () => {
    expect(await run('publish', ...names, '--at', '2099-01-01T06:00'), lines.join('\n')).toBe(0);
    await importAgain();
    expect(await statuses()).toEqual(names.map(() => expect.stringMatching(/^draft/)));
    const rows = await database.db.select().from(studioPieces).where(eq(studioPieces.state, 'scheduled'));
    expect(rows.map(({ scheduledAt }) => scheduledAt!.toISOString())).toEqual(
      names.map(() => '2099-01-01T00:30:00.000Z'),
    );
  });

  it('what an editor published stays so, though its file says draft', async () => {
    write('articles/held.md', article('Held', 'Draft.', 'status: draft\n'));
    expect(await run('publish', ...names, '--at', '2026-10-02'), lines.join('\n')).toBe(0);
    await importAgain();
    expect(await statuses()).toEqual(names.map(() => 'published 2026-10-02'));
  });
});

it('a piece follows its file again when an editor says so', async () => {
  await run('unpublish', ...names);
  await run('publish', 'article:held', 'video:held', 'webstory:held', '--follow-file');
  await run('import', '--publish', 'content');
  expect((await statuses()).slice(0, 3)).toEqual([
    'published 2026-10-01',
    'published 2026-10-01',
    'published 2026-10-01',
  ]);
});

it('a draft needs no date, and begins when it is published', async () => {
  write('articles/undated.md', article('Undated', 'Words.', 'status: draft\n'));
  write('articles/no-date.md', article('No date', 'Words.', ''));
  expect(await run('import', '--publish', 'content')).toBe(1);
  expect(lines.join('\n')).toMatch(/content\/articles\/no-date\.md: publishedAt is missing: say from when/);
  await run('publish', 'article:undated');
  const [row] = await database.db.select().from(articles).where(eq(articles.sourceKey, 'content:undated'));
  expect(Date.now() - row!.publishedAt.getTime()).toBeLessThan(60_000);
  rmSync(join(root, 'content/articles/no-date.md'));
});

it('publish --at without a zone is Indian time', async () => {
  await run('publish', 'article:held', '--at', '2026-11-22T06:00');
  const [row] = await database.db.select().from(articles).where(eq(articles.sourceKey, 'content:held'));
  expect(row!.publishedAt.toISOString()).toBe('2026-11-22T00:30:00.000Z');
  await expect(run('publish', 'article:held', '--at', '2026-02-31T06:00')).rejects.toThrow('--at needs one time');
});

it('what was removed comes back by no import, not even under a new file name with its number', async () => {
  write('articles/numbered.md', article('Numbered', 'Words.', `id: 4242\n${date}`));
  await run('import', '--publish', 'content');
  await run('remove', ...names, 'article:4242', '--reason', 'An order');
  for (const [, importAgain] of paths) await importAgain();
  rmSync(join(root, 'content/articles/numbered.md'));
  write('articles/renamed.md', article('Renamed', 'Words.', `id: 4242\n${date}`));
  await run('import', '--publish', 'content');
  expect(await statuses()).toEqual(names.map(() => 'gone'));
  expect(await database.db.$count(articles, eq(articles.id, 4242))).toBe(0);
});
