// @runs slow
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, isNull, sql, type SQL } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import {
  articles,
  searchDocuments,
  sealedFiles,
  sealedRemovals,
  takedowns,
  tags,
  totals,
  videos,
} from '../../database/schema.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { commandContext } from '../../testing/command-context.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { WrongUse } from '../../platform/process/command.ts';
import { commands } from '../../commands/commands.server.ts';
import { startControl } from '../../commands/control.server.ts';
import { refreshTotals } from './refresh-totals.server.ts';
import { releaseScheduled } from './release-scheduled.server.ts';
import { ownContent } from '../pieces/own-content.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('demo');
let lines: string[] = [];
let dropped: string[] = [];
const context = (): CommandContext => commandContext(database.services, { tell: (line) => void lines.push(line) });
const run = (name: string, ...args: string[]) => {
  lines = [];
  return commands[name]!.run(args, context());
};
const statusOf = async (id: number) =>
  (await database.db.select({ status: articles.status }).from(articles).where(eq(articles.id, id)))[0]?.status;
const total = async (name: string) => (await database.db.select().from(totals).where(eq(totals.name, name)))[0]!.value;
const isIndexed = async (id: number) =>
  (await database.db.select().from(searchDocuments).where(eq(searchDocuments.entityId, id))).length > 0;

beforeAll(async () => {
  // Translations count once: each piece here counts by itself.
  await database.db.update(articles).set({ groupId: null });
  await refreshTotals(database.db);
  await database.connection.listen(
    'pages_changed',
    (payload) => void dropped.push(payload),
    () => {},
  );
});

it('unpublish and publish by key, number and address; search and counts follow', async () => {
  const before = await total('articles');
  expect(await run('unpublish', 'article:pm-kisan')).toBe(0);
  expect([await statusOf(1001), await isIndexed(1001), await total('articles')]).toEqual(['draft', false, before - 1]);
  expect(lines.join('\n')).toContain('No import changes this, whatever content/articles/pm-kisan.md says');
  await run('publish', 'article:1001');
  await run('unpublish', 'http://localhost:3000/article/any-words-MTAwMQ?from=x');
  expect(await statusOf(1001)).toBe('draft');
  await run('publish', '/hi/article/pm-kisan-MTAwMQ');
  expect([await statusOf(1001), await isIndexed(1001), await total('articles')]).toEqual(['published', true, before]);
  await expect.poll(() => dropped).toContain('all');
});

it('names that mean nothing are wrong use, and of several names none is changed then', async () => {
  await expect(run('unpublish', 'article:1002', 'article:nothing')).rejects.toThrow(WrongUse);
  expect(await statusOf(1002)).toBe('published');
  await expect(run('remove', 'article:1002')).rejects.toThrow('A takedown needs its reason');
});

it('remove deletes the piece and its media, keeps the reason, and an import does not bring it back', async () => {
  // One whose film no translation shows.
  const [video] = await database.db.select().from(videos).where(isNull(videos.groupId)).limit(1);
  expect(await run('remove', 'article:1002', `video:${video!.id}`, '--reason', 'Order of a court')).toBe(0);
  expect([await statusOf(1002), await isIndexed(1002)]).toEqual([undefined, false]);
  expect(existsSync(join(database.dataDir, video!.videoUrl))).toBe(false);
  expect(
    await database.db
      .select({ entityId: takedowns.entityId, reason: takedowns.reason })
      .from(takedowns)
      .where(eq(takedowns.kind, 'article')),
  ).toEqual([{ entityId: '1002', reason: 'Order of a court' }]);
  const sealed = await database.db.select().from(sealedRemovals);
  expect(sealed.map(({ kind, entityId }) => `${kind}:${entityId}`).sort()).toEqual([
    'ARTICLE:1002',
    `VIDEO:${video!.id}`,
  ]);
  expect((await database.db.select().from(sealedFiles)).map(({ path }) => `/media/${path}`)).toContain(video!.videoUrl);
  await expect(run('publish', 'article:1002')).rejects.toThrow('was taken down on');
  await run('import', '--publish', ownContent);
  expect(lines.join('\n')).toContain('2  taken down before, not brought back');
  expect(await statusOf(1002)).toBeUndefined();
  expect(existsSync(join(database.dataDir, video!.videoUrl))).toBe(false);
});

it('what becomes due is counted and told, once', async () => {
  await database.db.update(articles).set({ groupId: null });
  const first = await releaseScheduled(database.connection, null);
  const due = (at: SQL) => database.db.update(articles).set({ publishedAt: at }).where(eq(articles.id, 1003));
  await due(sql`now() + interval '1 hour'`);
  await releaseScheduled(database.connection, null);
  const before = await total('articles');
  // By the database's clock: after the last look, and due at the next one.
  await due(sql`now()`);
  const second = await releaseScheduled(database.connection, first.until);
  expect(second.released).toBe(1);
  expect(await total('articles')).toBe(before + 1);
  // PostgreSQL delivers notifications after the commit, on a separate connection.
  await expect
    .poll(() => dropped.join(' ').split(' '))
    .toEqual(expect.arrayContaining(['article:1003', 'articles', 'feed', 'search']));
  expect((await releaseScheduled(database.connection, second.until)).released).toBe(0);
});

it('stale lists what was checked too long ago or never', async () => {
  await database.db.update(articles).set({ lastCheckedAt: '2024-01-01' }).where(eq(articles.id, 1004));
  await database.db.update(articles).set({ lastCheckedAt: null }).where(eq(articles.id, 1005));
  expect(await run('stale', '--days', '365')).toBe(0);
  await database.db
    .update(articles)
    .set({ sourceKey: 'ghost:elsewhere:1', lastCheckedAt: null })
    .where(eq(articles.id, 1006));
  expect(await run('stale', '--days', '365')).toBe(0);
  expect(lines.join('\n')).not.toContain('article:1006');
  expect(lines.at(-1)).toBe('1 more came from elsewhere and was never checked here.');
  expect(lines.slice(1, 3).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['never', 'article:1005', 'सीमा यादव'],
    ['2024-01-01', 'article:1004', 'Asha Menon'],
  ]);
  expect(await run('stale', '--days', '365', '--limit', '1')).toBe(0);
  expect(lines.join('\n')).toContain('The first 1 are shown');
  expect(await run('stale', '--days', '365', '--author', 'asha')).toBe(0);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^2024-01-01 +article:1004 +Asha Menon +\S/),
    '1 of the published pieces was last checked more than 365 days ago, or never.',
  ]);
  expect(await run('stale', '--days', '365', '--author', 'nobody')).toBe(0);
  expect(lines).toEqual(['Every published piece of ours was checked in the last 365 days.']);
});

it('beside a server that holds PGlite a command is run by that server', async (test) => {
  if (database.connection.kind !== 'pglite') return test.skip();
  // Longer than the system's limit for a socket path.
  const config = {
    ...readConfig({ DATA_DIR: join(database.dataDir, 'deep'.repeat(30)) }),
    mediaDir: join(database.dataDir, 'media'),
  };
  mkdirSync(config.dataDir, { recursive: true });
  const control = await startControl(database.connection, config);
  const script = fileURLToPath(new URL('../../../scripts/publish.ts', import.meta.url));
  const told = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [script, 'unpublish', 'article:1006'],
      { env: { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: '' } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
  await control.close();
  expect(told.stderr).toBe(`Database: PGlite in ${config.dataDir}\n`);
  expect(told.stdout).toContain('article:1006');
  expect(told.code).toBe(0);
  expect(await statusOf(1006)).toBe('draft');
  expect(await database.db.$count(tags)).toBeGreaterThan(0);
});
