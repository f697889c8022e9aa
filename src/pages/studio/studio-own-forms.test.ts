import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderationActs, studioMedia, studioPieces, ticketAnswers, users } from '../../database/schema.ts';
import { beginFactor, giveFactorCode } from '../../features/studio/people/second-factor.server.ts';
import { hidden, openCommunityPages } from '../../testing/community-pages.ts';
import { endedSession } from '../../testing/ended-session.ts';
import { locationOf, newNumber, pageForms } from '../../testing/page-forms.ts';
import { cookiesOf, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { complaintOf, sendToSupport } from '../../testing/support-calls.ts';

// What an admin typed at a desk of the studio, without script, when the session ended: it comes back after the sign-in
// and the second factor, for the same person only, and unsaved.

const { test, db, moderator, api, ask, asker } = await openCommunityPages();
afterAll(() => test.close());
const { get, post } = pageForms(() => test);
const { openThenEnd, signInThere } = endedSession(() => test);
const number = newNumber();
const picture = `/media/studio/${'a'.repeat(32)}.webp`;
const clip = `/media/studio/${'b'.repeat(32)}.mp4`;
const at = { complaint: 0, appeal: 0, piece: 0 };
let me: SignedIn;
let secret: string;

async function codeNow(): Promise<string> {
  // A code counts once, and the clock does not wait for the next one.
  await db().execute(sql`update second_factors set last_step = 0`);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.services.clock().getTime() });
}

/** Signed in, with the second factor given. */
async function signInWhole(): Promise<SignedIn> {
  const signedIn = await signIn(test, { phone: number, role: 'admin' });
  const session = await db().execute<{ id: string }>(
    sql`select id from sessions where user_id = ${signedIn.user.id} order by created_at desc limit 1`,
  );
  const viewer = { userId: signedIn.user.id, sessionId: session.rows[0]!.id };
  secret ??= (await beginFactor(test.services, viewer as Parameters<typeof beginFactor>[1])).secret;
  await giveFactorCode(test.services, viewer as Parameters<typeof giveFactorCode>[1], await codeNow());
  return signedIn;
}

beforeAll(async () => {
  me = await signInWhole();
  const sent = await sendToSupport(test, 'grievance', complaintOf(1));
  at.complaint = sent.json<{ data: { ticketId: number } }>().data.ticketId;
  const { id: question } = await ask(asker);
  const act = { entityType: 'QUESTION', entityId: question, act: 'HIDE', reason: 'A number stands in it.' };
  await api('/moderation/act', moderator, act);
  const [hide] = await db().select().from(moderationActs).where(eq(moderationActs.entityId, question));
  at.appeal = (await api('/moderation/appeals', asker, { actId: hide!.id, text: 'It is the number of an office.' })).id;
  await db()
    .insert(studioMedia)
    .values([
      { path: picture, kind: 'picture', bytes: 10, width: 10, height: 10, uploadedBy: me.user.id },
      { path: clip, kind: 'video', bytes: 10, seconds: 5, uploadedBy: me.user.id },
    ]);
  const [writer, editor] = [await colleague(test, 'writer'), await colleague(test, 'editor')];
  const fields = {
    title: 'Ration by post',
    summary: 'To your door.',
    categories: ['schemes'],
    body: 'It takes ten days.',
  };
  at.piece = dataOf<{ id: number }>(await writer.post('/articles', fields)).id;
  dataOf(await writer.post(`/articles/${at.piece}/submit`, { revision: 1 }));
  dataOf(await editor.post(`/articles/${at.piece}/approve`, { revision: 1 }));
});

type Fields = Record<string, string>;
type Row = [what: string, url: () => string, fields: () => Fields, typed: string[], shown: () => string[]];
const forms: Row[] = [
  [
    'an invitation',
    () => '/studio/people',
    () => ({ to: 'typed@example.in', roles: 'checker' }),
    ['typed@example.in'],
    () => ['value="typed@example.in"', 'id="invite-checker" type="checkbox" name="roles" checked="" value="checker"'],
  ],
  [
    'the description of a picture',
    () => '/studio/media?kind=picture',
    () => ({ path: picture, go: 'describe', description: 'Typed "queue"', credit: 'Typed credit' }),
    ['Typed "queue"', 'Typed credit'],
    () => ['value="Typed "queue""', 'value="Typed credit"'],
  ],
  [
    'captions',
    () => '/studio/media',
    () => ({ path: clip, go: 'captions', text: '0:05 Typed words' }),
    ['0:05 Typed words'],
    () => ['>0:05 Typed words</textarea>'],
  ],
  [
    'an answer to a complaint, as long as answers may be',
    () => `/studio/complaints/${at.complaint}`,
    () => ({ go: 'decide', answersSeen: '0', text: `Typed answer. ${'शुल्क '.repeat(1_000)}.` }),
    ['Typed answer.'],
    () => [`>Typed answer. ${'शुल्क '.repeat(1_000)}.</textarea>`],
  ],
  [
    'why a complaint is closed',
    () => `/studio/complaints/${at.complaint}`,
    () => ({ go: 'close', answersSeen: '0', reason: 'Typed reason' }),
    ['Typed reason'],
    () => ['>Typed reason</textarea>'],
  ],
  [
    'the answer to an appeal',
    () => '/studio/moderation/appeals',
    () => ({ id: String(at.appeal), decision: 'uphold', answer: 'Typed ruling' }),
    ['Typed ruling'],
    () => ['>Typed ruling</textarea>', 'name="decision" checked="" value="uphold"'],
  ],
  [
    'the note for readers of several pieces',
    () => '/studio/articles',
    () => ({ piece: `${at.piece} 1`, at: '2036-01-26T09:00', changeNote: 'Typed note' }),
    ['Typed note'],
    () => ['>Typed note</textarea>', 'value="2036-01-26T09:00"', 'checked=""'],
  ],
];
const values = (body: string) => body.replaceAll('&quot;', '"');

/** The step after the sign-in. */
const factorStep = (answer: { body: string }) => ({ kept: hidden(answer.body, 'kept')! });

describe('a form of a desk that is posted after its session has ended', () => {
  it.each(forms)('gives back %s after both factors, and saves nothing', async (what, path, fields, typed, shown) => {
    me = await signInWhole();
    const url = path();
    const writtenBy = await openThenEnd(me, url);
    const first = await post(url, { ...fields(), writtenBy }, me.cookies);
    expect(first.statusCode, what).toBe(401);
    const { answer, jar } = await signInThere(url, first, number, me.cookies);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'private, no-store']);
    for (const page of [first, answer]) for (const text of typed) expect(values(page.body)).not.toContain(text);
    const cookies = cookiesOf(answer.headers['set-cookie'], jar);
    const wrong = await post(url, { ...factorStep(answer), factorCode: '12' }, cookies);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('That code is not right');
    const back = await post(url, { ...factorStep(wrong), factorCode: await codeNow() }, cookies);
    expect(back.statusCode, back.body.slice(0, 300)).toBe(200);
    for (const text of [...shown(), 'Here is what you typed: it is not saved yet.'])
      expect(values(back.body)).toContain(text);
    const again = await post(url, { ...factorStep(wrong) }, cookies);
    for (const text of typed) expect(values(again.body)).toContain(text);
  });

  it('saved nothing of it', async () => {
    expect(await db().select().from(ticketAnswers)).toEqual([]);
    const media = await db().select().from(studioMedia).where(eq(studioMedia.path, picture));
    expect([media[0]!.description, media[0]!.credit]).toEqual(['', '']);
    const [piece] = await db().select().from(studioPieces).where(eq(studioPieces.id, at.piece));
    expect(piece!.state).toBe('approved');
    const { rows } = await db().execute(sql`select 1 from studio_invitations`);
    expect(rows).toEqual([]);
  });

  it.each(forms)('shows %s to nobody else, and not without the second factor', async (what, path, fields, typed) => {
    const other = newNumber();
    await signIn(test, { phone: other, role: 'admin' });
    me = await signInWhole();
    const url = path();
    const writtenBy = await openThenEnd(me, url);
    const first = await post(url, { ...fields(), writtenBy });
    const { answer } = await signInThere(url, first, other);
    expect(answer.statusCode, what).toBe(303);
    expect(decodeURIComponent(locationOf(answer))).toContain(url);
    for (const text of typed) expect(values(answer.body) + locationOf(answer)).not.toContain(text);
    const mine = await signInThere(url, first, number);
    const cookies = cookiesOf(mine.answer.headers['set-cookie'], mine.jar);
    for (const fieldsNow of [factorStep(mine.answer), { ...factorStep(mine.answer), factorCode: '000000' }]) {
      const refused = await post(url, fieldsNow, cookies);
      for (const text of typed) expect(values(refused.body)).not.toContain(text);
    }
  });

  it('is kept too where a session goes on that has not given the second factor', async () => {
    me = await signInWhole();
    const writtenBy = hidden((await get('/studio/people', me.cookies)).body, 'writtenBy')!;
    const elsewhere = await signIn(test, { phone: number, role: 'admin' });
    const held = await post(
      '/studio/people',
      { to: 'typed@example.in', roles: 'checker', writtenBy },
      elsewhere.cookies,
    );
    expect(held.statusCode).toBe(401);
    const back = await post('/studio/people', { ...factorStep(held), factorCode: await codeNow() }, elsewhere.cookies);
    expect(back.body).toContain('value="typed@example.in"');
    const [{ roles } = { roles: [] }] = await db().select().from(users).where(eq(users.id, me.user.id));
    expect(roles).toEqual(['admin']);
  });
});
