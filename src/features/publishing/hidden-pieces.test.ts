// @runs slow, on both databases
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type App } from '../../app.server.ts';
import { connect, type Connection } from '../../database/connect.server.ts';
import { articles, videos, webstories } from '../../database/schema.ts';
import { commandContext } from '../../testing/command-context.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { takeRowsOver } from '../../testing/take-rows-over.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { commands } from '../../commands/commands.server.ts';
import { builtPages } from '../../testing/build-test-app.ts';

type Piece = { kind: 'article' | 'video' | 'webstory'; id: string; title: string; path: string };
const site = openTestApp({ content: 'demo' });
let origin: string;
const oldPath = '/2019/07/an-old-permalink/';
const hiddenId = 3_000;

const context = (): CommandContext => commandContext(site.services);
async function run(name: string, ...args: string[]): Promise<void> {
  expect(await commands[name]!.run(args, context())).toBe(0);
  // Notifications arrive in the order of their commits: when this one was handled, what the command sent was too.
  await site.services.connection.notifyUntilHeard('pages_changed', 'nothing');
}

beforeAll(async () => {
  await site.db.transaction((tx) =>
    saveArticles(
      tx,
      [
        {
          sourceKey: 'hugo:hidden',
          id: hiddenId,
          title: 'Zyxomma dragonfly census',
          summary: 'Count the zyxomma.',
          body: 'The zyxomma flies at dusk.',
          lang: 'en',
          author: { key: 'zed', name: 'Zed Zyx' },
          categories: ['environment'],
          tags: ['Zyxomma'],
          status: 'published',
          publishedAt: new Date('2026-01-01'),
          sources: [],
          corrections: [],
          isSample: false,
          oldPaths: [oldPath],
        },
      ],
      { mode: 'imported' },
    ),
  );
  await takeRowsOver(site.db);
  origin = `http://127.0.0.1:${await listenOn(site.app)}`;
});

const fetchOne = async (path: string, init?: RequestInit) => {
  const answer = await fetch(origin + path, { redirect: 'manual', ...init });
  return { status: answer.status, text: (await answer.text()).replace(/"requestId":"[^"]*"/, '') };
};
const ask = (path: string, body: object) =>
  fetchOne(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const own = (piece: Piece, otherId: string) => {
  const page = piece.kind === 'webstory' ? `/webstory/${piece.id}` : piece.path;
  const missing =
    piece.kind === 'webstory'
      ? `/webstory/${otherId}`
      : `/${piece.kind}/x-${Buffer.from(otherId).toString('base64url')}`;
  return [
    [page, missing],
    [`/api/${piece.kind}/${piece.id}`, `/api/${piece.kind}/${otherId}`],
    ...(piece.kind === 'webstory' ? [] : [[`/og/${piece.kind}-${piece.id}.jpg`, `/og/${piece.kind}-${otherId}.jpg`]]),
  ] as [string, string][];
};

/** The responses of every list, feed and search, joined. */
async function everywhere(title: string): Promise<string> {
  const word = title.split(' ')[0] as string;
  const query = encodeURIComponent(title);
  const paths = [
    '/',
    '/videos',
    '/feed.xml',
    '/feed.atom',
    '/sitemap-pages.xml',
    '/sitemap-news.xml',
    '/sitemap-articles-1.xml',
    '/sitemap-videos.xml',
    '/category/environment-MjYy',
    '/api/page/home',
    '/api/page/videos',
    `/api/search/suggest?q=${encodeURIComponent(word)}`,
    `/search?q=${query}`,
    `/search?q=${query}&kind=videos`,
  ];
  const lists = [
    ask('/api/search/articles', { articleText: title, pageSize: 50 }),
    ask('/api/search/videos', { videoText: title, pageSize: 50 }),
    ask('/api/article/search/v1', { pageSize: 50, sortKey: 'CREATED_AT' }),
    ask('/api/video/search/v1', { pageSize: 50 }),
    ask('/api/article/recommended', { pageSize: 50 }),
    ask('/api/article/recommended', { articleId: '1001', pageSize: 50 }),
  ];
  const [authorId] = await site.db
    .selectDistinct({ id: articles.authorId })
    .from(articles)
    .where(eq(articles.id, hiddenId));
  if (authorId) paths.push(`/author/x-${Buffer.from(String(authorId.id)).toString('base64url')}`);
  return (await Promise.all([...paths.map((path) => fetchOne(path)), ...lists])).map(({ text }) => text).join('\n');
}

async function pieces(): Promise<Piece[]> {
  const [video] = await site.db.select({ id: videos.id, title: videos.title }).from(videos).where(eq(videos.id, 502));
  const [story] = await site.db
    .select({ slug: webstories.slug, title: webstories.title })
    .from(webstories)
    .where(eq(webstories.slug, 'your-first-rti'));
  const pathOf = async (kind: string, id: number) =>
    await fetchOne(`/api/${kind}/${id}`).then(
      ({ text }) => (JSON.parse(text) as { data: { canonicalUrl: string } }).data.canonicalUrl,
    );
  return [
    {
      kind: 'article',
      id: String(hiddenId),
      title: 'Zyxomma dragonfly census',
      path: await pathOf('article', hiddenId),
    },
    { kind: 'video', id: '502', title: video!.title, path: await pathOf('video', 502) },
    { kind: 'webstory', id: story!.slug, title: story!.title, path: `/webstory/${story!.slug}` },
  ];
}

async function expectNowhere({ title, path }: Piece): Promise<void> {
  // A translation goes on showing the pictures and the film of its original.
  const all = (await everywhere(title)).replaceAll(/\/(?:media|img)\/[\w./-]+/g, '');
  expect(all).not.toContain(path);
  expect(all).not.toContain(path.slice(path.lastIndexOf('/') + 1));
}

describe('what readers may not see', { timeout: 120_000 }, () => {
  it('is as if it were not there, on every route, from the moment an editor says so', async () => {
    for (const piece of await pieces()) {
      const routes = own(piece, piece.kind === 'webstory' ? 'no-such-story' : '777777');
      for (const [path] of routes) expect((await fetchOne(path)).status, path).toBe(200);
      expect(await everywhere(piece.title)).toContain(piece.path);

      await run('unpublish', `${piece.kind}:${piece.id}`);
      for (const [path, missing] of routes) {
        const [hidden, none] = await Promise.all([fetchOne(path), fetchOne(missing)]);
        expect(hidden.status, path).toBe(404);
        expect(hidden.text, path).toBe(none.text);
      }
      await expectNowhere(piece);

      await run('publish', `${piece.kind}:${piece.id}`, '--at', '2099-01-01T00:00Z');
      for (const [path, missing] of routes) {
        const [hidden, none] = await Promise.all([fetchOne(path), fetchOne(missing)]);
        expect(hidden.text, path).toBe(none.text);
      }
      await expectNowhere(piece);
      await run('publish', `${piece.kind}:${piece.id}`, '--now');
      for (const [path] of routes) expect((await fetchOne(path)).status, path).toBe(200);
    }
  });

  it('an old permalink leads nowhere while its piece is a draft', async () => {
    expect(await fetchOne(oldPath)).toMatchObject({ status: 301 });
    await run('unpublish', `article:${hiddenId}`);
    expect((await fetchOne(oldPath)).text).toBe((await fetchOne('/2019/07/another/')).text);
    await run('publish', `article:${hiddenId}`);
  });

  it('after a takedown is gone: 410 at once on each of its addresses, the old ones too, and in no list', async () => {
    for (const piece of await pieces()) {
      const routes = own(piece, 'x');
      for (const [path] of routes) await fetchOne(path);
      await everywhere(piece.title);
      await run('remove', `${piece.kind}:${piece.id}`, '--reason', 'Order of a court, case 17');
      for (const [path] of routes) {
        const answer = await fetchOne(path);
        expect(answer.status, path).toBe(410);
        expect(answer.text).not.toContain('case 17');
      }
      await expectNowhere(piece);
    }
    expect((await fetchOne(oldPath)).status).toBe(410);
  });
});

it('is gone from the cache of another instance too', async (test) => {
  const { connection, config } = site.services;
  if (connection.kind !== 'postgres') return test.skip('One process has PGlite.');
  let other: { app: App; connection: Connection } | undefined;
  try {
    const {
      rows: [row],
    } = await connection.pool.query<{ name: string }>('select current_database() as name');
    const second = await connect({
      databaseUrl: `${postgresServer}/${row!.name}`,
      dataDir: config.dataDir,
    });
    const app = await buildApp({
      services: { ...site.services, connection: second },
      ...builtPages,
    });
    other = { app, connection: second };
    const base = `http://127.0.0.1:${await listenOn(app)}`;
    const path = (JSON.parse((await fetchOne('/api/article/1003')).text) as { data: { canonicalUrl: string } }).data
      .canonicalUrl;
    expect((await fetch(base + path)).status).toBe(200);
    expect((await fetch(`${base}/feed.xml`)).status).toBe(200);
    await run('remove', 'article:1003', '--reason', 'Order of a court');
    expect((await fetchOne(path)).status).toBe(410);
    await expect.poll(async () => (await fetch(base + path)).status, { timeout: 15_000, interval: 50 }).toBe(410);
    expect(await (await fetch(`${base}/feed.xml`)).text()).not.toContain(path);
  } finally {
    await other?.app.close();
    await other?.connection.close();
  }
});
