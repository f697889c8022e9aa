import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addedWords } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const origin = 'http://localhost:3000';
const editor = prepared(() => join(test.services, { role: 'editor' }));

const get = async (url: string, who?: Member) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const pageOf = async (url: string, who: Member = editor) => (await get(url, who)).body.replaceAll('<!-- -->', '');
const post = (url: string, fields: Record<string, string>, who: Member = editor) =>
  test.send('POST', url, new URLSearchParams(fields), { cookie: who.cookies, origin });

it('is for editors and admins; checkers only see it', async () => {
  expect((await get('/studio/words')).statusCode).toBe(303);
  expect((await get('/studio/words', await join(test.services))).statusCode).toBe(404);
  for (const role of ['writer', 'moderator'] as const)
    expect((await get('/studio/words', await join(test.services, { role }))).statusCode).toBe(404);
  const checker = await join(test.services, { role: 'checker' });
  const seen = await pageOf('/studio/words?text=batti', checker);
  expect(seen).toContain('Added by editors');
  expect(seen).not.toContain('Add here');
  expect((await post('/studio/words', { target: 'letters,rti', text: 'batti gul' }, checker)).statusCode).toBe(404);
  expect(await test.db.$count(addedWords)).toBe(0);
  expect(await pageOf('/hi/studio/words')).toContain('संपादकों ने जोड़े');
});

it('a search that found nothing becomes a name, leaves the desk, and is taken back and put back', async () => {
  await test.db.execute(sql`insert into track_events (at, name, path, visit, source)
    select now(), 'view', '/search?q=bijli qwxzv', 'visit ' || one, 'direct' from generate_series(1, 4) as one`);
  expect(await pageOf('/studio/searches')).toContain('href="/studio/words?text=bijli+qwxzv"');
  // What comes near is offered at once.
  const offered = await pageOf('/studio/words?text=bijli+qwxzv');
  expect(offered).toContain('value="letters,electricity"');
  expect(offered).toMatch(/aria-label="Add “bijli qwxzv” to [^"]*electricity/i);
  const here = '/studio/words?use=name&text=bijli+qwxzv';
  const added = await post(here, { target: 'letters,electricity', text: 'bijli qwxzv' });
  expect([added.statusCode, added.headers.location]).toEqual([303, '/studio/words?use=name&done=added']);
  expect(await pageOf('/studio/searches')).not.toContain('qwxzv');
  const listed = await pageOf(added.headers.location!);
  expect(listed).toContain('Done. It counts from now on.');
  const [, id] = /value="(\d+)" aria-label="Take away “bijli qwxzv”/.exec(listed)!;
  const removed = await post('/studio/words?use=name', { remove: id! });
  expect(removed.headers.location).toBe('/studio/words?use=name&text=bijli+qwxzv&q=letters%2Celectricity&done=removed');
  const undo = await pageOf(removed.headers.location!);
  expect(undo).toContain('Taken away.');
  expect(undo).toContain('value="letters,electricity"');
  expect((await post('/studio/words?use=name', { remove: id! })).statusCode).toBe(404);
  await post(here, { target: 'letters,electricity', text: 'bijli qwxzv' });
  expect(await test.db.$count(addedWords)).toBe(1);
});

it('finds where a word leads by words of its title, and says so where nothing is', async () => {
  expect(await pageOf('/studio/words?text=udaan&q=passport')).toContain('value="papers,passport-renewal"');
  expect(
    await pageOf(
      '/hi/studio/words?text=udaan&q=%E0%A4%AA%E0%A4%BE%E0%A4%B8%E0%A4%AA%E0%A5%8B%E0%A4%B0%E0%A5%8D%E0%A4%9F',
    ),
  ).toContain('value="papers,passport"');
  expect(await pageOf('/studio/words?text=udaan&q=qwxzv')).toContain('Nothing here is called so.');
  const concepts = await pageOf('/studio/words?use=concept&text=jhumkabola&lang=ta');
  expect(concepts).toContain('value="digital-arrest"');
  expect(concepts).toContain('ஓடிபி');
});

it('keeps what was typed where it is refused, and says why', async () => {
  const refused = await post('/studio/words?use=name&text=passport+renewal&q=rti', {
    target: 'letters,rti',
    text: 'passport renewal',
  });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('These words lead elsewhere already');
  expect(refused.body).toContain('value="passport renewal"');
  expect(refused.body).toContain('value="letters,rti"');
  const odd = await post('/studio/words?use=concept&text=%3Cb%3E&lang=hi', { target: 'code', text: '<b>', lang: 'hi' });
  expect(odd.statusCode).toBe(400);
  expect(odd.body).toContain('Only letters, numbers and spaces');
  expect(odd.body).toContain('value="&lt;b&gt;"');
  expect((await post('/studio/words?use=concept', { target: 'code', text: 'jhumkabola', lang: '' })).statusCode).toBe(
    400,
  );
});
