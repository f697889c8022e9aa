import { describe, expect, it } from 'vitest';
import { sendNotificationMails } from '../../features/notifications/send-notification-mails.server.ts';
import { readTelling } from '../../features/notifications/telling.queries.server.ts';
import { notificationMails, notifications } from '../../database/schema.ts';
import type { Delivery } from '../../platform/delivery/outbox-message.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { sql } from 'drizzle-orm';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const withAddress = prepared(() => signIn(test, { email: 'asha@example.in' }));
const byPhone = prepared(() => signIn(test));

const origin = 'http://localhost:3000';
const get = (url: string, who: SignedIn | null = null) =>
  test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  test.send('POST', url, payload, { 'content-type': 'application/x-www-form-urlencoded', ...headers });
const isOn = async () => (await readTelling(test.db, withAddress.user.id)).answers.includes('mail');
const turnOn = () => post('/notifications', 'mail=on', { origin, cookie: withAddress.cookies });

describe('the setting for mail', () => {
  it('is turned on and off by a form of the page', async () => {
    expect((await get('/notifications', withAddress)).body).toContain('We can mail asha@example.in');
    expect((await turnOn()).statusCode).toBe(303);
    expect(await isOn()).toBe(true);
    expect((await get('/notifications', withAddress)).body).toContain('Mail goes to asha@example.in');
    await post('/notifications', 'mail=off', { origin, cookie: withAddress.cookies });
    expect(await isOn()).toBe(false);
  });

  it('is not offered to who has no address, nor changed from another site', async () => {
    const page = (await get('/notifications', byPhone)).body;
    expect(page).toContain('Your account has no email address');
    expect(page).not.toContain('name="mail"');
    expect(
      (await post('/notifications', 'mail=on', { origin: 'https://evil.example', cookie: withAddress.cookies }))
        .statusCode,
    ).toBe(403);
    expect(await isOn()).toBe(false);
  });
});

/** Path of the List-Unsubscribe header in a mail that was really sent. */
async function stopAddress(): Promise<string> {
  await turnOn();
  await test.db.insert(notifications).values({
    userId: withAddress.user.id,
    kind: 'ACCEPTED',
    questionId: 1,
    createdAt: sql`now() - interval '11 minutes'`,
  });
  await test.db.update(notificationMails).set({ toldUntil: sql`now() - interval '1 hour'`, sentAt: null });
  const sent: Pick<Delivery, 'headers'>[] = [];
  await sendNotificationMails({
    ...test.services,
    outbox: {
      ...test.services.outbox,
      send: async (_, message) => {
        sent.push(message);
        return 'id';
      },
    },
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const address = /^<(.+)>$/.exec(sent[0]!.headers!['List-Unsubscribe']!)![1]!;
  expect(address.startsWith(`${origin}/unsubscribe?key=`)).toBe(true);
  return address.slice(origin.length);
}

describe('the link in the mail', () => {
  it('shows a button to who opens it, and changes nothing by that', async () => {
    const address = await stopAddress();
    const page = await get(address);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(page.body).toContain('Stop the mail</button>');
    expect(page.body).toContain('noindex');
    expect(await isOn()).toBe(true);
  });

  it.each([
    ['a button on the page', 'application/x-www-form-urlencoded', '', { origin }],
    ['a mail program with a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click', {}],
    [
      'a mail program with parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      {},
    ],
  ])(
    'stops the mail at once by %s, without signing in, and as often as one likes',
    async (_, type, payload, headers) => {
      const address = await stopAddress();
      for (let time = 0; time < 2; time += 1) {
        const answer = await post(address, payload, { 'content-type': type, ...headers });
        expect(answer.statusCode).toBe(200);
        expect(answer.body).toContain('No more mail about notifications');
        expect(await isOn()).toBe(false);
      }
    },
  );

  it("is no page with a key that is not whole, or another person's", async () => {
    const address = await stopAddress();
    const others = address.replace(withAddress.user.id, byPhone.user.id);
    for (const wrong of [
      '/unsubscribe',
      '/unsubscribe?key=',
      `${address}x`,
      address.slice(0, -1),
      others,
      '/unsubscribe?key=%00',
    ]) {
      expect((await get(wrong)).statusCode, wrong).toBe(404);
      expect((await post(wrong, '')).statusCode, wrong).toBe(404);
    }
    expect(await isOn()).toBe(true);
  });
});

it('a notification beyond what an integer holds is listed by cursor, opened and read', async () => {
  const id = 4_294_967_296;
  const userId = byPhone.user.id;
  await test.db
    .execute(sql`insert into notifications (id, user_id, kind, question_id, created_at) overriding system value
    values (${id}, ${userId}, 'ACCEPTED', 1, now() - interval '1 day'), (${id + 1}, ${userId}, 'ACCEPTED', 1, now())`);
  const list = async (more: string) =>
    (await test.app.inject({ url: `/api/notifications?pageSize=1${more}`, headers: byPhone.headers })).json();
  const first = await list('');
  expect(first.data).toMatchObject([{ id: id + 1, isRead: false }]);
  expect((await list(`&cursor=${first.nextCursor}`)).data).toMatchObject([{ id, isRead: false }]);
  expect((await get(`/notifications?open=${id}`, byPhone)).statusCode).toBe(303);
  expect((await list(`&cursor=${first.nextCursor}`)).data).toMatchObject([{ id, isRead: true }]);
  const read = await test.send('POST', '/api/notifications/read', { ids: [id + 1] }, byPhone.headers);
  expect(read.json()).toMatchObject({ data: { unreadCount: 0 } });
  // Other lists' cursors still end where their columns do.
  const beyond = await test.app.inject({
    url: `/api/follows?cursor=${btoa('0,2147483648')}`,
    headers: byPhone.headers,
  });
  expect(beyond.statusCode).toBe(400);
});
