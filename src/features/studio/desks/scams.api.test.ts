// @runs slow, on both databases
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commands } from '../../../commands/commands.server.ts';
import { knownScams, studioRevisions, tickets } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { ownContent } from '../../pieces/own-content.ts';
import { countMatch } from '../../message-check/count-matches.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const root = newFolder();

const run = async (name: string, ...args: string[]) => {
  const lines: string[] = [];
  const status = await commands[name]!.run(
    args,
    commandContext(test.services, { cwd: root, tell: (line) => void lines.push(line) }),
  );
  return { status, text: lines.join('\n') };
};
const check = async (text: string) =>
  dataOf<{ outcome: string; matches: { id: string }[] }>(await test.send('POST', '/api/check/message', { text }));
const seen = async () =>
  (await test.app.inject({ url: '/scams.json' })).json<{ items: { id: string; title: string }[] }>().items;
const tell = (text: string) =>
  test.send('POST', '/check/tell', new URLSearchParams({ text, tell: 'yes' }), { origin: 'http://localhost:3000' });
const message =
  'The lantern wheel of your village has drawn a purple bicycle for you. Pay {amount} to {number} to collect';
const scam = {
  title: 'A bicycle that nobody won',
  advice: ['Pay nothing. Nobody has won a bicycle.'],
  texts: [{ lang: 'en', text: message }],
  lastSeen: '2026-11-20',
  body: 'A message says that a village draw gave a bicycle, and asks for a fee.',
};
type Desk = {
  told: { id: number; text: string; like: { title: string } | null }[];
  counts: { title: string; today: number; week: number; month: number }[];
};
const desk = async () => dataOf<Desk>(await editor.get('/told-scams'));

it('becomes known to the check and the feeds with an approval, and ends when an editor takes it from readers', async () => {
  const { id } = dataOf<{ id: number }>(await writer.post('/scams', scam));
  expect((await check(message)).matches).toEqual([]);
  dataOf(await writer.post(`/scams/${id}/submit`, { revision: 1 }));
  expect((await editor.post(`/scams/${id}/publish`, { revision: 1 })).statusCode).toBe(409);
  dataOf(await checker.post(`/scams/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/scams/${id}/publish`, { revision: 1 }));
  expect(await check(message)).toMatchObject({ outcome: 'known_scam', matches: [{ id: 'a-bicycle-that-nobody-won' }] });
  expect((await seen()).some(({ title }) => title === scam.title)).toBe(true);
  // Without words for readers of Hindi, its own are marked as English there.
  const answer = await test.send('POST', '/hi/check', new URLSearchParams({ text: message }), {
    origin: 'http://localhost:3000',
  });
  expect(answer.body).toContain(`<span lang="en">${scam.advice[0]}</span>`);
  expect(answer.body).toMatch(/<a href="[^"]*" lang="en">A bicycle that nobody won<\/a>/);
  const hindi = (await test.app.inject({ url: '/hi/scams.json' })).json<{
    items: { title: string; language?: string }[];
  }>();
  expect(hindi.items.find(({ title }) => title === scam.title)).toMatchObject({ language: 'en' });
  const [row] = await test.db.select().from(knownScams).where(eq(knownScams.id, id));
  expect(row).toMatchObject({ about: scam.body, advice: scam.advice, lastSeenOn: '2026-11-20', isActive: true });

  dataOf(await editor.post(`/scams/${id}/unpublish`, { reason: 'It was a real draw.' }));
  expect((await check(message)).matches).toEqual([]);
  expect((await seen()).some(({ title }) => title === scam.title)).toBe(false);
});

it('has words of its own for readers of another language, and falls back to the original field by field', async () => {
  const hi = { title: 'साइकिल जो किसी ने नहीं जीती', advice: ['पैसा न दें। साइकिल किसी ने नहीं जीती।'] };
  const text = 'The lantern club of your lane has won a silver kite. Send {amount} to {number} to collect';
  const { id } = dataOf<{ id: number }>(
    await writer.post('/scams', {
      ...scam,
      title: 'A kite that nobody won',
      texts: [{ lang: 'en', text }],
      translations: { hi },
    }),
  );
  const copy = dataOf<{ translations: object }>(await writer.get(`/scams/${id}`));
  expect(copy.translations).toEqual({ hi });
  dataOf(await writer.post(`/scams/${id}/submit`, { revision: 1 }));
  dataOf(await checker.post(`/scams/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/scams/${id}/publish`, { revision: 1 }));
  const [row] = await test.db.select().from(knownScams).where(eq(knownScams.id, id));
  expect(row!.translations).toEqual({ hi });
  type Feed = { items: { id: string; title: string; advice: string[]; content_text: string }[] };
  const inHindi = (await test.app.inject({ url: '/hi/scams.json' })).json<Feed>().items;
  const own = inHindi.find((item) => item.id === 'a-kite-that-nobody-won')!;
  expect(own).toMatchObject(hi);
  expect(own.content_text).toContain(scam.body);
  dataOf(await test.send('POST', '/api/check/message', { text }));
  const { counts } = dataOf<Desk>(
    await test.app.inject({ url: '/api/studio/told-scams?lang=hi', headers: editor.headers }),
  );
  expect(counts.map(({ title }) => title)).toContain(hi.title);
});

it('leads to the address of its article below the prefix of that language', async () => {
  const { canonicalUrl } = dataOf<{ canonicalUrl: string }>(await test.app.inject({ url: '/api/article/1005' }));
  expect(canonicalUrl).toMatch(/^\/hi\/article\//);
  const { key } = dataOf<{ key: string }>(await editor.get('/articles/1005'));
  const text = 'Your grain card stops tonight unless the purple camel scans it at {link}';
  const { id } = dataOf<{ id: number }>(
    await writer.post('/scams', { ...scam, title: 'The camel', article: key, texts: [{ lang: 'en', text }] }),
  );
  dataOf(await writer.post(`/scams/${id}/submit`, { revision: 1 }));
  dataOf(await checker.post(`/scams/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/scams/${id}/publish`, { revision: 1 }));
  expect((await check(text)).matches).toMatchObject([{ id: 'the-camel', canonicalUrl }]);
});

it('refuses real numbers, links and addresses in wordings, and ten digits anywhere', async () => {
  const refused = async (change: object) => {
    const answer = await writer.post('/scams', { ...scam, ...change });
    expect(answer.statusCode, JSON.stringify(change)).toBe(400);
    return answer.json<{ details: { path: string; message: string }[] }>().details[0]!;
  };
  for (const text of [
    'Call 98765 43210 today to collect it',
    'Call ९८७६५४३२१० today to collect it',
    'Open https://prize.example/win to collect it',
    'Open prize-win.xyz/a today to collect it',
    'Pay to winner@okbank today to collect it',
  ])
    expect(await refused({ texts: [{ lang: 'en', text }] })).toMatchObject({
      path: 'texts.0.text',
      message: /^must hold/,
    });
  expect(await refused({ advice: ['Call +91 98765-43210.'] })).toMatchObject({ message: /ten digits/ });
  expect(await refused({ title: 'Calls from 9876543210' })).toMatchObject({ message: /ten digits/ });
  for (const hi of [
    { title: '९८७६५४३२१० से फ़ोन' },
    { advice: ['98765 43210 पर फ़ोन करें।'] },
    { body: '98765 43210 से फ़ोन आता है।' },
  ])
    expect(await refused({ translations: { hi } })).toMatchObject({
      path: expect.stringMatching(/^translations\.hi\./),
      message: /ten digits/,
    });
  const { id } = dataOf<{ id: number }>(await writer.post('/scams', { ...scam, body: 'They call from 9876543210.' }));
  const sent = await writer.post(`/scams/${id}/submit`, { revision: 1 });
  expect([sent.statusCode, sent.body]).toEqual([400, expect.stringContaining('ten digits')]);
});

it('is exported as the file that it came from; a file does not undo what an editor did', async () => {
  const file = 'scams/digital-arrest.md';
  const { data } = (await editor.get('/scams?q=arrest')).json<{
    data: { id: number; key: string; revision: number }[];
  }>();
  const piece = data.find(({ key }) => key === 'digital-arrest')!;
  expect((await run('export', 'first')).status).toBe(0);
  expect(readFileSync(join(root, 'first', file), 'utf8')).toBe(readFileSync(join(ownContent, file), 'utf8'));

  const change = { baseRevision: piece.revision, lastSeen: '2026-11-21' };
  expect((await writer.put(`/scams/${piece.id}`, change)).statusCode).toBe(403);
  const { revision } = dataOf<{ revision: number }>(await editor.put(`/scams/${piece.id}`, change));
  dataOf(await editor.post(`/scams/${piece.id}/submit`, { revision }));
  dataOf(await checker.post(`/scams/${piece.id}/approve`, { revision }));
  dataOf(await editor.post(`/scams/${piece.id}/publish`, { revision }));
  expect((await run('export', 'second')).status).toBe(0);
  const before = readFileSync(join(root, 'first', file), 'utf8');
  const after = readFileSync(join(root, 'second', file), 'utf8');
  expect(after.split('\n').filter((line) => !before.split('\n').includes(line))).toEqual(['lastSeen: 2026-11-21']);
  await run('import', join(root, 'first'), '--publish');
  const [row] = await test.db.select().from(knownScams).where(eq(knownScams.id, piece.id));
  expect(row!.lastSeenOn).toBe('2026-11-21');

  dataOf(await editor.post(`/scams/${piece.id}/unpublish`, { reason: 'It is over.' }));
  const again = await run('import', join(root, 'second'), '--publish');
  expect(again.text).toContain('It was unpublished on the site');
  expect((await seen()).some(({ id }) => id.includes('digital-arrest'))).toBe(false);
}, 180_000);

it('begins a draft from what a reader told, once, and keeps no number of it', async () => {
  await tell('Dear sir your purple wheel prize is held. Call 9876543210 or open http://wheel.example/x now');
  await tell('Your bijli will be cut');
  await test.db.insert(tickets).values({
    kind: 'contact',
    name: 'Asha',
    email: 'asha@example.in',
    subject: 'x',
    body: 'Mine alone',
    about: '/check',
  });
  const { told } = await desk();
  expect(told.map(({ text }) => text)).toEqual([
    'Dear sir your purple wheel prize is held. Call {number} or open {link} now',
    'Your bijli will be cut',
  ]);
  expect((await writer.get('/told-scams')).statusCode).toBe(403);
  expect((await checker.post(`/told-scams/${told[0]!.id}`, { as: 'begin' })).statusCode).toBe(403);

  const both = await Promise.all([1, 2].map(() => editor.post(`/told-scams/${told[0]!.id}`, { as: 'begin' })));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const { pieceId } = dataOf<{ pieceId: number }>(both.find(({ statusCode }) => statusCode === 200)!);
  const [revision] = await test.db
    .select()
    .from(studioRevisions)
    .where(sql`kind = 'scams' and piece_id = ${pieceId}`);
  expect(revision!.fields.texts).toEqual([{ lang: 'en', text: told[0]!.text }]);
  dataOf(await editor.post(`/told-scams/${told[1]!.id}`, { as: 'known' }));
  expect((await desk()).told).toEqual([]);
  expect((await editor.post('/told-scams/999999', { as: 'none' })).statusCode).toBe(404);
});

it('begins a draft also where an emoji stands just where a message is cut', async () => {
  const words = `${'won '.repeat(14)}you`;
  await tell(`${words}🎁 ${'prize '.repeat(322)}${'x'.repeat(5)}🎁🎁🎁`);
  const [told] = (await desk()).told;
  const { pieceId } = dataOf<{ pieceId: number }>(await editor.post(`/told-scams/${told!.id}`, { as: 'begin' }));
  const { fields } = dataOf<{ fields: { title: string; texts: { text: string }[] } }>(
    await editor.get(`/scams/${pieceId}`),
  );
  expect(fields.title).toMatch(/^won .*you/);
  expect(fields.texts[0]!.text.length).toBeLessThanOrEqual(2_000);
});

it('counts matches of today, of seven and of thirty days', async () => {
  await countMatch(test.db, 'sim-kyc');
  await countMatch(test.db, 'sim-kyc');
  await test.db.execute(sql`insert into scam_matches (scam_id, day, times)
    select id, (now() at time zone 'Asia/Kolkata')::date - days, 10 from known_scams, (values (6), (7), (29), (30)) as d(days)
    where key = 'sim-kyc'`);
  const { counts } = await desk();
  const [known] = await test.db.select().from(knownScams).where(eq(knownScams.key, 'sim-kyc'));
  expect(counts.find(({ title }) => title === known!.title)).toMatchObject({ today: 2, week: 12, month: 32 });
  // Checks by the API and by the form are counted as well.
  expect(counts.find(({ title }) => title === scam.title)).toMatchObject({ today: 2 });
});

it('stands on a page of the studio, in Hindi too, and a draft is previewed as the page of the check', async () => {
  await tell('Your gobar gas bill is unpaid, pay at once');
  const page = await test.app.inject({ url: '/studio/told-scams', headers: { cookie: editor.cookies } });
  for (const words of ['Your gobar gas bill is unpaid', 'Make a known scam of it', scam.title])
    expect(page.body).toContain(words);
  const hindi = await test.app.inject({ url: '/hi/studio/told-scams', headers: { cookie: editor.cookies } });
  expect(hindi.body).toContain('पाठकों की बताई ठगी');
  const title = 'Purple wheels for every village';
  const { id } = dataOf<{ id: number }>(await writer.post('/scams', { ...scam, title }));
  const editing = await test.app.inject({ url: `/studio/scams/${id}`, headers: { cookie: writer.cookies } });
  expect([editing.statusCode, editing.body.includes(title)]).toEqual([200, true]);
  const { url } = dataOf<{ url: string }>(await editor.post(`/scams/${id}/preview-links`, { hours: 1 }));
  const preview = await test.app.inject({ url: new URL(url).pathname });
  expect([preview.statusCode, preview.body.includes(title)]).toEqual([200, true]);
}, 60_000);
