// @runs on both databases
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { moderationActs, users } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import type { AppealLine } from './appeals.contract.ts';

const test = openTestApp();
let author: Member;
let moderator: Member;
let other: Member;
beforeAll(async () => {
  const { services } = test;
  author = await join(services);
  moderator = await join(services, { role: 'moderator' });
});

async function call(method: 'GET' | 'POST', path: string, who: Member | null, payload?: object) {
  const url = `/api${path}`;
  const headers = who?.headers ?? {};
  const answer = await test.send(method, url, payload, headers);
  return { status: answer.statusCode, body: answer.json() };
}
let serial = 0;
async function judged(act: string, more: object = {}, by = moderator): Promise<{ question: number; actId: number }> {
  const title = `A question that somebody will judge, no. ${(serial += 1)}`;
  const question = (await call('POST', '/communities/question/create', author, { title })).body.data.id;
  const given = { entityType: 'QUESTION', entityId: question, act, reason: 'Advertising', ...more };
  const { status, body } = await call('POST', '/moderation/act', by, given);
  expect(status, JSON.stringify(body)).toBe(200);
  return { question, actId: body.data.id };
}
const appeal = (who: Member | null, actId: number) =>
  call('POST', '/moderation/appeals', who, { actId, text: 'It was a real question.' });
const decide = (who: Member, id: number, decision: string) =>
  call('POST', `/moderation/appeals/${id}`, who, { decision, answer: 'We looked again.' });
const list = async (who: Member, status = 'open') =>
  (await call('GET', `/moderation/appeals?status=${status}`, who)).body.data as AppealLine[];
const isShown = async (question: number) =>
  (await call('GET', `/communities/question/get/${question}`, null)).status === 200;
const page = async (url: string, who: Member) =>
  (await test.app.inject({ url, headers: { cookie: who.cookies } })).body;

it('whoever acted decides only while there is no other moderator', async () => {
  const { question, actId } = await judged('HIDE');
  const { id } = (await appeal(author, actId)).body.data;
  expect((await list(moderator)).map((one) => one.mayDecide)).toEqual([true]);
  other = await join(test.services, { role: 'moderator' });
  expect((await list(moderator)).map((one) => one.mayDecide)).toEqual([false]);
  expect((await decide(moderator, id, 'uphold')).status).toBe(403);
  expect((await decide(other, id, 'overturn')).body.data).toEqual({ id, actId, status: 'overturned' });
  expect(await isShown(question)).toBe(true);
  expect((await decide(other, id, 'uphold')).status).toBe(409);
  expect(await list(other)).toEqual([]);
  expect(await list(other, 'decided')).toMatchObject([{ id, status: 'overturned', answer: 'We looked again.' }]);
});

it('is not decided where the post cannot be shown again', async () => {
  const { question, actId } = await judged('HIDE');
  const { id } = (await appeal(author, actId)).body.data;
  await test.db.execute(sql`create function refuse_restore() returns trigger language plpgsql as
    $$ begin if new.act = 'RESTORE' then raise exception 'refused'; end if; return new; end $$`);
  await test.db.execute(sql`create trigger refuse_restore before insert on moderation_acts
    for each row execute function refuse_restore()`);
  try {
    expect((await decide(other, id, 'overturn')).status).toBe(500);
    expect((await list(other)).map((one) => one.id)).toContain(id);
    expect(await isShown(question)).toBe(false);
  } finally {
    await test.db.execute(sql`drop function refuse_restore() cascade`);
  }
  expect((await decide(other, id, 'overturn')).status).toBe(200);
  expect(await isShown(question)).toBe(true);
});

it('is decided once, also of two moderators at the same moment, and shows the post once', async () => {
  const { question, actId } = await judged('HIDE');
  const { id } = (await appeal(author, actId)).body.data;
  const answers = await Promise.all([decide(other, id, 'overturn'), decide(other, id, 'overturn')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const acts = await test.db.select().from(moderationActs).where(eq(moderationActs.entityId, question));
  expect(acts.filter(({ act }) => act === 'RESTORE')).toHaveLength(1);
});

it('is made once, by the member alone, against an act that took something', async () => {
  const { question, actId } = await judged('HIDE');
  expect((await appeal(null, actId)).status).toBe(401);
  expect((await appeal(await join(test.services), actId)).body.code).toBe('decision_not_found');
  const { actId: closed } = await judged('CLOSE');
  expect((await appeal(author, closed)).status).toBe(409);
  expect((await call('POST', '/moderation/appeals', author, { actId, text: ' ' })).status).toBe(400);
  const both = await Promise.all([appeal(author, actId), appeal(author, actId)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { id } = both.find(({ status }) => status === 201)!.body.data;
  expect((await call('GET', '/moderation/appeals', author)).status).toBe(403);
  expect((await decide(author, id, 'overturn')).status).toBe(403);
  await decide(other, id, 'uphold');
  expect(await isShown(question)).toBe(false);
  expect(await page('/moderation/log', author)).toContain('We looked again.');
});

it('sent again with the same key, answers with the first result', async () => {
  const { actId } = await judged('HIDE');
  const send = (text: string) =>
    test.send(
      'POST',
      '/api/moderation/appeals',
      { actId, text },
      { ...author.headers, 'idempotency-key': `appeal-${actId}` },
    );
  const first = await send('It was a real question.');
  const again = await send('It was a real question.');
  expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body]);
  expect((await send('Another text.')).statusCode).toBe(422);
});

it('ends a suspension, even where the post is gone, and the member may appeal while suspended', async () => {
  const { question, actId } = await judged('SUSPEND', { days: 30 });
  const { id } = (await appeal(author, actId)).body.data;
  const gone = { entityType: 'QUESTION', entityId: question, act: 'DELETE', reason: 'Again' };
  expect((await call('POST', '/moderation/act', moderator, gone)).status).toBe(200);
  expect((await decide(other, id, 'overturn')).status).toBe(200);
  const [row] = await test.db.select().from(users).where(eq(users.id, author.id));
  expect(row!.suspendedUntil).toBeNull();
  const acts = await test.db.select().from(moderationActs).where(eq(moderationActs.entityId, question));
  expect(acts.map(({ act, moderatorId }) => [act, moderatorId])).toContainEqual(['LIFT', other.id]);
});

it("ends an admin's suspension only where an admin decides it", async () => {
  const [one, another] = [await join(test.services, { role: 'admin' }), await join(test.services, { role: 'admin' })];
  const { question, actId } = await judged('SUSPEND', { days: 30 }, one);
  const { id } = (await appeal(author, actId)).body.data;
  expect((await decide(other, id, 'overturn')).status).toBe(409);
  expect((await list(other)).map((open) => open.id)).toContain(id);
  expect(await isShown(question)).toBe(false);
  expect((await decide(another, id, 'overturn')).status).toBe(200);
  const [row] = await test.db.select().from(users).where(eq(users.id, author.id));
  expect(row!.suspendedUntil).toBeNull();
  await test.db
    .update(users)
    .set({ roles: [] })
    .where(inArray(users.id, [one.id, another.id]));
});

it('takes back the act that it is about, not a later one', async () => {
  const act = async (question: number, name: string, more: object = {}) => {
    const given = { entityType: 'QUESTION', entityId: question, act: name, reason: 'Again', ...more };
    expect((await call('POST', '/moderation/act', moderator, given)).status).toBe(200);
  };
  const first = await judged('HIDE');
  const ofHiding = (await appeal(author, first.actId)).body.data.id;
  await act(first.question, 'RESTORE');
  await act(first.question, 'HIDE');
  expect((await decide(other, ofHiding, 'overturn')).status).toBe(200);
  expect(await isShown(first.question)).toBe(false);

  const short = await judged('SUSPEND', { days: 1 });
  const ofDay = (await appeal(author, short.actId)).body.data.id;
  await act(first.question, 'SUSPEND', { days: 300, keepsPost: true });
  expect((await decide(other, ofDay, 'overturn')).status).toBe(200);
  expect(await isShown(short.question)).toBe(true);
  const [row] = await test.db.select().from(users).where(eq(users.id, author.id));
  expect(row!.suspendedUntil!.getTime()).toBeGreaterThan(Date.now() + 200 * 86_400_000);
  await act(first.question, 'LIFT');
});

it('stands in the studio beside the person and the post with what it answers', async () => {
  const { question, actId } = await judged('HIDE');
  await appeal(author, actId);
  const desk = await page('/studio/moderation/appeals', other);
  expect(desk).toContain('It was a real question.');
  expect(desk).toContain(`/studio/moderation/people/${author.id}`);
  expect(await page('/studio/moderation/appeals', moderator)).toContain('another moderator has to look');
  const person = await page(`/studio/moderation/people/${author.id}`, other);
  expect(person).toContain(`no. ${serial}`);
  expect(person).toContain('Hidden');
  expect(await page(`/studio/moderation?post=QUESTION-${question}`, other)).toContain('What stands around it');
  expect(await page('/studio/moderation/log', other)).toContain('Advertising');
  const strange = await test.app.inject({ url: '/studio/moderation', headers: { cookie: author.cookies } });
  expect(strange.statusCode).toBe(404);
  const act = await test.send(
    'POST',
    `/studio/moderation?post=QUESTION-${question}`,
    new URLSearchParams({ post: `QUESTION-${question}`, act: 'RESTORE', reason: 'Fine' }),
    {
      cookie: other.cookies,
      origin: 'http://localhost:3000',
    },
  );
  expect(act.headers.location).toBe(`/studio/moderation?post=QUESTION-${question}&done=1`);
  expect(await isShown(question)).toBe(true);
});
