import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { mp4 } from '../../../testing/films.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { takeMedia } from './take-media.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const other = prepared(() => colleague(test, 'editor'));

let turn = 0;
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
