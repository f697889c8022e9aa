// @runs slow, on both databases
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { articles, categories, importJobs, importRuns } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { titled, type WxrItem, wxr } from '../../../testing/wxr.ts';
import { beginJob, forgetExports } from './import-jobs.server.ts';
import { runNextImportJob } from './run-job.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const admin = prepared(() => colleague(test, 'admin'));
beforeAll(async () => {
  await test.db.insert(categories).values({ id: 260, key: 'social', name: 'Social', displayName: 'Social' });
});
beforeEach(async () => {
  rmSync(joinPath(test.services.config.mediaDir, '.imports'), { recursive: true, force: true });
  await test.db.execute(sql`truncate articles, import_jobs, import_runs cascade`);
  await test.db.execute(sql`delete from studio_publications`);
  await test.db.execute(sql`delete from studio_revisions`);
  await test.db.execute(sql`delete from studio_pieces`);
});

async function upload(content: string, { name = 'old.xml', fields = {}, headers = {} } = {}) {
  const parts = Object.entries(fields).map(
    ([key, value]) => `--xx\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${String(value)}\r\n`,
  );
  const file = `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--xx--\r\n`;
  return test.send('POST', '/api/studio/imports', parts.join('') + file, {
    ...admin.headers,
    'content-type': 'multipart/form-data; boundary=xx',
    ...headers,
  });
}
type Desk = {
  job: { id: number; task: string; state: string; counts: Record<string, number>; problem: string | null } | null;
  runs: { id: number; name: string; state: string; byName: string; counts: Record<string, number> }[];
};
const desk = async () => dataOf<Desk>(await admin.get('/imports'));
const work = (signal = new AbortController().signal) => runNextImportJob(test.services, signal);
const titles = async () => (await test.db.select().from(articles)).map(({ title }) => title).sort();
const kept = () => {
  try {
    return readdirSync(joinPath(test.services.config.mediaDir, '.imports'));
  } catch {
    return [];
  }
};
const send = async (items: WxrItem[], more: Parameters<typeof upload>[1] = {}) =>
  dataOf<{ job: number }>(await upload(wxr(items), more)).job;

it('an upload is checked first, then imported, then undone', async () => {
  const job = await send(titled('Alpha', 'Beta'));
  expect((await desk()).job).toMatchObject({ id: job, task: 'check', state: 'waiting' });
  expect((await admin.post('/imports/start', { job })).statusCode).toBe(409);
  expect(await work()).toBe(true);
  expect(await work()).toBe(false);
  expect((await desk()).job).toMatchObject({ task: 'check', state: 'done', counts: { created: 2 } });
  expect(await titles()).toEqual([]);
  expect((await desk()).runs).toEqual([]);

  expect((await admin.post('/imports/start', { job })).statusCode).toBe(202);
  expect(kept()).toHaveLength(1);
  await work();
  const done = await desk();
  expect(done.job).toMatchObject({ task: 'import', state: 'done', counts: { created: 2 } });
  expect(done.runs).toMatchObject([{ name: 'old.xml', state: 'finished', counts: { created: 2 } }]);
  expect(done.runs[0]!.byName).not.toBe('system');
  expect(await titles()).toEqual(['Alpha', 'Beta']);
  expect(kept()).toEqual([]);
  expect((await admin.post('/imports/start', { job })).statusCode).toBe(404);

  expect((await admin.post('/imports/undo', { run: done.runs[0]!.id })).statusCode).toBe(202);
  await work();
  expect(await titles()).toEqual([]);
  expect((await desk()).job).toMatchObject({
    task: 'undo',
    state: 'done',
    counts: { removed: 2, restored: 0, kept: 0 },
  });
  expect((await desk()).runs[0]!.state).toBe('undone');
});

it('drafts are for nobody but the studio, are published one by one, and go with an undo', async () => {
  const job = await send(titled('Alpha', 'Beta'), { fields: { drafts: 'yes' } });
  await work();
  expect((await desk()).job).toMatchObject({ state: 'done', counts: { created: 2, draft: 2 } });
  dataOf(await admin.post('/imports/start', { job }));
  await work();
  type Line = { id: number; title: string; state: string; revision: number; canonicalUrl: string };
  const lines = async () =>
    dataOf<Line[]>(await admin.get('/articles'))
      .map(({ title, state }) => `${title}: ${state}`)
      .sort();
  expect(await lines()).toEqual(['Alpha: draft', 'Beta: draft']);
  const drafts = dataOf<Line[]>(await admin.get('/articles?state=draft'));
  const [alpha] = drafts.filter(({ title }) => title === 'Alpha');
  const seen = async (url: string) => (await test.app.inject({ url })).statusCode;
  for (const { canonicalUrl } of drafts) expect(await seen(canonicalUrl)).toBe(404);

  const publish = { revision: alpha!.revision, emergencyReason: 'It moves in.' };
  dataOf(await admin.post(`/articles/${alpha!.id}/publish`, publish));
  expect(await lines()).toEqual(['Alpha: live', 'Beta: draft']);
  expect(await seen(alpha!.canonicalUrl)).toBe(200);
  const old = await test.app.inject({ url: '/alpha/' });
  expect([old.statusCode, old.headers.location]).toEqual([301, alpha!.canonicalUrl]);
  expect((await test.db.select().from(articles).where(eq(articles.id, alpha!.id)))[0]!.publishedAt.getFullYear()).toBe(
    2019,
  );

  // Another import of the same takes nothing from readers, and shows them nothing.
  const again = await send(titled('Alpha', 'Beta'), { name: 'again.xml', fields: { drafts: 'yes' } });
  await work();
  dataOf(await admin.post('/imports/start', { job: again }));
  await work();
  expect(await lines()).toEqual(['Alpha: live', 'Beta: draft']);
  const first = (await desk()).runs.at(-1)!;
  dataOf(await admin.post('/imports/undo', { run: first.id }));
  await work();
  expect(await titles()).toEqual(['Alpha']);
});

it('what cannot be imported says why, and settings can be given afterwards', async () => {
  const post = { id: 1, title: 'One', slug: 'one', html: '<p>x</p>', status: 'published' };
  const ghost = JSON.stringify({ db: [{ data: { posts: [post], settings: [] } }] });
  dataOf(await upload(ghost, { name: '../../etc/ghost.json' }));
  await work();
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'name' });
  const [row] = await test.db.select().from(importJobs);
  expect(row!.name).toBe('ghost.json');
  dataOf(await upload('<!DOCTYPE html><p>no export', { name: 'page.html' }));
  expect(kept()).toHaveLength(1);
  await work();
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'format' });
  dataOf(await upload(ghost, { name: 'ghost.json', fields: { site: 'my-blog', category: 'nonsense' } }));
  await work();
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'wrong' });
  dataOf(await upload(ghost, { name: 'ghost.json', fields: { site: 'my-blog', date: '2026-01-02' } }));
  await work();
  expect((await desk()).job).toMatchObject({ state: 'done', counts: { created: 1 } });
  expect((await upload(ghost, { fields: { date: 'tomorrow' } })).statusCode).toBe(400);
  expect((await upload(ghost, { fields: { path: '/etc' } })).statusCode).toBe(400);
});

it('one at a time: while one waits or runs, here or in a terminal, another is refused', async () => {
  await send(titled('Alpha'));
  expect((await upload(wxr(titled('Beta')))).statusCode).toBe(409);
  await work();
  expect(kept()).toHaveLength(1);
  await test.db
    .insert(importRuns)
    .values({ fingerprint: 'x', name: 'terminal.xml', format: 'wordpress', site: 's', startedBy: 'system' });
  expect((await upload(wxr(titled('Beta')))).statusCode).toBe(409);
  await test.db.update(importRuns).set({ seenAt: new Date(Date.now() - 120_000) });
  expect((await upload(wxr(titled('Beta')))).statusCode).toBe(201);
  expect((await desk()).runs[0]!.state).toBe('broken_off');
});

it('a server that dies leaves a job that is broken off; it goes on where it was, and can be undone', async () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ title: `Piece ${index}` }));
  const job = await send(items);
  await work();
  dataOf(await admin.post('/imports/start', { job }));
  const original = test.db.transaction.bind(test.db);
  let count = 0;
  test.db.transaction = (async (...args: Parameters<typeof original>) => {
    const result = await original(...args);
    if ((count += 1) === 4) throw new Error('killed');
    return result;
  }) as typeof original;
  try {
    await work();
  } finally {
    test.db.transaction = original;
  }
  // As a process leaves them that is killed: without a word.
  const past = new Date(Date.now() - 120_000);
  await test.db.update(importJobs).set({ state: 'running', seenAt: past });
  await test.db.update(importRuns).set({ state: 'running', seenAt: past });
  const broken = await desk();
  expect(broken.job).toMatchObject({ state: 'failed', problem: 'broken' });
  expect(broken.runs[0]!.state).toBe('broken_off');
  const some = (await titles()).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(60);

  dataOf(await admin.post('/imports/start', { job }));
  await work();
  expect((await titles()).length).toBe(60);
  const { runs } = await desk();
  expect(runs).toHaveLength(1);
  dataOf(await admin.post('/imports/undo', { run: runs[0]!.id }));
  await work();
  expect(await titles()).toEqual([]);
});

it('a stop of the server stops an import after its batch', async () => {
  const job = await send(Array.from({ length: 60 }, (_, index) => ({ title: `Piece ${index}` })));
  await work();
  dataOf(await admin.post('/imports/start', { job }));
  await work(AbortSignal.abort());
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'stopped' });
  expect((await titles()).length).toBeLessThan(60);
});

it('nothing is done for somebody who is no admin any more', async () => {
  const former = await colleague(test, 'admin');
  const job = await send(titled('Alpha'), { headers: former.headers });
  await work();
  dataOf(await former.post('/imports/start', { job }));
  await test.db.execute(sql`update users set roles = '{editor}' where id = ${former.id}`);
  await work();
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'forbidden' });
  expect(await titles()).toEqual([]);
});

it('an upload that nobody comes back to is deleted after a day; nobody can read one', async () => {
  await send(titled('Alpha'));
  await work();
  const [file] = kept();
  expect((await test.app.inject(`/media/.imports/${file}`)).statusCode).toBe(404);
  await forgetExports(test.services);
  expect(kept()).toHaveLength(1);
  await test.db.update(importJobs).set({ seenAt: new Date(Date.now() - 90_000_000) });
  await forgetExports(test.services);
  expect(kept()).toEqual([]);
  const [row] = await test.db.select().from(importJobs).where(eq(importJobs.state, 'done'));
  expect((await admin.post('/imports/start', { job: row!.id })).statusCode).toBe(404);
});

it('what a server stored that died before it could say so is known, and is deleted after a day', async () => {
  const folder = newFolder();
  const path = joinPath(folder, 'old.xml');
  writeFileSync(path, wxr(titled('Alpha')));
  const plain = test.db.transaction.bind(test.db);
  const died = new Promise<void>((resolve) => {
    const orNever = (work: Parameters<typeof plain>[0]) => {
      if (kept().length === 0) return plain(work);
      resolve();
      return new Promise<never>(() => {});
    };
    test.db.transaction = orNever as typeof plain;
  });
  const actor = { id: admin.id, roles: ['admin' as const] };
  const begun = beginJob(test.services, actor, { path, name: 'old.xml', options: {} });
  try {
    await Promise.race([died, begun.then(() => Promise.reject(new Error('It stored the file, and went on.')))]);
  } finally {
    test.db.transaction = plain;
    rmSync(folder, { recursive: true });
  }
  expect(kept()).toHaveLength(1);
  expect((await desk()).job).toMatchObject({ state: 'failed', problem: 'gone' });
  expect(await work()).toBe(false);
  await test.db.update(importJobs).set({ seenAt: new Date(Date.now() - 90_000_000) });
  await forgetExports(test.services);
  expect(kept()).toEqual([]);
});

it('an upload that is refused leaves neither a row nor a file', async () => {
  await send(titled('Alpha'));
  expect((await upload(wxr(titled('Beta')))).statusCode).toBe(409);
  expect(await test.db.$count(importJobs)).toBe(1);
  expect(kept()).toHaveLength(1);
});

it('an upload that cannot be stored leaves the one before it, and says why', async () => {
  const job = await send(titled('Alpha'));
  await work();
  const stored = kept();
  const actor = { id: admin.id, roles: ['admin' as const] };
  const lost = { path: '/nowhere/export.xml', name: 'new.xml', bytes: 1, options: {} as never };
  await expect(beginJob(test.services, actor, lost)).rejects.toMatchObject({ code: 'ENOENT' });
  expect([kept(), (await desk()).job]).toEqual([stored, expect.objectContaining({ id: job, state: 'done' })]);
  // Nor does a database that fails then hide what has failed first.
  const broken = Object.create(test.db, {
    delete: { value: () => ({ where: () => Promise.reject(new Error('gone')) }) },
  });
  const services = { ...test.services, connection: { ...test.services.connection, db: broken } };
  await expect(beginJob(services, actor, lost)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await admin.post('/imports/start', { job })).statusCode).toBe(202);
  await work();
  expect(await titles()).toEqual(['Alpha']);
});
