import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { appeals, idempotencyKeys, users } from '../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { exported } from '../../testing/exported.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { turnMailOn } from '../notifications/mail-setting.queries.server.ts';
import { listSessions, noteProof } from '../sessions/sessions.queries.server.ts';
import { mergeAccounts } from './merge-accounts.server.ts';

let test: TestApp;
const heard: string[] = [];
beforeAll(async () => {
  test = await buildTestApp();
  await test.services.connection.listen(
    'pages_changed',
    (payload) => void heard.push(payload),
    () => {},
  );
});
afterAll(() => test.close());

it('what was written with the other account is shown with the one that stays, and its mails leave at once', async () => {
  const [mobile, email] = ['9612300001', 'asha@example.in'];
  const post = async (who: { headers: Record<string, string> }, url: string, payload: object) =>
    (await test.app.inject({ method: 'POST', url: `/api${url}`, headers: who.headers, payload })).json();
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
  const { db } = test.services.connection;
  const email = 'ravi@example.in';
  const [other, person] = [await signIn(test, { email }), await signIn(test, { phone: '9612300003' })];
  await db.update(users).set({ phone: '+919612300002' }).where(eq(users.id, other.user.id));
  await db.insert(appeals).values({ actId: 1, userId: other.user.id, text: 'It was a question.' });
  await turnMailOn(db, other.user.id);
  const caller = `user:${other.user.id}`;
  await db.insert(idempotencyKeys).values({ caller, call: 'POST /x', key: 'a', bodyHash: '' });
  const [session] = await listSessions(db, person.user.id);
  await noteProof(db, session!.id, email);
  const everythingOf = async ({ user }: SignedIn) => {
    const entries = test.services.personalData.map(async ({ name, exportOf }) => [
      name,
      await exported(exportOf(db, { userId: user.id, identifiers: [] })),
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
  expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.caller, caller))).toEqual([]);
});
