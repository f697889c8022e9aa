// @runs on both databases
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { appeals, idempotencyKeys, moderationActs, users } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { exported } from '../../testing/exported.ts';
import { join } from '../../testing/join.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { changeTelling } from '../notifications/telling.queries.server.ts';
import { listSessions, noteProof } from '../sessions/sessions.queries.server.ts';
import { mergeAccounts } from './merge-accounts.server.ts';

const test = openTestApp();
const heard: string[] = [];
beforeAll(async () => {
  await test.services.connection.listen(
    'pages_changed',
    (payload) => void heard.push(payload),
    () => {},
  );
});

it('what was written with the other account is shown with the one that stays, and its mails leave at once', async () => {
  const [mobile, email] = ['9612300001', 'asha@example.in'];
  const post = async (who: { headers: Record<string, string> }, url: string, payload: object) =>
    (await test.send('POST', `/api${url}`, payload, who.headers)).json();
  const other = await signIn(test, { phone: mobile });
  const { id } = (await post(other, '/communities/question/create', { title: 'Who gets a ration card?' })).data;
  const person = await signIn(test, { email });
  await post(person, '/user/phone/otp/send', { mobile });
  await post(person, '/user/phone/otp/verify', { mobile, otp: await codeFor(test, `+91${mobile}`) });
  heard.length = 0;
  const kick = vi.spyOn(test.services.outbox, 'kick');
  expect((await post(person, '/user/merge', { mobile })).data).toMatchObject({ id: person.user.id, email });

  const question = (await test.app.inject(`/api/communities/question/get/${id}`)).json();
  expect(question.data.createdBy.id).toBe(person.user.id);
  await expect
    .poll(() => heard.flatMap((payload) => payload.split(' ')))
    .toEqual(expect.arrayContaining([`user:${person.user.id}`, `user:${other.user.id}`, `question:${id}`]));
  expect(kick).toHaveBeenCalledOnce();
});

it('an account joined by its address brings what it had, but not its number where there is one already', async () => {
  const email = 'ravi@example.in';
  const [other, person] = [await signIn(test, { email }), await signIn(test, { phone: '9612300003' })];
  await test.db.update(users).set({ phone: '+919612300002' }).where(eq(users.id, other.user.id));
  await test.db.insert(appeals).values({ actId: 999_999, userId: other.user.id, text: 'It was a question.' });
  await changeTelling(test.db, other.user.id, { answers: ['push', 'mail'] }, new Date());
  const caller = `user:${other.user.id}`;
  await test.db.insert(idempotencyKeys).values({ caller, call: 'POST /x', key: 'a', bodyHash: '' });
  const [session] = await listSessions(test.db, person.user.id);
  await noteProof(test.db, session!.id, email);
  const everythingOf = async ({ user }: SignedIn) => {
    const entries = test.services.personalData.map(async ({ name, exportOf }) => [
      name,
      await exported(exportOf(test.db, { userId: user.id, identifiers: [] })),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
  };
  const { appeals: appealed, notificationMail, consents } = await everythingOf(other);
  const own = await everythingOf(person);
  expect([appealed, own.appeals]).toEqual([[expect.objectContaining({ text: 'It was a question.' })], []]);

  const viewer = { userId: person.user.id, sessionId: session!.id } as Viewer;
  const { user } = await mergeAccounts(test.services, viewer, email);
  expect(user).toMatchObject({ id: person.user.id, email, phone: '+919612300003' });
  const joined = await everythingOf(person);
  expect(joined).toMatchObject({ appeals: appealed, notificationMail });
  expect(joined.consents).toHaveLength([own.consents, consents].flat().length);
  expect(await test.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.caller, caller))).toEqual([]);
});

it('what moderators did to the other account, and what it did as one, is of the account that stays', async () => {
  const { services } = test;
  const { db } = services.connection;
  const email = 'mira@example.in';
  const [other, person] = [await signIn(test, { email }), await signIn(test, { phone: '9612300004' })];
  const [admin, moderator, reader] = [
    await join(services, { role: 'admin' }),
    await join(services, { role: 'moderator' }),
    await join(services),
  ];
  const call = async (who: { headers: Record<string, string> }, url: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET';
    const answer = await test.app.inject({
      method,
      url: `/api${url}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, data: answer.json().data };
  };
  const ask = async (who: { headers: Record<string, string> }, title: string) =>
    (await call(who, '/communities/question/create', { title })).data.id as number;
  const place = { entityType: 'QUESTION' as const, entityId: await ask(other, 'Who may see my land record?') };
  const suspended = await call(admin, '/moderation/act', { ...place, act: 'SUSPEND', days: 9, reason: 'Threats' });
  expect(suspended.status).toBe(200);
  const theirs = { ...place, entityId: await ask(reader, 'Where is the tehsil office of Nashik?') };
  const [hidden] = await db
    .insert(moderationActs)
    .values({ ...theirs, act: 'HIDE', moderatorId: other.user.id, authorId: reader.id, reason: 'Spam' })
    .returning();

  const [session] = await listSessions(db, person.user.id);
  await noteProof(db, session!.id, email);
  await mergeAccounts(services, { userId: person.user.id, sessionId: session!.id } as Viewer, email);

  const lift = { ...place, act: 'LIFT', reason: 'Enough' };
  expect((await call(moderator, '/moderation/act', lift)).status).toBe(409);
  const appeal = (who: { headers: Record<string, string> }, actId: number) =>
    call(who, '/moderation/appeals', { actId, text: 'It was a real question.' });
  expect((await appeal(person, suspended.data.id)).status).toBe(201);
  const { id } = (await appeal(reader, hidden!.id)).data;
  await db
    .update(users)
    .set({ roles: ['moderator'], suspendedUntil: null })
    .where(eq(users.id, person.user.id));
  const decision = { decision: 'uphold', answer: 'We looked again.' };
  expect((await call(person, `/moderation/appeals/${id}`, decision)).status).toBe(403);
  expect((await call(moderator, `/moderation/appeals/${id}`, decision)).status).toBe(200);
});
