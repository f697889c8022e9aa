import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { mp4 } from '../../../testing/films.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import type * as wire from '../studio.contract.ts';
import { prepared } from '../../../testing/prepared.ts';
import { takeMedia } from './take-media.server.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const reader = prepared(() => colleague(test));
type Line = z.output<typeof wire.mediaLine>;

let turn = 0;
const photo = () =>
  sharp({ create: { width: 40 + (turn += 1), height: 30, channels: 3, background: '#225' } })
    .png()
    .toBuffer();
async function upload(bytes: Buffer, fields: Record<string, string> = {}, who = writer): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'blob');
  const whole = new Response(form);
  const answer = await test.send('POST', '/api/studio/media', Buffer.from(await whole.arrayBuffer()), {
    ...who.headers,
    'content-type': whole.headers.get('content-type')!,
  });
  return dataOf<{ path: string }>(answer).path;
}
const change = (body: object, who: Colleague | null = writer) =>
  test.send('PATCH', '/api/studio/media', body, who?.headers);
const list = async (query = '', who = writer) =>
  (await who.get(`/media${query}`)).json<{ data: Line[]; total: number }>();
const line = async (path: string, who = writer) =>
  (await list('?pageSize=50', who)).data.find((one) => one.path === path);
const isStored = (path: string) =>
  access(join(test.services.config.mediaDir, path.slice('/media/'.length))).then(
    () => true,
    () => false,
  );
const article = async (body: string, who = writer) =>
  dataOf<{ id: number }>(await who.post('/articles', { title: 'With media', body })).id;

describe('the list', () => {
  it('is for the newsroom, newest first, and finds what has no description', async () => {
    const first = await upload(await photo(), { description: 'A queue', credit: 'Asha' });
    const second = await upload(await photo());
    const { data } = await list();
    expect(data.slice(0, 2).map(({ path }) => path)).toEqual([second, first]);
    expect(data[1]).toMatchObject({
      kind: 'picture',
      description: 'A queue',
      credit: 'Asha',
      height: 30,
      uses: [],
      mayChange: true,
      mayRemove: true,
    });
    expect((await list('?without=description')).data.map(({ path }) => path)).not.toContain(first);
    expect((await list('?without=description')).data.map(({ path }) => path)).toContain(second);
    expect((await list('?kind=video')).data).toEqual([]);
    // Another writer sees one's own files, and those that readers see.
    expect(await line(first, other)).toBeUndefined();
    const statuses = [];
    for (const who of [reader, checker]) statuses.push((await who.get('/media')).statusCode);
    statuses.push(
      (await test.app.inject({ url: '/api/studio/media' })).statusCode,
      (await writer.get('/media?kind=x')).statusCode,
    );
    expect(statuses).toEqual([404, 200, 401, 400]);
  });

  it('says where a file is used, and of a draft only to those who may open it', async () => {
    const path = await upload(await photo(), { description: 'A form' });
    const id = await article(`![A form](${path})`);
    expect((await line(path))!.uses).toEqual([{ kind: 'articles', id, title: 'With media', isLive: false }]);
    expect(await line(path, editor)).toMatchObject({ uses: [{ id }], otherUses: 0 });
    expect(await line(path, other)).toBeUndefined();
    await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'Without it' });
    expect(await line(path)).toMatchObject({ uses: [], mayRemove: true });
  });

  it('tells of a live piece the title that readers see, and no title of a draft', async () => {
    const path = await upload(await photo(), { description: 'A card' });
    const id = await article(`![A card](${path})`);
    const admin = await colleague(test, 'admin');
    dataOf(await admin.post(`/articles/${id}/publish`, { revision: 1, emergencyReason: 'a test' }));
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, title: 'What nobody knows yet' }));
    expect((await line(path, other))!.uses).toEqual([{ kind: 'articles', id, title: 'With media', isLive: true }]);
    expect((await line(path, editor))!.uses).toEqual([expect.objectContaining({ title: 'What nobody knows yet' })]);
  });
});

describe('captions and the poster of a clip', () => {
  it('are typed as lines, checked, and belong to the clip', async () => {
    const clip = await upload(mp4(), { description: 'How to fill the form' });
    const { path } = dataOf<{ path: string }>(
      await writer.post('/media/captions', { path: clip, text: '0:00 नमस्ते\n0:02 Take form 6' }),
    );
    const vtt = await readFile(join(test.services.config.mediaDir, path.slice('/media/'.length)), 'utf8');
    expect(vtt).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nनमस्ते\n\n00:00:02.000 --> 00:00:06.000\nTake form 6\n');
    const poster = await upload(await photo(), { description: 'A form' });
    expect((await change({ path: clip, poster })).statusCode).toBe(200);
    expect(await line(clip)).toMatchObject({ captions: path, poster });
    expect(await line(path)).toMatchObject({ clips: [clip], mayRemove: false });
    expect((await change({ path: clip, poster: path })).statusCode).toBe(400);
    expect((await change({ path: poster, captions: path })).statusCode).toBe(400);
    expect((await change({ path: clip, poster: null })).statusCode).toBe(200);
    expect(await line(clip)).toMatchObject({ poster: null });
  });

  it('that cannot be read are refused with their line, and only the uploader and editors may write them', async () => {
    const clip = await upload(mp4({ picture: Buffer.from('another clip') }));
    const wrong = await writer.post('/media/captions', { path: clip, text: '0:01 one\nsoon: two\n0:00 three' });
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, expect.stringContaining('Line 3')]);
    expect((await writer.post('/media/captions', { path: clip })).statusCode).toBe(400);
    const give = async (who: Colleague) =>
      (await who.post('/media/captions', { path: clip, text: '0:01 one' })).statusCode;
    expect([await give(other), await give(reader), await give(checker), await give(editor)]).toEqual([
      403, 404, 403, 201,
    ]);
    const nobody = await test.send('POST', '/api/studio/media/captions', { path: clip, text: 'x' });
    expect(nobody.statusCode).toBe(401);
  });

  it('come with the clip into the video that readers see, unless the piece names others', async () => {
    const clip = await upload(mp4({ picture: Buffer.from('a third clip') }), { description: 'The form' });
    const captions = dataOf<{ path: string }>(
      await writer.post('/media/captions', { path: clip, text: '0:01 one' }),
    ).path;
    const poster = await upload(await photo(), { description: 'A form' });
    await change({ path: clip, poster });
    const { id } = dataOf<{ id: number }>(
      await editor.post('/videos', {
        title: 'Form 6',
        video: clip,
        description: 'Form 6',
        body: 'How to.',
        lang: 'en',
      }),
    );
    const admin = await colleague(test, 'admin');
    const live = await admin.post(`/videos/${id}/publish`, { revision: 1, emergencyReason: 'a test' });
    expect(live.json()).toMatchObject({ data: { state: 'live' } });
    const { rows } = await test.db.execute(sql`select video_url, captions_url, thumbnail from videos where id = ${id}`);
    expect(rows).toEqual([{ video_url: clip, captions_url: captions, thumbnail: poster }]);
    // Another writer sees what readers see, with what belongs to the clip.
    for (const path of [clip, captions, poster]) expect(await line(path, other)).toBeDefined();
    // Live without being named in any text: still in use.
    expect((await writer.post('/media/remove', { path: poster })).statusCode).toBe(409);
  });
});

describe('removing', () => {
  it('erases an unused file, with an act, for its uploader and editors', async () => {
    const [one, two] = [await upload(await photo()), await upload(await photo())];
    const remove = async (path: string, who: Colleague) => (await who.post('/media/remove', { path })).statusCode;
    expect([await remove(one, other), await remove(one, checker), await remove(one, reader)]).toEqual([403, 403, 404]);
    expect((await test.send('POST', '/api/studio/media/remove', { path: one })).statusCode).toBe(401);
    expect(await isStored(one)).toBe(true);
    expect([await remove(one, writer), await remove(two, editor)]).toEqual([200, 200]);
    expect([await isStored(one), await line(one), await remove(one, writer)]).toEqual([false, undefined, 404]);
    expect(await remove('/media/articles/other.webp', editor)).toBe(400);
    const { rows } = await test.db.execute(
      sql`select actor from studio_acts where act = 'remove_media' and note = ${one}`,
    );
    expect(rows).toEqual([{ actor: writer.id }]);
  });

  it('refuses what a draft shows, also one that the remover may not open', async () => {
    const path = await upload(await photo(), {}, other);
    await article(`![x](${path})`, writer);
    const answer = await other.post('/media/remove', { path });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
    expect(await isStored(path)).toBe(true);
  });
});

describe('a changed file', () => {
  const other = prepared(() => colleague(test, 'editor'));

  async function send(bytes: Buffer): Promise<string> {
    const file = join(test.services.config.mediaDir, `sent-${(turn += 1)}`);
    await writeFile(file, bytes);
    const { path } = await takeMedia(test.services, { id: writer.id, roles: ['writer'] }, file, {
      description: `File ${turn}`,
    });
    return path;
  }
  const clip = () => send(mp4({ picture: Buffer.from(`clip ${turn}`) }));
  const picture = () =>
    sharp({ create: { width: 40 + turn, height: 30, channels: 3, background: '#252' } })
      .png()
      .toBuffer()
      .then(send);

  async function approved(kind: 'videos' | 'articles', fields: object): Promise<string> {
    const { id } = dataOf<{ id: number }>(await editor.post(`/${kind}`, { lang: 'en', ...fields }));
    dataOf(await editor.post(`/${kind}/${id}/submit`, { revision: 1 }));
    dataOf(await other.post(`/${kind}/${id}/approve`, { revision: 1 }));
    return `/${kind}/${id}`;
  }
  const change = (body: object, who = writer) => test.send('PATCH', '/api/studio/media', body, who.headers);
  const stateOf = async (piece: string) => dataOf<{ state: string }>(await editor.get(piece)).state;
  const publish = async (piece: string, more: object = {}) =>
    (await other.post(`${piece}/publish`, { revision: 1, ...more })).statusCode;
  const actsOn = async (piece: string) => {
    const [, kind, id] = piece.split('/');
    const { rows } = await test.db.execute<{ act: string; actor: string }>(
      sql`select act, actor from studio_acts where kind = ${kind} and piece_id = ${Number(id)} order by id desc`,
    );
    return rows;
  };

  describe('a change of what an approved piece shows', () => {
    it('ends the approval: captions and poster of a clip', async () => {
      const film = await clip();
      const still = await picture();
      for (const set of [
        () => writer.post('/media/captions', { path: film, text: '0:00 Pay 500 rupees' }),
        () => change({ path: film, poster: still }),
      ]) {
        const piece = await approved('videos', {
          title: `Form 6 ${(turn += 1)}`,
          video: film,
          description: 'Form 6',
          body: 'How to.',
        });
        dataOf(await set());
        expect([await stateOf(piece), await publish(piece)]).toEqual(['draft', 409]);
        expect((await actsOn(piece))[0]).toEqual({ act: 'change_media', actor: writer.id });
      }
    });

    it('ends its schedule: the description of a picture', async () => {
      const photo = await picture();
      const piece = await approved('articles', { title: 'A queue', body: `![](${photo})` });
      expect(await publish(piece, { at: '2099-01-01T00:00:00Z' })).toBe(200);
      dataOf(await change({ path: photo, credit: 'Asha' }));
      expect(await stateOf(piece)).toBe('scheduled');
      dataOf(await change({ path: photo, description: 'Call this number' }));
      expect([await stateOf(piece), await publish(piece)]).toEqual(['draft', 409]);
      expect((await actsOn(piece)).map(({ act }) => act).slice(0, 2)).toEqual(['change_media', 'unschedule']);
    });

    it('is part of it: whoever made it approves nothing', async () => {
      const photo = await picture();
      const piece = await approved('articles', { title: 'A form', body: `![](${photo})` });
      dataOf(await change({ path: photo, description: 'Another' }, other));
      dataOf(await editor.post(`${piece}/submit`, { revision: 1 }));
      expect((await other.post(`${piece}/approve`, { revision: 1 })).statusCode).toBe(403);
      const third = await colleague(test, 'checker');
      dataOf(await third.post(`${piece}/approve`, { revision: 1 }));
      expect(await publish(piece)).toBe(200);
    });

    it('leaves what readers see, and no approval for the way back to them', async () => {
      const photo = await picture();
      const piece = await approved('articles', { title: 'A window', body: `![](${photo})` });
      expect(await publish(piece)).toBe(200);
      const shown = async () =>
        (await test.db.execute(sql`select body_html from articles where id = ${Number(piece.split('/')[2])}`)).rows;
      const before = await shown();
      dataOf(await change({ path: photo, description: 'Another window' }));
      expect([await stateOf(piece), await shown()]).toEqual(['live', before]);
      dataOf(await other.post(`${piece}/unpublish`, { reason: 'A test' }));
      expect(await publish(piece)).toBe(409);
    });
  });
});
