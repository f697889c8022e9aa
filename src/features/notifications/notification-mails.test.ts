// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { notificationMails, notifications, outboxMessages, rateLimits, users } from '../../database/schema.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';

import { sendNotificationMails } from './send-notification-mails.server.ts';
import { changeTelling, exportTellingOf, moveTelling, stopMails } from './telling.queries.server.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const helper = prepared(() => signIn(test));
let serial = 0;
beforeEach(() => test.db.update(notificationMails).set({ isOn: false }));

const api = async (path: string, who: SignedIn, payload: object) =>
  (await test.send('POST', `/api${path}`, payload, who.headers)).json().data;
const withAddress = () => signIn(test, { email: `reader${(serial += 1)}@example.in` });

const mailTo = (userId: string) => changeTelling(test.db, userId, { answers: ['push', 'mail'] }, new Date());
/** A user with `count` questions, each of them answered. @returns the questions' ids */
async function answered(who: SignedIn, count = 1): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await api('/communities/question/create', who, {
      title: `Where do I take this paper (${(serial += 1)})?`,
    });
    await api('/communities/comment/create', helper, { questionId: id, body: `To the office (${serial}).` });
    ids.push(id);
  }
  return ids;
}
/** Backdates the user's notifications, mails and settings by this much. */
async function pass(time: string, who: SignedIn): Promise<void> {
  await test.db
    .update(notifications)
    .set({ createdAt: sql`created_at - ${time}::interval` })
    .where(eq(notifications.userId, who.user.id));
  await test.db
    .update(notificationMails)
    .set({
      toldUntil: sql`told_until - ${time}::interval`,
      sentAt: sql`sent_at - ${time}::interval`,
      tryAgainAt: sql`try_again_at - ${time}::interval`,
    })
    .where(eq(notificationMails.userId, who.user.id));
}
const send = () => sendNotificationMails(test.services);
const mailsTo = async (who: SignedIn) =>
  (await test.services.outbox.listForDevelopment()).filter(({ to, code }) => to === who.user.email && code === null);

describe('mail about notifications', () => {
  it('goes to subscribers only: one for all that is unread, and again only when hours have passed and something is new', async () => {
    const me = await withAddress();
    await mailTo(me.user.id);
    const [first] = await answered(me, 3);
    expect(await send()).toBe(0);
    await pass('11 minutes', me);
    expect(await send()).toBe(1);
    const [mail] = await mailsTo(me);
    expect(mail!.subject).toBe('3 new answers and notices on Nagrik');
    expect(mail!.text.match(/An answer to your question/g)).toHaveLength(3);
    expect(mail!.text).toMatch(new RegExp(`http://localhost:3000/community/question/\\S+\\?answer=\\d+#comment-\\d+`));
    expect(mail!.text).not.toContain(helper.user.displayName);

    expect(await send()).toBe(0);
    await api('/communities/comment/create', helper, { questionId: first, body: 'One thing more.' });
    await pass('11 minutes', me);
    expect(await send()).toBe(0);
    await pass('4 hours', me);
    expect(await send()).toBe(1);
    expect((await mailsTo(me))[0]).toMatchObject({ subject: 'Somebody answered you on Nagrik' });
    await pass('5 hours', me);
    expect(await send()).toBe(0);
  });

  it('is in the language that its reader chose', async () => {
    const me = await withAddress();
    await test.db.update(users).set({ lang: 'hi' }).where(eq(users.id, me.user.id));
    await mailTo(me.user.id);
    await answered(me);
    await pass('11 minutes', me);
    await send();
    const [mail] = await mailsTo(me);
    expect(mail!.subject).toBe('नागरिक पर किसी ने आपको जवाब दिया');
    expect(mail!.text).toContain('आपके सवाल का जवाब');
  });

  it('leaves out what was read, what came before it was asked for, and what nobody asked for', async () => {
    const [reader, late, quiet] = [await withAddress(), await withAddress(), await withAddress()];
    await mailTo(reader.user.id);
    for (const who of [reader, late, quiet]) await answered(who);
    await api('/notifications/read', reader, { all: true });
    for (const who of [reader, late, quiet]) await pass('1 hour', who);
    await mailTo(late.user.id);
    expect(await send()).toBe(0);
  });

  it('waits for users without an address, and says no more than that there is more', async () => {
    const [byPhone, busy] = [await signIn(test), await withAddress()];
    for (const who of [byPhone, busy]) await mailTo(who.user.id);
    await answered(byPhone);
    await answered(busy, 12);
    for (const who of [byPhone, busy]) await pass('11 minutes', who);
    expect(await send()).toBe(1);
    const [mail] = await mailsTo(busy);
    expect(mail!.subject).toBe('More than ten new answers and notices on Nagrik');
    expect(mail!.text.match(/An answer to your question/g)).toHaveLength(10);
    expect(mail!.text).toContain('There is more: http://localhost:3000/notifications');
  });

  it('goes once, however many instances look at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, withAddress));
    for (const who of people) {
      await mailTo(who.user.id);
      await answered(who);
      await pass('11 minutes', who);
    }
    const sent = await Promise.all(Array.from({ length: 6 }, send));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(8);
    for (const who of people) expect(await mailsTo(who)).toHaveLength(1);
  });

  it('is caused 20 times a day by one person, whoever gets it; another person causes it still', async () => {
    const limited = { ...test.services, limits: defaultLimits(test.services.connection) };
    const people = await Promise.all(Array.from({ length: 23 }, withAddress));
    for (const who of people) {
      await mailTo(who.user.id);
      await answered(who);
      await pass('11 minutes', who);
    }
    await sendNotificationMails(limited);
    const told = await Promise.all(people.map(async (who) => (await mailsTo(who)).length));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(20);
    const missed = people[told.indexOf(0)]!;
    const [questionId] = await answered(missed);
    await api('/communities/comment/create', await signIn(test), { questionId, body: 'Ask at the bank.' });
    await pass('5 hours', missed);
    await sendNotificationMails(limited);
    expect(await mailsTo(missed)).toHaveLength(1);
  });

  it('is not lost where its time was spent: it comes hours later, with all that is unread', async () => {
    const limited = { ...test.services, limits: defaultLimits(test.services.connection) };
    const me = await withAddress();
    await mailTo(me.user.id);
    await answered(me);
    await pass('11 minutes', me);
    // Whoever caused it has caused 20 today.
    await test.db
      .insert(rateLimits)
      .values({ key: `mails-person:${helper.user.id}`, points: 20, expire: Date.now() + 3_600_000 })
      .onConflictDoUpdate({ target: rateLimits.key, set: { points: 20, expire: Date.now() + 3_600_000 } });
    await sendNotificationMails(limited);
    await pass('2 hours', me);
    await answered(me);
    await pass('11 minutes', me);
    await sendNotificationMails(limited);
    expect(await mailsTo(me)).toHaveLength(0);
    await test.db.delete(rateLimits);
    // Not asked for every five minutes by everybody who waits.
    expect(await send()).toBe(0);
    await pass('2 hours', me);
    expect(await send()).toBe(1);
    const [mail] = await mailsTo(me);
    expect(mail!.text.match(/An answer to your question/g)).toHaveLength(2);
    await pass('5 hours', me);
    expect(await send()).toBe(0);
  });

  it('is neither written nor counted as told where the message could not be kept', async () => {
    const me = await withAddress();
    await mailTo(me.user.id);
    await answered(me);
    await pass('11 minutes', me);
    const before = await test.db.$count(outboxMessages);
    await expect(
      sendNotificationMails({
        ...test.services,
        outbox: { ...test.services.outbox, send: () => Promise.reject(new Error('full')) },
      }),
    ).rejects.toThrow('full');
    expect(await test.db.$count(outboxMessages)).toBe(before);
    expect(await send()).toBe(1);
  });
});

it('the wish is exported, goes with the account, and moves to the account that stays', async () => {
  const [from, to, other] = [await withAddress(), await signIn(test), await signIn(test)];
  await mailTo(from.user.id);
  expect(
    (await test.app.inject({ url: '/api/user/export', headers: from.headers })).json().data.notificationMail,
  ).toMatchObject({ answers: ['push', 'mail'], sentAt: null });
  await mailTo(other.user.id);
  await stopMails(test.db, other.user.id);
  await test.db.transaction(async (tx) => {
    await moveTelling(tx, from.user.id, to.user.id);
    await moveTelling(tx, from.user.id, other.user.id);
  });
  expect(await exportTellingOf(test.db, to.user.id)).toMatchObject({ answers: ['push', 'mail'] });
  expect(await exportTellingOf(test.db, other.user.id)).toMatchObject({ answers: ['push'] });
  expect((await test.send('DELETE', '/api/user', undefined, from.headers)).statusCode).toBe(200);
  expect(await exportTellingOf(test.db, from.user.id)).toBeNull();
});
