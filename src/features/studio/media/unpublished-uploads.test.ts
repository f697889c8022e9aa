// @runs on both databases
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import type { StudioKind } from '../../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { mp4 } from '../../../testing/films.ts';
import { join as joinSite } from '../../../testing/join.ts';
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { openNewsroom } from '../../../testing/studio-instances.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { publishDue } from '../pieces/publish-due.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';

const photo = (seed: number) =>
  sharp({ create: { width: 700 + seed, height: 30, channels: 3, background: '#225' } })
    .png()
    .toBuffer();
let turn = 0;
async function uploadTo(test: TestApp, who: Colleague, bytes?: Buffer): Promise<string> {
  const form = new FormData();
  form.append('description', 'A form');
  form.append('file', new Blob([new Uint8Array(bytes ?? (await photo((turn += 1))))]), 'blob');
  const whole = new Response(form);
  const answer = await test.send('POST', '/api/studio/media', Buffer.from(await whole.arrayBuffer()), {
    ...who.headers,
    'content-type': whole.headers.get('content-type')!,
  });
  return dataOf<{ path: string }>(answer).path;
}
const nameOf = (path: string) => path.slice('/media/'.length);
const sizeOf = (path: string) => `/img/320/${nameOf(path)}.webp`;
const cachingOf = ({ statusCode, headers }: LightMyRequestResponse) => [statusCode, headers['cache-control']];
const notFound = [404, 'private, no-store'];
const unpublished = [200, 'private, no-store'];

describe.each(['a folder', 'a bucket'])('an upload in %s that nothing live shows', (place) => {
  let s3: S3Server;
  let test: TestApp;
  let writer: Colleague;
  let picture: string;
  let clip: string;
  beforeAll(async () => {
    s3 = await startS3Server();
    test = await buildTestApp({ env: { STUDIO_SECOND_FACTOR: 'on', ...(place === 'a bucket' ? s3.env : {}) } });
    writer = await colleague(test, 'writer');
    picture = await uploadTo(test, writer);
    clip = await uploadTo(test, writer, mp4());
  });
  afterAll(async () => {
    await test.close();
    await s3.kill();
  });
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    test.send(method, url, undefined, headers);

  it('is not found by strangers, in whatever way they ask, and tells no more than a file that never was', async () => {
    const { etag } = (await get(picture, writer.headers)).headers;
    const asked: [string, Record<string, string>?, 'HEAD'?][] = [
      [picture],
      [sizeOf(picture)],
      [sizeOf(picture).replace('.webp.webp', '.webp.avif')],
      [picture, {}, 'HEAD'],
      [clip],
      [clip, { range: 'bytes=0-9' }],
      [clip, { range: 'bytes=99999999-' }],
      [picture, { 'if-none-match': String(etag) }],
      [picture, { 'if-modified-since': new Date().toUTCString() }],
      [picture, { 'if-match': '"another"' }],
      [sizeOf(picture), { 'if-none-match': '*' }],
      [`${picture}?preview=1`],
    ];
    const never = await get(picture.replace(/[0-9a-f]{8}\./, '00000000.'));
    expect(cachingOf(never)).toEqual(notFound);
    const anonymous = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
    for (const [url, headers, method] of asked) {
      const answer = await get(url, headers, method);
      expect([url, ...cachingOf(answer)]).toEqual([url, ...notFound]);
      expect(anonymous(answer.payload)).toBe(method === 'HEAD' ? '' : anonymous(never.payload));
      expect(answer.headers).not.toHaveProperty('etag');
    }
  });

  it('is not found in any spelling of its address', async () => {
    const [folder, file] = nameOf(picture).split('/') as [string, string];
    const spelled = [
      `/media/${folder}%2f${file}`,
      `/media/${folder}%2F${file}`,
      `/media/${folder}%252f${file}`,
      `/media/%73tudio/${file}`,
      `/media/%2573tudio/${file}`,
      `/media//${folder}/${file}`,
      `/media/${folder}//${file}`,
      `/media/./${folder}/${file}`,
      `/media/%2e/${folder}/${file}`,
      `/media/x/../${folder}/${file}`,
      `/media/x/%2e%2e/${folder}/${file}`,
      `/media/${folder}/./${file}`,
      `/media/${folder}\\${file}`,
      `/media/${folder}%5c${file}`,
      `/media/STUDIO/${file}`,
      `/media/studio/${file.toUpperCase()}`,
      `/MEDIA/${folder}/${file}`,
      `//media/${folder}/${file}`,
      `/media/${folder}/${file}/`,
      `/media/${folder}/${file}%00`,
      `/hi/media/${folder}/${file}`,
      `/hi${sizeOf(picture)}`,
      `/img/320/${folder}%2f${file}.webp`,
      `/img/320//${folder}/${file}.webp`,
      `/img/320/./${folder}/${file}.webp`,
      `/img/320/x/../${folder}/${file}.webp`,
      `/img/320/%73tudio/${file}.webp`,
      `/IMG/320/${folder}/${file}.webp`,
      `/img/320/STUDIO/${file}.webp`,
      `/img/320/${folder}/${file}.WEBP`,
    ];
    for (const url of spelled) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect([url, statusCode]).toEqual([url, statusCode >= 300 ? statusCode : 404]);
      expect(String(headers['content-type'])).not.toMatch(/^image|^video/);
      expect(rawPayload.includes('WEBPVP8')).toBe(false);
    }
  });

  it('is shown to the newsroom alone, and kept by no cache', async () => {
    const cookie = { cookie: writer.cookies };
    for (const headers of [cookie, writer.headers])
      for (const url of [picture, sizeOf(picture), clip])
        expect([url, ...cachingOf(await get(url, headers))]).toEqual([url, ...unpublished]);
    expect((await get(picture, cookie)).headers['cross-origin-resource-policy']).toBe('same-origin');
    const part = await get(clip, { ...cookie, range: 'bytes=4-7' });
    expect([...cachingOf(part), part.payload]).toEqual([206, 'private, no-store', 'ftyp']);
    const { etag } = (await get(picture, cookie)).headers;
    expect(cachingOf(await get(picture, { ...cookie, 'if-none-match': String(etag) }))).toEqual([304, unpublished[1]]);
    expect(cachingOf(await get(picture, cookie, 'HEAD'))).toEqual(unpublished);
    // A reader, a moderator, an editor without the second factor, somebody who was suspended.
    const suspended = await colleague(test, 'writer');
    await test.db.execute(sql`update users set suspended_until = now() + interval '1 day' where id = ${suspended.id}`);
    for (const who of [await joinSite(test.services), await colleague(test, 'moderator'), suspended])
      expect(cachingOf(await get(picture, { cookie: who.cookies }))).toEqual(notFound);
    expect(cachingOf(await get(picture, (await colleague(test, 'editor')).headers))).toEqual(notFound);
    const forged = writer.cookies.replace(/=([^;])/g, (_, first) => (first === 'x' ? '=y' : '=x'));
    expect(cachingOf(await get(picture, { cookie: forged }))).toEqual(notFound);
  });
});

describe('an upload', () => {
  let room: Awaited<ReturnType<typeof openNewsroom>>;
  let test: TestApp;
  let admin: Colleague;
  beforeAll(async () => {
    room = await openNewsroom();
    test = room.test;
    admin = await colleague(test, 'admin');
  });
  afterAll(() => room.close());

  const upload = (bytes?: Buffer) => uploadTo(test, admin, bytes);
  const db = () => test.db;
  /** What a stranger gets on each instance, of the file and of a size of it. */
  async function seen(path: string): Promise<number | number[]> {
    const codes: number[] = [];
    for (const { app } of room.instances)
      for (const url of path.endsWith('.webp') ? [path, sizeOf(path)] : [path])
        codes.push((await app.inject(url)).statusCode);
    return new Set(codes).size === 1 ? codes[0]! : codes;
  }
  const begin = async (fields: object, kind: StudioKind = 'articles') =>
    dataOf<{ id: number }>(await admin.post(`/${kind}`, { title: `Piece ${(turn += 1)}`, ...fields })).id;
  const publish = async (id: number, revision = 1, more: object = {}, kind: StudioKind = 'articles') =>
    dataOf(await admin.post(`/${kind}/${id}/publish`, { revision, emergencyReason: 'a test', ...more }));
  const change = async (id: number, baseRevision: number, fields: object) =>
    dataOf(await admin.put(`/articles/${id}`, { baseRevision, ...fields }));
  const end = async (id: number) => dataOf(await admin.post(`/articles/${id}/unpublish`, { reason: 'a test' }));

  it('is public while a live revision shows it, and not before or after', async () => {
    const [one, two] = [await upload(), await upload()];
    const id = await begin({ body: `![A form](${one})` });
    expect(await seen(one)).toBe(404);
    await publish(id);
    expect(await seen(one)).toBe(200);
    expect(cachingOf(await test.app.inject(one))).toEqual([200, 'public, max-age=86400, s-maxage=60']);
    expect(cachingOf(await test.app.inject({ url: one, headers: { cookie: admin.cookies } }))[1]).toMatch(/^public/);
    await change(id, 1, { body: 'Without it.', thumbnail: two });
    expect([await seen(one), await seen(two)]).toEqual([200, 404]);
    await publish(id, 2);
    expect([await seen(one), await seen(two)]).toEqual([404, 200]);
    await end(id);
    expect([await seen(one), await seen(two)]).toEqual([404, 404]);
    await publish(id, 2);
    expect(await seen(two)).toBe(200);
    dataOf(await admin.post(`/articles/${id}/remove`, { reason: 'a test' }));
    expect(await seen(two)).toBe(404);
  });

  it('stays public for as long as any of several pieces shows it, whoever ends the others at once', async () => {
    const path = await upload();
    const ids = await Promise.all([1, 2, 3].map(() => begin({ body: `![A form](${path})` })));
    await Promise.all(ids.slice(0, 2).map((id) => publish(id)));
    await Promise.all([end(ids[0]!), end(ids[1]!), publish(ids[2]!)]);
    expect(await seen(path)).toBe(200);
    await end(ids[2]!);
    expect(await seen(path)).toBe(404);
  });

  it('becomes public at the time that is set', async () => {
    const path = await upload();
    const id = await begin({ body: `![A form](${path})` });
    await publish(id, 1, { at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await seen(path)).toBe(404);
    await db().execute(sql`update studio_pieces set scheduled_at = now() where kind = 'articles' and id = ${id}`);
    expect(await publishDue(test.services)).toBe(1);
    expect(await seen(path)).toBe(200);
  });

  it('comes with the clip that it belongs to, as that was published', async () => {
    const [clip, poster, next] = [await upload(mp4()), await upload(), await upload()];
    const { path: captions } = dataOf<{ path: string }>(
      await admin.post('/media/captions', { path: clip, text: '0:01 one' }),
    );
    const choose = (path: string) =>
      test.send('PATCH', '/api/studio/media', { path: clip, poster: path }, admin.headers);
    await choose(poster);
    const id = await begin({ video: clip, description: 'Form 6', body: 'How to.', lang: 'en' }, 'videos');
    const states = async () => Promise.all([clip, captions, poster, next].map(seen));
    expect(await states()).toEqual([404, 404, 404, 404]);
    await publish(id, 1, {}, 'videos');
    expect(await states()).toEqual([200, 200, 200, 404]);
    await choose(next);
    expect(await states()).toEqual([200, 200, 200, 404]);
    dataOf(await admin.put(`/videos/${id}`, { baseRevision: 1, body: 'How to do it.' }));
    await publish(id, 2, {}, 'videos');
    expect(await states()).toEqual([200, 200, 404, 200]);
  });

  it('is shown by every kind of piece', async () => {
    const kinds: [StudioKind, string][] = [
      ['articles', 'thumbnail'],
      ['videos', 'poster'],
      ['webstories', 'poster'],
      ['pages', 'image'],
      ['categories', 'image'],
      ['tags', 'image'],
      ['authors', 'image'],
      ['ctas', 'image'],
      ['scams', 'image'],
      ['feed', 'image'],
    ];
    for (const [at, [kind, field]] of kinds.entries()) {
      const path = await upload();
      await db().transaction(async (tx) => {
        await tx.execute(sql`insert into studio_pieces (kind, id, key, source_key, revision, state, title, live)
          values (${kind}, ${800_000 + at}, ${`k${at}`}, ${`content:k${at}`}, 1, 'live', 'x', 1)`);
        await tx.execute(sql`insert into studio_revisions (kind, piece_id, number, fields, body)
          values (${kind}, ${800_000 + at}, 1, ${JSON.stringify({ [field]: path })}::jsonb, '')`);
      });
      expect([kind, await seen(path)]).toEqual([kind, 200]);
      // As the version before does, or an operator by hand.
      await db().execute(sql`update studio_pieces set live = null where kind = ${kind} and id = ${800_000 + at}`);
      expect([kind, await seen(path)]).toEqual([kind, 404]);
      await db().execute(sql`delete from studio_revisions where piece_id = ${800_000 + at}`);
      await db().execute(sql`delete from studio_pieces where id = ${800_000 + at}`);
    }
  });

  it('goes live with an import of files, and is withdrawn when that is undone', async () => {
    const [path, other] = [await upload(), await upload()];
    const root = newFolder();
    const told: string[] = [];
    const run = (...args: string[]) =>
      importCommand.run(args, commandContext(test.services, { cwd: root, tell: (line) => void told.push(line) }));
    const write = (name: string, shown: string) =>
      writeContent(
        root,
        `articles/${name}.md`,
        `---\ntitle: "${name}"\nsummary: "A summary"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01T06:30\n---\n\n![A form](${shown})\n`,
      );
    writeContent(root, 'categories/food.md', '---\nname: "Food"\n---\nAbout food.\n');
    writeContent(root, 'authors/asha.md', '---\nname: "Asha"\n---\n');
    for (const file of [path, other])
      writeContent(root, file.slice(1), readFileSync(join(test.services.config.mediaDir, nameOf(file))));
    write('imported', path);
    expect(await run('content', '--publish'), told.join('\n')).toBe(0);
    expect([await seen(path), await seen(other)]).toEqual([200, 404]);
    write('imported', other);
    expect(await run('content', '--publish'), told.join('\n')).toBe(0);
    expect([await seen(path), await seen(other)]).toEqual([404, 200]);
    const { rows } = await db().execute<{ id: number }>(sql`select id from import_runs order by id desc`);
    expect(await run('--undo', String(rows[0]!.id)), told.join('\n')).toBe(0);
    expect([await seen(path), await seen(other)]).toEqual([200, 404]);
    expect(await run('--undo', String(rows[1]!.id)), told.join('\n')).toBe(0);
    expect([await seen(path), await seen(other)]).toEqual([404, 404]);
    rmSync(root, { recursive: true });
  });

  it('that was live before this version is so after the upgrade, and no other', async () => {
    const [live, draft] = [await upload(), await upload()];
    await publish(await begin({ body: `![A form](${live}).` }));
    await begin({ body: `![A form](${draft})` });
    for (const statement of [
      'drop trigger studio_pieces_live_media on studio_pieces',
      'drop function list_live_media',
      'drop view studio_shown_media',
      'drop table studio_live_media',
    ])
      await db().execute(sql.raw(statement));
    const migration = readFileSync(
      new URL('../../../database/migrations/0048_live_media.sql', import.meta.url),
      'utf8',
    );
    for (const statement of migration.split('--> statement-breakpoint')) await db().execute(sql.raw(statement));
    expect([await seen(live), await seen(draft)]).toEqual([200, 404]);
  });

  describe('of a preview', () => {
    type Link = { id: string; url: string };
    const linkTo = async (id: number, kind: StudioKind = 'articles') =>
      dataOf<Link>(await admin.post(`/${kind}/${id}/preview-links`, { hours: 24 }));
    /** The cookies that a browser has after these pages, as it sends them with a file. */
    async function browser(...links: Link[]): Promise<{ cookie: string }> {
      const lines: string[] = [];
      for (const { url } of links) {
        const page = await test.app.inject(new URL(url).pathname);
        expect(page.statusCode).toBe(200);
        lines.push(...[page.headers['set-cookie'] ?? []].flat());
      }
      return { cookie: lines.map((line) => line.split(';')[0]).join('; ') };
    }

    it('is shown to whoever has its link, for as long as that works', async () => {
      const [one, two] = [await upload(), await upload()];
      const id = await begin({ body: `![A form](${one})` });
      const [first, second] = [await linkTo(id), await linkTo(await begin({ thumbnail: two, lang: 'hi' }))];
      const headers = await browser(first);
      for (const { app } of room.instances)
        for (const url of [one, sizeOf(one)])
          expect(cachingOf(await app.inject({ url, headers }))).toEqual(unpublished);
      expect(cachingOf(await test.app.inject({ url: two, headers }))).toEqual(notFound);
      const both = await browser(first, second);
      for (const url of [one, two])
        expect(cachingOf(await test.app.inject({ url, headers: both }))).toEqual(unpublished);
      // The newest working copy is what the page shows, and its files.
      await change(id, 1, { body: 'Without it.' });
      expect(cachingOf(await test.app.inject({ url: one, headers }))).toEqual(notFound);
      await change(id, 2, { body: `![A form](${one})` });
      expect(cachingOf(await test.app.inject({ url: one, headers }))).toEqual(unpublished);
      dataOf(await admin.remove(`/preview-links/${first.id}`));
      expect(cachingOf(await test.app.inject({ url: one, headers }))).toEqual(notFound);
      await db().execute(sql`update studio_preview_links set expires_at = now() where id = ${second.id}`);
      expect(cachingOf(await test.app.inject({ url: two, headers: both }))).toEqual(notFound);
    });

    it('comes with its clip', async () => {
      const [clip, poster] = [await upload(mp4({ picture: Buffer.from('another clip') })), await upload()];
      const { path: captions } = dataOf<{ path: string }>(
        await admin.post('/media/captions', { path: clip, text: '0:01 another' }),
      );
      await db().execute(sql`update studio_media set poster = ${poster} where path = ${clip}`);
      const headers = await browser(await linkTo(await begin({ video: clip, lang: 'en' }, 'videos'), 'videos'));
      for (const url of [clip, captions, poster])
        expect(cachingOf(await test.app.inject({ url, headers }))).toEqual(unpublished);
    });

    it('is opened by cookies that scripts, other sites and pages of this one never see', async () => {
      const page = await test.app.inject(new URL((await linkTo(await begin({ body: 'x' }))).url).pathname);
      const lines = [page.headers['set-cookie'] ?? []].flat();
      expect(lines.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual(['/media/studio', '/img']);
      for (const line of lines) expect(line).toMatch(/; Max-Age=86[34]\d\d; .*HttpOnly; SameSite=Lax$/);
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect((await test.app.inject(`/preview/${'0'.repeat(40)}`)).headers).not.toHaveProperty('set-cookie');
    });
  });
});
