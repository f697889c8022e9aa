import { beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { mp4 } from '../../testing/films.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => signIn(test, { role: 'writer' }));
let clip: string;
const origin = 'http://localhost:3000';

beforeAll(async () => {
  const film = mp4();
  const headers = { ...writer.headers, 'tus-resumable': '1.0.0' };
  const made = await test.send('POST', '/api/studio/media', undefined, {
    ...headers,
    'upload-length': String(film.length),
  });
  const sent = await test.send('PATCH', String(made.headers.location), film, {
    ...headers,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  clip = String(sent.headers['media-path']);
});

const get = (path: string, who?: SignedIn) =>
  test.app.inject({ url: path, headers: who ? { cookie: who.cookies } : {} });
const post = (fields: Record<string, string>, who = writer) =>
  test.send('POST', '/studio/media?kind=video', new URLSearchParams(fields), { cookie: who.cookies, origin });

it('is for the newsroom, in both languages', async () => {
  expect((await get('/studio/media')).statusCode).toBe(303);
  expect((await get('/studio/media', await signIn(test))).statusCode).toBe(404);
  const page = await get('/studio/media', writer);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
  expect(page.body).toContain(`src="${clip}"`);
  expect(page.body).toContain('No description yet');
  expect((await get('/studio/media?without=description', writer)).body).toContain(clip);
  expect((await get('/studio/media?kind=picture', writer)).body).not.toContain(clip);
  expect((await get('/studio/media?kind=x', writer)).statusCode).toBe(404);
  expect((await get('/hi/studio/media', writer)).body).toContain('तस्वीरें और वीडियो');
});

it('describes, captions and erases by plain forms, and gives back what cannot be read', async () => {
  const described = await post({ path: clip, go: 'describe', description: 'How to fill form 6', credit: 'Asha' });
  expect([described.statusCode, described.headers.location]).toEqual([303, '/studio/media?kind=video&done=saved']);

  const wrong = await post({ path: clip, go: 'captions', text: '0:05 Take it along\nat the end: bring it' });
  expect(wrong.statusCode).toBe(303);
  const unclear = await post({ path: clip, go: 'captions', text: '0:05 Take it along\n0:02 Before' });
  expect(unclear.statusCode).toBe(400);
  expect(unclear.body).toContain('Line 2');
  expect(unclear.body).toContain('0:05 Take it along');
  expect(unclear.body).toMatch(/<textarea[^>]* autofocus=""/);

  const page = (await get('/studio/media', writer)).body;
  expect(page).toContain('How to fill form 6');
  expect(page).toMatch(/<track kind="captions" src="\/media\/studio\/[0-9a-f]{32}\.vtt"/);

  const other = await signIn(test, { role: 'writer' });
  expect((await post({ path: clip, go: 'remove' }, other)).statusCode).toBe(403);
  expect((await post({ path: clip, go: 'remove' })).headers.location).toBe('/studio/media?kind=video&done=removed');
  expect((await get('/studio/media', writer)).body).not.toContain(clip);
  expect((await post({ path: '/etc/passwd', go: 'remove' })).statusCode).toBe(400);
});
