// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { consents, profiles, users } from '../../database/schema.ts';
import { addProfile, first, openOwnAccount, second, send, statusOf, test } from '../../testing/own-account.ts';
import { askForCode, signIn } from '../../testing/sign-in.ts';
import { sweepConsents } from '../users/consents.queries.server.ts';
import { replayErasures } from './delete-account.server.ts';
import { listErasures } from './erasure-log.server.ts';

openOwnAccount();
// Apart from the numbers `first` and `second`, so that nobody has them.
let next = 9_700_000_000;

describe('deleting the account', () => {
  it('ends every session and token of it at once, clears the cookies, and keeps nothing but a bare record of consent', async () => {
    const [person, elsewhere] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    const answer = await send(null, 'DELETE', '/user', undefined, {
      cookie: person.cookies,
      origin: test.services.config.publicOrigin,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { deleted: true } }]);
    const cleared = [answer.headers['set-cookie']].flat().join('\n');
    for (const name of ['access_token', 'email', 'user_id', 'newUser', 'isPhoneLinked'])
      expect(cleared).toMatch(new RegExp(`${name}=;.*max-age=0`, 'i'));
    expect([await statusOf(person), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect((await send(null, 'GET', '/user/get', undefined, { cookie: person.cookies })).statusCode).toBe(401);
    const [kept] = await test.db.select().from(consents).where(eq(consents.userId, person.user.id));
    expect(kept).toMatchObject({ kind: 'account', withdrawnAt: expect.any(Date) });
    expect(Math.round((kept!.expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(180);
  });

  it('lets even that record go once its 180 days are over', async () => {
    const person = await signIn(test);
    const own = eq(consents.userId, person.user.id);
    await sweepConsents(test.db);
    expect(await test.db.select().from(consents).where(own)).toHaveLength(1);
    await send(person, 'DELETE', '/user');
    await sweepConsents(test.db);
    expect(await test.db.select().from(consents).where(own)).toHaveLength(1);
    await test.db
      .update(consents)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(own);
    await sweepConsents(test.db);
    expect(await test.db.select().from(consents).where(own)).toEqual([]);
  });

  it('lets the number start anew, as somebody else', async () => {
    const person = await signIn(test, { phone: first });
    await send(person, 'PATCH', '/user', { firstName: 'Asha' });
    await send(person, 'DELETE', '/user');
    const again = await signIn(test, { phone: first });
    expect(again.user).toMatchObject({ firstName: '', phone: `+91${first}` });
    expect(again.user.id).not.toBe(person.user.id);
  });

  it('leaves other people as they are, also those who have the number in their family', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: second })];
    const profile = await addProfile(other, { firstName: 'Asha', relation: 'SPOUSE', phoneNo: first });
    await send(person, 'DELETE', '/user', {});
    expect((await send(other, 'GET', '/profile/all')).json().data).toEqual([profile]);
  });

  it('at the very moment of a sign-in, a new profile, a post or a second deletion fails nobody with a 500', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = String((next += 1));
      const person = await signIn(test, { phone: number });
      const code = await askForCode(test, { phone: number });
      const { id: questionId } = (
        await send(person, 'POST', '/communities/question/create', {
          title: 'Where do I ask for a ration card?',
          body: '',
        })
      ).json().data;
      const answers = await Promise.all([
        send(person, 'DELETE', '/user'),
        send(null, 'POST', '/provider-token/verify', { providerToken: code, provider: 'JB', phoneNo: number }),
        send(person, 'DELETE', '/user'),
        ...Array.from({ length: 5 }, () => send(person, 'POST', '/profile/create', { relation: 'SELF' })),
        send(person, 'PATCH', '/user', { firstName: 'X' }),
        send(person, 'GET', '/user/export'),
        ...Array.from({ length: 5 }, (_, at) =>
          send(person, 'POST', '/communities/comment/create', { questionId, body: `At the counter ${at}.` }),
        ),
        send(person, 'POST', '/communities/reaction', {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: true,
          disliked: false,
        }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).not.toContain(500);
      expect(await statusOf(person)).toBe(401);
    }
  });

  it('is deleted again in a database that an older backup has brought them back into', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: second })];
    await addProfile(person, { firstName: 'Asha', relation: 'SELF' });
    const [row] = await test.db.select().from(users).where(eq(users.id, person.user.id));
    await send(person, 'DELETE', '/user', { withPosts: true });
    const list = (await listErasures(test.db)).filter(({ userId }) => userId === person.user.id);
    expect(list).toEqual([{ userId: person.user.id, withPosts: true }]);

    await test.db.insert(users).values(row!);
    await test.db.insert(profiles).values({ userId: person.user.id, relation: 'SELF', firstName: 'Asha' });
    expect(await replayErasures(test.services, list)).toBe(1);
    expect(await replayErasures(test.services, list)).toBe(0);
    expect(await test.db.select().from(users).where(eq(users.id, person.user.id))).toEqual([]);
    expect(await statusOf(other)).toBe(200);
  });
});
