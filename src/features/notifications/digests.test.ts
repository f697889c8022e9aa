// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { notificationMails, notifications, outboxMessages, users } from '../../database/schema.ts';
import { unseal } from '../../platform/guard/seal.server.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { nextDigest } from './digest-time.ts';
import { sendDigests } from './send-digests.server.ts';
import { sendNotificationMails } from './send-notification-mails.server.ts';

const { test, asker, helper, call, post, ask, answer } = await openCommunity();
const { services } = test;
const { db } = services.connection;
afterAll(() => test.close());

let serial = 0;
let reader: Member;
beforeEach(async () => {
  await db.update(notificationMails).set({ digest: 'none' });
  reader = await wantingDigest();
});
const addressOf = ({ id }: Member) => `${id}@example.in`;
async function wantingDigest(digest = 'daily'): Promise<Member> {
  const who = await join(services);
  await db
    .update(users)
    .set({ email: addressOf(who) })
    .where(eq(users.id, who.id));
  expect((await call('PATCH', '/user/telling', who, { digest })).status).toBe(200);
  return who;
}
const follow = async (entityType: string, entityId: unknown, who = reader) =>
  expect((await post('/follows', who, { entityType, entityId, following: true })).status).toBe(200);
/** As if it were tomorrow: what has happened until now is of a day before. */
async function aDayPasses(who = reader): Promise<void> {
  for (const table of ['questions', 'comments', 'studio_publications']) {
    const column = table === 'studio_publications' ? 'at' : 'created_at';
    await db.execute(sql.raw(`update ${table} set ${column} = ${column} - interval '1 hour'`));
  }
  await db.execute(sql`update notification_mails set digest_due_at = now() - interval '1 minute',
    digest_until = digest_until - interval '1 day' where user_id = ${who.id}`);
}
const send = () => sendDigests(services);
/** By whether it is delivered at once or waits. */
async function digestsTo(who = reader): Promise<Message[]> {
  const rows = await db.select().from(outboxMessages).where(eq(outboxMessages.purpose, 'digest'));
  const { authSecret } = services.config;
  return rows
    .flatMap(({ id, sealed }) => unseal<Message>({ authSecret, use: 'outbox messages' }, id, sealed ?? '') ?? [])
    .filter(({ to }) => to === addressOf(who));
}
const titled = (words: string) => ({ title: `${words} (${(serial += 1)})?` });

describe('a digest', () => {
  it('says what is new in what one follows, and what one could answer, once', async () => {
    await follow('CATEGORY', 252);
    const old = await ask(asker, titled('Where is the ration office'));
    await follow('QUESTION', old);
    await ask(asker, { ...titled('How long does a new card take'), categoryIds: [252] });
    await ask(asker, { ...titled('Nothing that anybody here follows'), categoryIds: [253] });
    await answer(old);
    await answer(old, asker);
    await aDayPasses();
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const [mail, ...more] = await digestsTo();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('What is new today on Nagrik');
    expect(mail!.text).toContain('A new question\nHow long does a new card take');
    expect(mail!.text).toContain('2 new answers\nWhere is the ration office');
    expect(mail!.text).not.toContain('Nothing that anybody');
    expect(mail!.text).toContain(`${services.config.publicOrigin}/community/question/`);
    // It is new: it is not offered a second time below.
    expect(mail!.text.match(/How long does a new card take/g)).toHaveLength(1);
    // The next day: only what was asked before still waits for an answer.
    await db.execute(sql`update notification_mails set digest_due_at = now() where user_id = ${reader.id}`);
    await ask(asker, { ...titled('Who signs the form'), categoryIds: [252] });
    await db.execute(sql`update questions set created_at = now() - interval '9 minutes' where title like 'Who signs%'`);
    await send();
    expect(await digestsTo()).toHaveLength(1);
    // It was too young for that digest, and is in this one.
    await aDayPasses();
    await db.execute(
      sql`update notification_mails set digest_until = now() - interval '65 minutes' where user_id = ${reader.id}`,
    );
    await db.execute(
      sql`update questions set created_at = now() - interval '2 days' where title like 'How long%' or title like 'Where is%'`,
    );
    await db.execute(
      sql`update questions set created_at = now() - interval '30 minutes' where title like 'Who signs%'`,
    );
    await send();
    const [, second] = await digestsTo();
    expect(second!.text).toMatch(
      /A new question\nWho signs the form[^]*Questions without an answer that you can answer\n\nHow long/,
    );
  });

  it('does not come where nothing happened, nor to who has no address or wants none', async () => {
    const [none, phoneOnly] = [await join(services), await join(services)];
    await call('PATCH', '/user/telling', phoneOnly, { digest: 'daily' });
    for (const who of [none, phoneOnly]) await follow('TAG', 8, who);
    await ask(asker, { ...titled('Which paper proves the age'), tagIds: [8] });
    for (const who of [reader, phoneOnly]) await aDayPasses(who);
    expect(await send()).toBe(2);
    for (const who of [reader, none, phoneOnly]) expect(await digestsTo(who)).toEqual([]);
  });

  it('is in the language of its reader, who is offered what they can read', async () => {
    await db.update(users).set({ lang: 'hi' }).where(eq(users.id, reader.id));
    await follow('STATE', 'Goa');
    const tamil = await ask(asker, {
      title: `புதிய குடும்ப அட்டை பெற எவ்வளவு நாள் ஆகும் (${(serial += 1)})?`,
      state: 'Goa',
    });
    const hindi = await ask(asker, { title: `नया राशन कार्ड कितने दिन में मिलता है (${(serial += 1)})?`, state: 'Goa' });
    await db.execute(
      sql`update questions set created_at = created_at - interval '3 days' where id in (${tamil}, ${hindi})`,
    );
    await ask(asker, { ...titled('Is the Goa office open on Saturday'), state: 'Goa' });
    await aDayPasses();
    await send();
    const [mail] = await digestsTo();
    expect(mail!.subject).toBe('नागरिक पर आज क्या नया है');
    expect(mail!.text).toContain('नया राशन कार्ड');
    expect(mail!.text).not.toContain('குடும்ப');
  });

  it('offers what was routed, also where nothing else happened, once', async () => {
    const open = await ask(asker, titled('Which form is for a second card'));
    const answered = await ask(asker, titled('Where is the form for a second card'));
    for (const questionId of [open, answered])
      await db.insert(notifications).values({ userId: reader.id, kind: 'FOLLOWED', reason: 'ROUTED', questionId });
    await answer(answered);
    await db.update(notificationMails).set({ isOn: true }).where(eq(notificationMails.userId, reader.id));
    await db.execute(sql`update notifications set created_at = created_at - interval '11 minutes'`);
    expect(await sendNotificationMails(services)).toBe(0);
    await aDayPasses();
    await send();
    const [mail] = await digestsTo();
    expect(mail!.text).toContain('Questions without an answer that you can answer\n\nWhich form is for a second card');
    expect(mail!.text).not.toContain('Where is the form');
    await db.execute(sql`update notification_mails set digest_due_at = now() where user_id = ${reader.id}`);
    await send();
    expect(await digestsTo()).toHaveLength(1);
  });

  it('carries no link, number or hidden question of a stranger, and names nobody who asked without a name', async () => {
    await follow('TAG', 7);
    for (const title of [
      'Win money now at evil.example today',
      'Call 98765 43210 for a new card',
      'See http://evil.example/x',
    ])
      await ask(asker, { title: `${title} (${(serial += 1)})?`, tagIds: [7] });
    const hidden = await ask(asker, { ...titled('A question that was hidden'), tagIds: [7] });
    await db.execute(sql`update questions set hidden_at = now() where id = ${hidden}`);
    await ask(asker, { ...titled('My husband beats me, where do I go'), tagIds: [7], isAnonymous: true });
    await aDayPasses();
    await send();
    const [{ text }] = (await digestsTo()) as [Message];
    expect(text.match(/A question \(read it on the site\)/g)).toHaveLength(3);
    expect(text.replaceAll(/http:\/\/localhost\S+/g, '')).not.toMatch(/evil|98765|hidden|Meena/);
    expect(text).toContain('My husband beats me');
  });

  it('tells of a page that says what has changed', async () => {
    const [writer, editor] = [await colleague(test, 'writer'), await colleague(test, 'editor', 'checker')];
    await db.execute(sql`insert into authors (key, name) values ('asha', 'Asha Rao') on conflict do nothing`);
    const words = { title: 'The fee of the form', summary: 'What the form costs.', body: 'The form costs ₹10.' };
    const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...words, lang: 'en' }));
    const publish = async (revision: number, more: object = {}) => {
      dataOf(await writer.post(`/articles/${id}/submit`, { revision }));
      dataOf(await editor.post(`/articles/${id}/approve`, { revision }));
      dataOf(await editor.post(`/articles/${id}/publish`, { revision, ...more }));
    };
    await publish(1);
    await follow('ARTICLE', id);
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'This form costs ₹20.' }));
    await publish(2, { changeNote: 'The form costs ₹20 now.' });
    await aDayPasses();
    await send();
    expect((await digestsTo()).map(({ text }) => text)).toEqual([
      expect.stringContaining('This has changed\nThe fee of the form\n'),
    ]);
  });

  it('waits until the quiet hours end', async () => {
    await call('PATCH', '/user/telling', reader, { quietFrom: '00:00', quietUntil: '23:59' });
    await follow('CATEGORY', 252);
    await ask(asker, { ...titled('When does the counter open'), categoryIds: [252] });
    await aDayPasses();
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T06:30:00Z`);
    await db.execute(
      sql`update notification_mails set digest_due_at = ${noon.toISOString()} where user_id = ${reader.id}`,
    );
    await sendDigests({ ...services, clock: () => noon });
    const [mail] = await digestsTo();
    expect(new Date(mail!.notBefore!).toISOString().slice(11)).toBe('18:29:00.000Z');
  });

  it('goes once, whatever is killed between claim and message, and however many instances look at once', async () => {
    const people = [reader, ...(await Promise.all(Array.from({ length: 120 }, () => wantingDigest())))];
    for (const who of people) await follow('CATEGORY', 253, who);
    await ask(asker, { ...titled('Who gets the card of the family'), categoryIds: [253] });
    await db.execute(sql`update questions set created_at = created_at - interval '1 hour'`);
    await db.execute(
      sql`update notification_mails set digest_due_at = now() - interval '1 minute', digest_until = now() - interval '1 day' where digest <> 'none'`,
    );
    let left = 70;
    const outbox: typeof services.outbox = {
      ...services.outbox,
      send: (tx, message) =>
        (left -= 1) < 0 ? Promise.reject(new Error('killed')) : services.outbox.send(tx, message),
    };
    await expect(sendDigests({ ...services, outbox })).rejects.toThrow('killed');
    // The first batch stands, of the second nothing does.
    expect(await db.$count(notificationMails, sql`digest <> 'none' and digest_due_at > now()`)).toBe(50);
    const decided = await Promise.all([send(), send(), send()]);
    expect(decided.reduce((sum, some) => sum + some, 0)).toBe(people.length - 50);
    const counts = await Promise.all(people.map(async (who) => (await digestsTo(who)).length));
    expect(counts.filter((count) => count !== 1)).toEqual([]);
  });

  it('over the limit of a mailbox says it the next time', async () => {
    await follow('CATEGORY', 252);
    await ask(asker, { ...titled('How is a lost card replaced'), categoryIds: [252] });
    await aDayPasses();
    const { tooMany } = await import('../../platform/wire/errors.ts');
    const full = { ...services, limits: { ...services.limits, mailsPerMailbox: () => Promise.reject(tooMany(60)) } };
    expect(await sendDigests(full)).toBe(1);
    expect(await digestsTo()).toEqual([]);
    await db.execute(sql`update notification_mails set digest_due_at = now() where user_id = ${reader.id}`);
    await send();
    expect((await digestsTo())[0]!.text).toContain('How is a lost card replaced');
  });
});

it('is stopped alone by one tap, without signing in', async () => {
  await call('PATCH', '/user/telling', reader, { answers: ['mail'], follows: ['mail'] });
  await follow('CATEGORY', 252);
  await ask(helper, { ...titled('Does the card need a photograph'), categoryIds: [252] });
  await aDayPasses();
  await send();
  const [{ headers, text }] = (await digestsTo()) as [Message];
  expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const address = new URL(headers!['List-Unsubscribe']!.slice(1, -1));
  expect(text).toContain(address.href);
  const tap = (path: string) =>
    test.send('POST', path, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' });
  const path = address.pathname + address.search;
  expect((await test.app.inject({ url: path })).body).toContain('Other mail that you asked for still comes.');
  // A key of one kind is none of the other.
  expect((await tap(path.replace('digest.', ''))).statusCode).toBe(404);
  const stopped = await tap(path);
  expect(stopped.statusCode).toBe(200);
  const { body } = await call('GET', '/user/telling', reader);
  expect(body.data).toMatchObject({ digest: 'none', answers: ['mail'], follows: ['mail'] });
});

it('is chosen on the page of notifications, without script', async () => {
  const choose = (digest: string) =>
    test.send('POST', '/notifications', `digest=${digest}`, {
      ...reader.lasting,
      'content-type': 'application/x-www-form-urlencoded',
    });
  expect((await choose('weekly')).statusCode).toBe(303);
  expect((await call('GET', '/user/telling', reader)).body.data.digest).toBe('weekly');
  await choose('hourly');
  expect((await call('GET', '/user/telling', reader)).body.data.digest).toBe('weekly');
  const page = await test.app.inject({ url: '/notifications', headers: { cookie: reader.cookies } });
  expect(page.body).toMatch(/<option value="weekly" selected/);
});

it('a wish from before there were digests begins now', async () => {
  await follow('CATEGORY', 252);
  await ask(asker, { ...titled('What was asked before that'), categoryIds: [252] });
  await db.delete(notificationMails).where(eq(notificationMails.userId, reader.id));
  // As an instance of the version before writes it, and as the migration leaves it.
  await db.execute(sql`insert into notification_mails (user_id, digest) values (${reader.id}, 'weekly')`);
  await send();
  expect(await digestsTo()).toEqual([]);
  const [row] = await db.select().from(notificationMails).where(eq(notificationMails.userId, reader.id));
  expect(row!.digestDueAt).toEqual(nextDigest('weekly', new Date()));
});

it('SMS about answers are turned on and off on the page, without script', async () => {
  const turn = (value: string) =>
    test.send('POST', '/notifications', `sms=${value}`, {
      ...reader.lasting,
      'content-type': 'application/x-www-form-urlencoded',
    });
  await turn('on');
  expect((await call('GET', '/user/telling', reader)).body.data.answers).toEqual(['push', 'sms']);
  const page = await test.app.inject({ url: '/notifications', headers: { cookie: reader.cookies } });
  expect(page.body).toContain('Stop the SMS');
  await turn('off');
  expect((await call('GET', '/user/telling', reader)).body.data.answers).toEqual(['push']);
});

it.each([
  ['daily', '2026-11-28T06:59:59+05:30', '2026-11-28T07:00:00+05:30'],
  ['daily', '2026-11-28T07:00:00+05:30', '2026-11-29T07:00:00+05:30'],
  // A Saturday, and a Sunday after its hour.
  ['weekly', '2026-11-28T23:00:00+05:30', '2026-11-29T07:00:00+05:30'],
  ['weekly', '2026-11-29T08:00:00+05:30', '2026-12-06T07:00:00+05:30'],
  // In India it is already the next day.
  ['daily', '2026-11-28T20:00:00Z', '2026-11-29T07:00:00+05:30'],
] as const)('the %s digest after %s is due at %s', (digest, now, due) => {
  expect(nextDigest(digest, new Date(now))).toEqual(new Date(due));
});
