// @runs slow, on both databases
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq, gt, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import {
  articles,
  cachePurges,
  categories,
  importedImages,
  importJobs,
  importRunPieces,
  importRuns,
  imports,
  studioActs,
  studioPieces,
} from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { titled, type WxrItem, wxr as wxrOf } from '../../../testing/wxr.ts';
import { sweepImportRuns } from './import-runs.server.ts';
import { undoImportRun } from './undo-run.server.ts';
import { system } from '../../studio/studio.policy.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const migration = new URL('../../../database/migrations/0067_one_record_of_runs.sql', import.meta.url);
const editor = prepared(() => colleague(test, 'editor', 'admin'));
const folder = newFolder();
let printed: string[] = [];

beforeAll(async () => {
  await test.db.insert(categories).values({ id: 260, key: 'social', name: 'Social', displayName: 'Social' });
});
beforeEach(async () => {
  printed = [];
  await test.db.execute(
    sql`truncate articles, import_runs, imports, redirects, imported_images, tags, search_documents, takedowns cascade`,
  );
  await test.db.execute(sql`delete from studio_revisions where kind in ('articles', 'tags', 'authors')`);
  await test.db.execute(sql`delete from studio_publications`);
  await test.db.execute(sql`delete from studio_pieces where kind in ('articles', 'tags', 'authors')`);
  await test.db.execute(sql`delete from authors`);
});

const contextOf = (signal = new AbortController().signal) =>
  commandContext(test.services, { cwd: folder, signal, tell: (line) => void printed.push(line) });
const run = (...args: string[]) => importCommand.run(args, contextOf());

function wxr(name: string, items: WxrItem[]): string {
  writeFileSync(join(folder, name), wxrOf(items));
  return name;
}
const lastRun = async () => (await test.db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1))[0]!;
const undo = async (id?: number) => run('--undo', String(id ?? (await lastRun()).id));
const titlesNow = async () => (await test.db.select().from(articles).orderBy(articles.title)).map(({ title }) => title);
const idOf = async (title: string) => (await test.db.select().from(articles).where(eq(articles.title, title)))[0]!.id;
const pathOf = async (id: number) =>
  new URL(
    (await test.app.inject(`/api/article/${id}`)).json<{ data: { canonicalUrl: string } }>().data.canonicalUrl,
    'http://x',
  ).pathname;

/** Every row that an import writes, but times of writing and what stands for ever. */
async function world() {
  const rows = async (query: string) => (await test.db.execute(sql.raw(query))).rows;
  return {
    articles: await rows('select * from articles order by id'),
    categories: await rows('select * from article_categories order by 1, 2'),
    tagged: await rows('select * from article_tags order by 1, 2'),
    schemes: await rows('select * from schemes order by 1'),
    figures: await rows('select * from former_figures order by 1, 2, 3'),
    tags: await rows('select * from tags order by id'),
    authors: await rows('select * from authors order by id'),
    redirects: await rows('select from_path, to_kind, to_id from redirects order by 1'),
    images: await rows('select * from imported_images order by 1'),
    search: await rows('select * from search_documents order by kind, entity_id'),
    totals: await rows('select * from totals order by 1'),
  };
}

describe('undoing an import', () => {
  it('leaves nothing of new pieces: rows, old addresses, search, counts, writers, tags', async () => {
    await run(wxr('first.xml', titled('Kept before')));
    const before = await world();
    expect(await run('--list')).toBe(0);

    const text = 'Read this <img src="https://old.example/a.png" alt="A map">.';
    expect(
      await run(
        wxr('second.xml', [
          { title: 'Kept before' },
          { title: 'Alpha', text, tags: ['water', 'land'] },
          { title: 'Beta', isDraft: true, tags: ['water'] },
        ]),
        '--category',
        'social',
      ),
    ).toBe(0);
    const alpha = await idOf('Alpha');
    const path = await pathOf(alpha);
    expect((await test.app.inject('/search?q=alpha')).body).toContain(path);

    printed = [];
    expect(await undo()).toBe(0);
    expect(printed.join('\n')).toMatch(/is undone: 2 removed, 0 as before the import, 0 kept/);
    expect(await world()).toEqual(before);
    expect((await test.app.inject(`/api/article/${alpha}`)).statusCode).toBe(404);
    expect((await test.app.inject('/search?q=alpha')).body).not.toContain(path);
    const left = await test.db.select().from(studioPieces).where(eq(studioPieces.kind, 'articles'));
    expect(left.map(({ title }) => title)).toEqual(['Kept before']);
    const acts = await test.db.select().from(studioActs).where(eq(studioActs.act, 'undo_import'));
    expect(acts.at(-1)).toMatchObject({ actor: 'system', isEmergency: true });
  });

  it('gives changed pieces back what they said, as a new revision; the same file can be imported again', async () => {
    await run(wxr('one.xml', [{ title: 'Wells', text: 'Dug by hand.', tags: ['water'] }, { title: 'Roads' }]));
    const before = await world();
    const id = await idOf('Wells');
    await test.db.execute(sql`update articles set view_count = 7 where id = ${id}`);
    await run(
      wxr('two.xml', [
        { title: 'Wells', text: 'Drilled.', tags: ['drills'] },
        { title: 'Roads', isDraft: true },
      ]),
    );
    expect((await test.db.select().from(articles).where(eq(articles.id, id)))[0]?.body).toContain('Drilled.');

    expect(await undo()).toBe(0);
    const after = await world();
    before.articles.forEach((row) => row.id === id && (row.view_count = 7));
    expect(after).toEqual(before);
    const [piece] = await test.db.select().from(studioPieces).where(eq(studioPieces.id, id));
    expect(piece).toMatchObject({ state: 'live', revision: 3, live: 3 });
    const detail = dataOf<{ body: string }>(await editor.get(`/articles/${id}`));
    expect(detail.body).toContain('Dug by hand.');

    printed = [];
    expect(await run('two.xml')).toBe(0);
    expect(printed.join('\n')).toMatch(/2\s+changed/);
  });

  it('keeps and names what an editor changed since, and takes back the rest', async () => {
    await run(wxr('a.xml', titled('Changed', 'Withdrawn', 'Alone')));
    const [changed, withdrawn] = [await idOf('Changed'), await idOf('Withdrawn')];
    expect((await editor.put(`/articles/${changed}`, { baseRevision: 1, body: 'By hand.' })).statusCode).toBe(200);
    expect((await editor.post(`/articles/${withdrawn}/unpublish`, { reason: 'Wrong' })).statusCode).toBe(200);
    const { id } = await lastRun();
    printed = [];
    expect(await run('--undo', String(id), '--dry-run')).toBe(1);
    expect(printed.join('\n')).toContain('would be undone: 1 removed, 0 as before the import, 2 kept');
    expect(await titlesNow()).toEqual(['Alone', 'Changed', 'Withdrawn']);
    printed = [];
    expect(await undo(id)).toBe(1);
    expect(printed.join('\n')).toContain(`"Changed" (article:${changed}): somebody has worked on it here since`);
    expect(printed.join('\n')).toContain(`"Withdrawn" (article:${withdrawn})`);
    expect(await titlesNow()).toEqual(['Changed', 'Withdrawn']);
  });

  it('of the first of two imports waits for the second; then both are gone', async () => {
    await run(wxr('a.xml', titled('Alpha')));
    const first = await lastRun();
    await run(wxr('b.xml', [{ title: 'Alpha', text: 'Newer' }]));
    const second = await lastRun();
    printed = [];
    expect(await undo(first.id)).toBe(1);
    expect(printed.join('\n')).toContain(`import ${second.id} changed it since: undo that one first`);
    expect(await undo(second.id)).toBe(0);
    // The version before, to which the site went back for a day, notes how far it is.
    await test.db.insert(imports).values({ ...first, doneEntries: 1 });
    expect(await undo(first.id)).toBe(0);
    expect(await titlesNow()).toEqual([]);
    expect(await test.db.select().from(imports)).toEqual([]);
  });

  it('takes back what a version before 0067 recorded, once its migration has run', async () => {
    await run(wxr('a.xml', [{ title: 'Wells', text: 'Dug by hand.' }, { title: 'Roads' }]));
    const before = await world();
    const others = [{ title: 'Roads', isDraft: true }, { title: 'Alpha' }];
    await run(wxr('b.xml', [{ title: 'Wells', text: 'Drilled.', tags: ['drills'] }, ...others]));
    const second = await world();
    await run(
      wxr('c.xml', [{ title: 'Wells', text: 'Drilled again.', tags: ['drills'] }, ...others, { title: 'Beta' }]),
    );
    const { id } = await lastRun();
    const beta = await idOf('Beta');
    expect((await editor.put(`/articles/${beta}`, { baseRevision: 1, body: 'By hand.' })).statusCode).toBe(200);
    await test.db.execute(sql`
      insert into import_run_pieces (run_id, article_id, before, revision, moved_addresses, last_act)
      select run_id, piece_id, case when before is not null then jsonb_build_object('row', before -> 'row',
        'categories', before -> 'lists' -> 'article_categories', 'tags', before -> 'lists' -> 'article_tags',
        'schemes', before -> 'lists' -> 'schemes', 'figures', before -> 'lists' -> 'former_figures',
        'redirects', before -> 'lists' -> 'redirects') end, (before -> 'piece' ->> 'revision')::int, moved_addresses, last_act
      from import_run_files`);
    await test.db.execute(sql`delete from import_run_files`);
    const [, copy] = readFileSync(migration, 'utf8').split('--> statement-breakpoint');
    await test.db.execute(sql.raw(copy!));
    printed = [];
    expect(await undo(id)).toBe(1);
    expect(printed.join('\n')).toContain(`"Beta" (article:${beta}): somebody has worked on it here since`);
    await editor.post(`/articles/${beta}/remove`, { reason: 'A mistake' });
    const { articles: rows, tagged, tags, search } = second;
    expect(await world()).toMatchObject({ articles: rows, tagged, tags, search });
    expect(await undo(id - 1)).toBe(0);
    expect((await world()).articles).toEqual(before.articles);
    expect(await undo(id - 2)).toBe(0);
    expect(await titlesNow()).toEqual([]);
  });

  it('knows of each record before 0067 whether readers saw its piece, and of which revision', async () => {
    await run(wxr('a.xml', titled('Alpha', 'Beta', 'Gamma', 'Delta', 'Omega')));
    await run(wxr('b.xml', titled('Alpha')));
    const { id } = await lastRun();
    const old = async (title: string, row: object | null, revision: number | null, isUndone = false) =>
      test.db
        .execute(sql`insert into import_run_pieces (run_id, article_id, before, revision, moved_addresses, last_act, undone_at)
        select ${id}, a.id, case when ${row !== null} then jsonb_build_object('row', to_jsonb(a) || ${JSON.stringify(row)}::jsonb) end,
          ${revision}::int, '[]', 0, case when ${isUndone} then now() end from articles a where a.title = ${title}`);
    await old('Alpha', { status: 'published', published_at: '2020-01-01T00:00:00Z' }, 1);
    await old('Beta', { status: 'published', published_at: '2999-01-01T00:00:00Z' }, 1);
    await old('Gamma', { status: 'draft', is_held: true }, 1);
    await old('Delta', { status: 'draft', is_held: false }, null);
    await old('Omega', null, null, true);
    await test.db.execute(sql`delete from import_run_files`);
    await test.db.execute(sql.raw(readFileSync(migration, 'utf8').split('--> statement-breakpoint')[1]!));
    const { rows } = await test.db.execute(sql`
      select a.title, f.revision, f.before -> 'piece' ->> 'state' as state, f.before -> 'piece' ->> 'live' as live,
        f.before -> 'piece' ->> 'scheduled_reason' as reason, f.undone_at is not null as "isUndone"
      from import_run_files f join articles a on a.id = f.piece_id order by a.id`);
    const kept = { live: null, reason: null, isUndone: false };
    expect(rows).toEqual([
      { ...kept, title: 'Alpha', revision: 1, state: 'live', live: '1' },
      { ...kept, title: 'Beta', revision: 1, state: 'scheduled', reason: 'imported' },
      { ...kept, title: 'Gamma', revision: 1, state: 'unpublished' },
      { ...kept, title: 'Delta', revision: 0, state: 'draft' },
      { ...kept, title: 'Omega', revision: 1, state: null, isUndone: true },
    ]);
  });

  it('twice, or by two at once, does it once', async () => {
    await run(wxr('a.xml', titled('Alpha', 'Beta')));
    const { id } = await lastRun();
    const services = contextOf();
    const both = await Promise.all([undoImportRun(services, system, id), undoImportRun(services, system, id)]);
    expect(both.map(({ removed, kept }) => [removed, kept])).toEqual([
      [2, []],
      [2, []],
    ]);
    printed = [];
    expect(await undo(id)).toBe(0);
    expect(printed.join('\n')).toContain('0 removed, 0 as before the import, 0 kept');
    const acts = await test.db
      .select()
      .from(studioActs)
      .where(sql`${studioActs.data}->'problems'->0->'params'->>0 like ${`${id}: %`}`);
    expect(acts).toHaveLength(1);
  });

  it('gives old addresses back to the piece that they led to before', async () => {
    await run(wxr('a.xml', titled('Alpha')));
    const alpha = await idOf('Alpha');
    await run(wxr('b.xml', [{ title: 'Alpha', isDraft: true }, { title: 'Alpha' }]));
    expect(await undo()).toBe(0);
    const redirects = (await world()).redirects as { from_path: string; to_id: number }[];
    expect(redirects.find(({ from_path: path }) => path === '/alpha')?.to_id).toBe(alpha);
  });

  it('names a thousand of what it keeps, and counts all', async () => {
    await run(wxr('a.xml', titled('Alpha')));
    const { id } = await lastRun();
    await test.db.execute(sql`
      insert into articles (source_key, source_hash, title, summary, body, body_html, toc, author_id, status, published_at, reading_minutes)
      select 'many:' || n, '', 'Piece ' || n, '', '', '', '[]', a.author_id, 'published', now(), 1
      from generate_series(1, 1100) n, articles a`);
    await test.db.execute(sql`
      insert into studio_pieces (kind, id, key, source_key, revision, state, title, group_key)
      select 'articles', id, source_key, source_key, 1, 'live', title, source_key from articles where source_key like 'many:%'`);
    await test.db.execute(sql`
      insert into import_run_files (run_id, kind, piece_id, revision, last_act)
      select ${id}, 'articles', id, 1, 0 from articles where source_key like 'many:%'`);
    await test.db.execute(sql`
      insert into studio_acts (actor, act, kind, piece_id, is_emergency) select 'somebody', 'change', 'articles', id, false
      from articles where source_key like 'many:%'`);
    expect(await run('--undo', String(id), '--dry-run')).toBe(1);
    expect(await undo(id)).toBe(1);
    expect(printed.filter((line) => line.includes('1 removed, 0 as before the import, 1100 kept'))).toHaveLength(2);
    expect(printed.filter((line) => line === '  and 100 more')).toHaveLength(2);
    const { undo: stored } = await lastRun();
    expect([stored?.kept.length, stored?.keptCount]).toEqual([1_000, 1_100]);
  });

  it('refuses a run that is running, a number that is none, and one that nobody made', async () => {
    await run(wxr('a.xml', titled('Alpha')));
    const { id } = await lastRun();
    await test.db.update(importRuns).set({ state: 'running', seenAt: new Date() });
    await expect(undo(id)).rejects.toThrow('is running still');
    await expect(run('--undo', 'x')).rejects.toThrow('give the number of an import');
    await expect(run('--undo', '999999')).rejects.toThrow('That import was not found.');
    expect(await titlesNow()).toEqual(['Alpha']);
  });
});

describe('caches in front', () => {
  const paths = async () => (await test.db.select().from(cachePurges)).map(({ path }) => path);
  beforeEach(async () => {
    await test.db.delete(cachePurges);
  });

  it('are told of an import and its undo', async () => {
    await run(wxr('a.xml', [{ title: 'Wells', text: 'Dug by hand.', tags: ['water'] }]), '--category', 'social');
    const id = await idOf('Wells');
    const own = await pathOf(id);
    expect(await paths()).toEqual(expect.arrayContaining(['/', '/feed.xml']));
    expect((await paths()).some((path) => path.startsWith('/category/social-'))).toBe(true);
    // Of a new piece no cache has a page: a removal need not wait behind a hundred thousand of them.
    expect(await paths()).not.toContain(own);
    await test.db.delete(cachePurges);
    await run(wxr('b.xml', [{ title: 'Wells', text: 'Drilled.' }, { title: 'Roads' }]));
    expect(await paths()).toContain(own);
    const roads = await pathOf(await idOf('Roads'));
    await test.db.delete(cachePurges);
    expect(await undo()).toBe(0);
    expect(await paths()).toEqual(expect.arrayContaining([own, roads, '/']));
    // What is taken from readers goes before corrections.
    const told = await test.db.select().from(cachePurges);
    const isUrgent = (path: string) => told.some((purge) => purge.path === path && purge.isUrgent);
    expect([isUrgent(roads), isUrgent(own)]).toEqual([true, false]);
  });
});

describe('a run', () => {
  it('whose process was killed is shown as broken off, and can be undone', async () => {
    await run(wxr('a.xml', titled('Alpha')));
    const { id } = await lastRun();
    await test.db.update(importRuns).set({ state: 'running', seenAt: new Date(Date.now() - 120_000) });
    printed = [];
    await run('--list');
    expect(printed.join('\n')).toMatch(new RegExp(`^${id}  .*a\\.xml.*broken off`, 'm'));
    expect(await undo(id)).toBe(0);
    expect(await titlesNow()).toEqual([]);
  });

  it('that goes on after a stop is one run, and is undone whole', async () => {
    const name = wxr(
      'long.xml',
      Array.from({ length: 120 }, (_, index) => ({ title: `Piece ${index}` })),
    );
    const stop = new AbortController();
    const original = test.db.transaction.bind(test.db);
    test.db.transaction = (async (...args: Parameters<typeof original>) => {
      const result = await original(...args);
      stop.abort();
      return result;
    }) as typeof original;
    expect(await importCommand.run([name], contextOf(stop.signal))).toBe(130);
    test.db.transaction = original;
    expect((await lastRun()).state).toBe('stopped');
    expect(await run(name)).toBe(0);
    const runs = await test.db.select().from(importRuns);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ state: 'finished', attempt: 2, counts: { created: 120 }, startedBy: 'system' });
    expect(await undo()).toBe(0);
    expect(await titlesNow()).toEqual([]);
  });

  it('that was not finished is gone on with, unless it can be undone no more, or a newer one has its name', async () => {
    const name = wxr('a.xml', titled('Alpha'));
    const again = async (left: Partial<typeof importRuns.$inferInsert>) => {
      const before = await lastRun();
      await test.db
        .update(importRuns)
        .set({ state: 'stopped', ...left })
        .where(eq(importRuns.id, before.id));
      expect(await run(name)).toBe(0);
      return (await lastRun()).id - before.id;
    };
    await run(name);
    const { id, fingerprint, site } = await lastRun();
    await test.db.insert(imports).values({ fingerprint, name, format: 'wordpress', doneEntries: 1 });
    expect(await again({})).toBe(0);
    expect(await test.db.select().from(imports)).toEqual([]);
    expect(await again({ startedAt: new Date(Date.now() - 89 * 86_400_000) })).toBe(0);
    expect(await again({ startedAt: new Date(Date.now() - 91 * 86_400_000) })).toBe(1);
    await test.db.delete(importRuns).where(gt(importRuns.id, id));
    await test.db.update(importRuns).set({ state: 'stopped', startedAt: new Date() });
    const newer = { fingerprint: 'other options', name, format: 'wordpress', site, startedBy: 'system' };
    await test.db.insert(importRuns).values({ ...newer, state: 'finished' });
    expect(await run(name)).toBe(0);
    expect(await test.db.$count(importRuns)).toBe(3);
    expect(await test.db.$count(importRuns, eq(importRuns.state, 'stopped'))).toBe(1);
  });

  it('that was undone under a process that still imports stops that process', async () => {
    const name = wxr(
      'long.xml',
      Array.from({ length: 120 }, (_, index) => ({ title: `Piece ${index}` })),
    );
    const original = test.db.transaction.bind(test.db);
    let isUndone = false;
    test.db.transaction = (async (...args: Parameters<typeof original>) => {
      const result = await original(...args);
      if (isUndone) return result;
      isUndone = true;
      await test.db.update(importRuns).set({ state: 'undone' });
      return result;
    }) as typeof original;
    await expect(run(name)).rejects.toThrow('this one stops');
    test.db.transaction = original;
    expect((await titlesNow()).length).toBeLessThan(120);
  });

  it('is forgotten after its days: what it wrote over and the names of its report, but not its figures', async () => {
    await run(wxr('a.xml', [{ title: 'Alpha', isDraft: true }]));
    const report = [{ kind: 'lost' as const, reason: 'A loss', names: ['Alpha'], more: 0 }];
    const kept = [{ id: 1, title: 'Alpha', reason: 'edited' as const, later: null }];
    const undone = { by: 'system', at: new Date().toISOString(), removed: 1, restored: 0, kept, keptCount: 1 };
    await test.db.update(importRuns).set({ report, undo: undone });
    const job = { task: 'check' as const, state: 'done' as const, name: 'a.xml', by: randomUUID(), report };
    await test.db.insert(importJobs).values(job);
    const age = (days: number) => sql`now() - make_interval(days => ${days})`;
    await test.db.update(importRuns).set({ startedAt: age(89) });
    await test.db.update(importJobs).set({ seenAt: age(89) });
    await sweepImportRuns(test.db);
    expect((await lastRun()).report).toEqual(report);
    expect(await test.db.$count(importRunPieces)).toBe(1);
    expect(await test.db.$count(importJobs)).toBe(1);
    await test.db.update(importRuns).set({ startedAt: age(91) });
    await test.db.update(importJobs).set({ seenAt: age(91) });
    const stored = { url: 'https://old.example/b.jpg', firstSourceKey: 'a', mediaPath: '/media/imported/b.webp' };
    await test.db.insert(importedImages).values([{ url: 'https://old.example/a.jpg', firstSourceKey: 'a' }, stored]);
    await sweepImportRuns(test.db);
    expect(await test.db.select().from(importedImages)).toMatchObject([stored]);
    expect(await lastRun()).toMatchObject({ report: [], counts: { created: 1 }, undo: { removed: 1, kept: [] } });
    expect(await test.db.$count(importRunPieces)).toBe(0);
    expect(await test.db.$count(importJobs)).toBe(0);
  });

  it('forgets the text of a piece that is taken down', async () => {
    await run(wxr('a.xml', [{ title: 'Alpha', text: 'First words' }]));
    await run(wxr('b.xml', [{ title: 'Alpha', text: 'Second words' }]));
    const count = async () =>
      (
        await test.db.execute(
          sql`select count(*)::int as n from import_run_files where before::text like '%First words%'`,
        )
      ).rows[0];
    expect(await count()).toEqual({ n: 1 });
    expect(
      (await editor.post(`/articles/${await idOf('Alpha')}/remove`, { reason: 'Order of a court' })).statusCode,
    ).toBe(200);
    expect(await count()).toEqual({ n: 0 });
    expect(await undo()).toBe(0);
  });
});
