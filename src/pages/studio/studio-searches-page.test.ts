import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';

const test = openTestApp();
const origin = 'http://localhost:3000';

const get = (url: string, who?: Member, at = test) =>
  at.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const post = (who: Member, fields: Record<string, string>, at = test) =>
  at.send('POST', '/studio/searches?days=30', new URLSearchParams(fields), { cookie: who.cookies, origin });

it('shows what was not found, begins an article with those words, and hides', async () => {
  const { services } = test;
  await services.connection.db.execute(sql`insert into track_events (at, name, path, visit, source)
    select now(), 'view', '/search?q=qwxzv <b>pension', 'visit ' || one, 'direct' from generate_series(1, 4) as one`);
  const editor = await join(services, { role: 'editor' });
  expect((await get('/studio/searches')).statusCode).toBe(303);
  expect((await get('/studio/searches', await join(services))).statusCode).toBe(404);
  expect((await get('/studio/searches', await join(services, { role: 'moderator' }))).statusCode).toBe(404);
  const page = await get('/studio/searches', editor);
  for (const words of ['qwxzv &lt;b&gt;pension', '4 visits', 'Write it']) expect(page.body).toContain(words);
  expect((await get('/studio/searches', await join(services, { role: 'checker' }))).body).not.toContain('Write it');
  expect((await get('/hi/studio/searches', editor)).body).toContain('इस पर लिखें');
  const begun = await post(editor, { go: 'write', text: 'qwxzv pension' });
  expect([begun.statusCode, begun.headers.location]).toEqual([303, expect.stringMatching(/^\/studio\/articles\/\d+$/)]);
  expect((await get('/studio/articles', editor)).body).toContain('qwxzv pension');
  const hidden = await post(editor, { go: 'hide', text: 'qwxzv <b>pension' });
  expect(hidden.headers.location).toBe('/studio/searches?days=30&done=hidden');
  expect((await get('/studio/searches?days=30', editor)).body).not.toContain('&lt;b&gt;pension');
  expect((await post(editor, { go: 'burn', text: 'x' })).statusCode).toBe(404);
  expect((await post(editor, { go: 'hide', text: '' })).statusCode).toBe(404);
});

it('a piece is chosen for a search: it is there, or also said so in its text', async () => {
  const site = await buildTestApp({ content: 'demo' });
  const editor = await join(site.services, { role: 'editor' });
  const chosen = await get('/studio/searches?of=zamin+ka+kagaz&q=kisan', editor, site);
  const [, piece, title] = /name="piece" value="(articles \d+)".*?aria-label="It is there: ([^"]*)"/s.exec(
    chosen.body,
  )!;
  expect(chosen.body).toContain('Which piece answers “zamin ka kagaz”?');
  const checker = await join(site.services, { role: 'checker' });
  expect((await get('/studio/searches?of=x&q=kisan', checker, site)).body).not.toContain('Use their words');
  const there = await post(editor, { go: 'there', text: 'Zamin ka kagaz', piece: piece! }, site);
  expect(there.headers.location).toBe('/studio/searches?days=30&done=answered');
  const desk = (await get('/studio/searches', editor, site)).body;
  expect(desk).toContain('Also found as');
  expect(desk).toContain(`Take away “zamin ka kagaz” from ${title}`);
  const said = await post(editor, { go: 'say', text: 'khatauni ki nakal', piece: piece! }, site);
  expect(said.headers.location).toBe(`/studio/${piece!.replace(' ', '/')}?say=khatauni+ki+nakal`);
  expect((await get(said.headers.location!, editor, site)).body).toContain('Readers search for “khatauni ki nakal”.');
  await post(editor, { go: 'take-away', text: 'zamin ka kagaz', piece: piece! }, site);
  const after = (await get('/hi/studio/searches', editor, site)).body;
  expect(after).not.toContain('zamin ka kagaz');
  expect(after).toContain('khatauni ki nakal');
  expect((await post(editor, { go: 'there', text: 'x', piece: 'pages 1' }, site)).statusCode).toBe(404);
  await site.close();
});
