import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../commands/commands.server.ts';
import {
  articles,
  studioPieces,
  videos,
  webstories,
  articleCategories,
  articleTags,
  authors,
  cachePurges,
  categories,
  tags,
  totals,
  videoCategories,
  videoTags,
} from '../../database/schema.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { commandContext } from '../../testing/command-context.ts';
import { writeContent } from '../../testing/write-content.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';
import { releaseScheduled } from './release-scheduled.server.ts';

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

describe('what is due', () => {
  let dropped: string[] = [];
  /** One notification names just these tags; PostgreSQL delivers to the instance that wrote twice. */
  const hears = async (...names: string[]) => {
    await expect.poll(() => dropped.map((payload) => payload.split(' ').toSorted())).toContainEqual(names.toSorted());
  };
  const released = new Date('2026-03-01T06:00:00Z');
  const before = new Date('2026-03-01T05:00:00Z');
  const piece = (id: number, publishedAt = released, status: 'published' | 'draft' = 'published') => ({
    id,
    sourceKey: `t:${id}`,
    sourceHash: '',
    title: 'T',
    authorId: 7,
    status,
    publishedAt,
  });
  const article = (...args: Parameters<typeof piece>) => ({ ...piece(...args), summary: '', body: '', bodyHtml: '' });
  const video = (...args: Parameters<typeof piece>) => ({
    ...piece(...args),
    description: '',
    videoUrl: '/media/v.mp4',
    durationSeconds: 9,
  });
  const webstory = (...args: Parameters<typeof piece>) => ({ ...piece(...args), slug: `s${args[0]}`, pages: [] });

  beforeAll(async () => {
    await database.db.insert(authors).values({ id: 7, key: 'a', name: 'A' });
    await database.db.insert(categories).values({ id: 5, key: 'c', name: 'C', displayName: 'C' });
    await database.db.insert(tags).values({ id: 3, name: 't', displayName: 'T' });
    await database.connection.listen(
      'pages_changed',
      (payload) => void dropped.push(payload),
      () => {},
    );
  });
  beforeEach(async () => {
    await database.db.execute(sql`truncate articles, videos, webstories, totals, cache_purges cascade`);
    dropped = [];
  });

  it('an article that has become due: its page, its lists, the feed and the search are dropped here and at the CDN', async () => {
    await database.db.insert(articles).values(article(1));
    await database.db.insert(articleCategories).values({ articleId: 1, categoryId: 5 });
    await database.db.insert(articleTags).values({ articleId: 1, tagId: 3 });
    expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 1 });
    await hears('article:1', 'articles', 'author:7', 'category:5', 'feed', 'search', 'tag:3');
    expect((await database.db.select().from(totals)).find(({ name }) => name === 'articles')?.value).toBe(1);
    expect((await database.db.select().from(cachePurges)).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/', '/feed.xml', '/sitemap.xml', '/videos']),
    );
  });

  it('a video that has become due: also the article that it belongs to; a web story: its own page', async () => {
    await database.db.insert(articles).values(article(1, new Date('2026-01-01')));
    await database.db.insert(videos).values([{ ...video(2), articleId: 1 }, video(4)]);
    await database.db.insert(videoCategories).values({ videoId: 2, categoryId: 5 });
    await database.db.insert(videoTags).values({ videoId: 2, tagId: 3 });
    await database.db.insert(webstories).values(webstory(6));
    expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 3 });
    const ofArticles = ['article:0', 'article:1', 'author:7', 'category:5', 'feed', 'search', 'tag:3'];
    await hears(...ofArticles, 'video:2', 'video:4', 'videos', 'webstories', 'webstory:s6');
  });

  it('what is not due, was due before or is a draft tells nobody', async () => {
    const later = new Date(Date.now() + 3_600_000);
    for (const [at, publishedAt] of [later, before].entries()) {
      await database.db.insert(articles).values(article(at, publishedAt));
      await database.db.insert(videos).values(video(at, publishedAt));
      await database.db.insert(webstories).values(webstory(at, publishedAt));
    }
    await database.db.insert(articles).values(article(9, released, 'draft'));
    await database.db.insert(videos).values(video(9, released, 'draft'));
    await database.db.insert(webstories).values(webstory(9, released, 'draft'));
    expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 0 });
    expect(await database.db.select().from(totals)).toEqual([]);
    expect(await database.db.select().from(cachePurges)).toEqual([]);
    expect(dropped).toEqual([]);
  });

  it('the first call only counts, and says since when the next one asks', async () => {
    await database.db.insert(articles).values(article(1));
    const { released: count, until } = await releaseScheduled(database.connection, null);
    expect(count).toBe(0);
    expect(Math.abs(until.getTime() - Date.now())).toBeLessThan(60_000);
    expect((await database.db.select().from(totals)).find(({ name }) => name === 'articles')?.value).toBe(1);
    expect(await database.db.select().from(cachePurges)).toEqual([]);
    expect(dropped).toEqual([]);
  });

  it('of more pieces than two hundred, all pages are dropped', async () => {
    await database.db.insert(articles).values(Array.from({ length: 201 }, (_, at) => article(at + 1)));
    expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 201 });
    await hears('all');
  });
});
