// @runs on both databases
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { notifications, outboxMessages, pushSubscriptions, users } from '../../database/schema.ts';
import { type Message, RecipientFails, Undeliverable } from '../../platform/delivery/outbox-message.ts';
import { unseal } from '../../platform/guard/seal.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { deliverPush } from './deliver-push.server.ts';
import type { PushPayload } from './push-payload.ts';
import { pushNotifications } from './push-notifications.server.ts';
import { quietEnd } from './quiet-hours.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const me = prepared(() => signIn(test));
const helper = prepared(() => signIn(test));

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, who: SignedIn | null, payload?: object) {
  const answer = await test.send(method, `/api${path}`, payload, who?.headers);
  return { status: answer.statusCode, body: answer.json() };
}
function browser(endpoint = `https://push.example.com/${randomUUID()}`) {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return {
    endpoint,
    keys: { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}
async function isAnswered(who: SignedIn): Promise<void> {
  const title = `Where do I take this paper (${randomUUID()})?`;
  const { body } = await call('POST', '/communities/question/create', who, { title });
  await call('POST', '/communities/comment/create', helper, { questionId: body.data.id, body: 'To the office.' });
}
/** What waits for this person's devices. */
async function queued(who: SignedIn) {
  const own = await test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, who.user.id));
  const rows = await test.db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'push'));
  const { authSecret } = test.services.config;
  return rows.flatMap(({ id, sealed, nextTryAt }) => {
    const message = sealed && unseal<Message>({ authSecret, use: 'outbox messages' }, id, sealed);
    if (!message || !own.some((one) => one.id === message.to)) return [];
    return [{ ...(JSON.parse(message.text) as PushPayload), nextTryAt, notBefore: message.notBefore }];
  });
}

describe('by which ways somebody is notified', () => {
  it('are devices at first, change one by one, and are told back', async () => {
    const first = await call('GET', '/user/telling', me);
    expect(first.body.data).toEqual({
      answers: ['push'],
      follows: ['push'],
      changes: ['push'],
      digest: 'none',
      routed: true,
      quietFrom: null,
      quietUntil: null,
    });
    const change = { answers: ['sms', 'mail', 'mail'], quietFrom: '22:00', quietUntil: '06:30' };
    expect((await call('PATCH', '/user/telling', me, change)).body.data).toEqual({
      ...first.body.data,
      ...change,
      answers: ['mail', 'sms'],
    });
    const next = await call('PATCH', '/user/telling', me, { digest: 'weekly', follows: [] });
    expect(next.body.data).toMatchObject({ answers: ['mail', 'sms'], follows: [], digest: 'weekly' });
    expect((await call('GET', '/user/telling', me)).body.data).toEqual(next.body.data);
  });

  it('are refused where they are none', async () => {
    for (const wrong of [
      { answers: ['pigeon'] },
      { digest: 'hourly' },
      { quietFrom: '25:00' },
      { quietUntil: '7' },
      { unknown: 1 },
    ])
      expect((await call('PATCH', '/user/telling', me, wrong)).status).toBe(400);
    expect((await call('GET', '/user/telling', null)).status).toBe(401);
  });

  it('stand both, where two change at the same moment', async () => {
    const who = await signIn(test);
    await Promise.all([
      call('PATCH', '/user/telling', who, { answers: ['mail'] }),
      call('PATCH', '/user/telling', who, { follows: [] }),
    ]);
    expect((await call('GET', '/user/telling', who)).body.data).toMatchObject({ answers: ['mail'], follows: [] });
  });
});

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-11-28T${time}:00+05:30`);
  const end = (quietFrom: string | null, quietUntil: string | null, now: string) =>
    quietEnd({ quietFrom, quietUntil }, at(now))?.toISOString() ?? null;

  it('are of India, and may go over midnight', () => {
    expect(end('22:00', '06:30', '21:59')).toBeNull();
    expect(end('22:00', '06:30', '22:00')).toBe('2026-11-29T01:00:00.000Z');
    expect(end('22:00', '06:30', '06:29')).toBe('2026-11-28T01:00:00.000Z');
    expect(end('22:00', '06:30', '06:30')).toBeNull();
    expect(end('13:00', '14:00', '13:15')).toBe('2026-11-28T08:30:00.000Z');
    expect(end('13:00', '13:00', '13:00')).toBeNull();
    expect(end(null, null, '13:00')).toBeNull();
  });
});

describe('a browser that is to be notified', () => {
  it('is taken once, and ended by its owner alone', async () => {
    const who = await signIn(test);
    const { publicKey } = (await call('GET', '/push/key', null)).body.data;
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const one = browser();
    const made = await call('POST', '/user/push', who, one);
    expect(made.status).toBe(201);
    expect(await call('POST', '/user/push', who, one)).toEqual({ status: 200, body: made.body });
    const { id } = made.body.data;
    expect((await call('DELETE', `/user/push/${id}`, helper)).status).toBe(404);
    expect((await call('DELETE', `/user/push/${id}`, who)).status).toBe(200);
    expect((await call('DELETE', `/user/push/${id}`, who)).status).toBe(404);
  });

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://0x7f000001/',
    'https://localhost/x',
    'https://push.example.com:8443/x',
    'https://user:pass@push.example.com/x',
    'ftp://push.example.com/x',
    'push.example.com',
  ])('is refused where %s is no address on the public internet', async (endpoint) => {
    const { status, body } = await call('POST', '/user/push', me, browser(endpoint));
    expect([status, body.details?.[0]?.path]).toEqual([400, 'endpoint']);
  });

  it('is refused with keys that are none', async () => {
    const { endpoint, keys } = browser();
    for (const wrong of [{ ...keys, p256dh: 'AA' }, { ...keys, auth: 'x'.repeat(200) }, {}])
      expect((await call('POST', '/user/push', me, { endpoint, keys: wrong })).status).toBe(400);
  });

  it('is the eleventh for nobody, however many ask at once', async () => {
    const who = await signIn(test);
    const answers = await Promise.all(Array.from({ length: 14 }, () => call('POST', '/user/push', who, browser())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it('belongs to whoever uses it now, and ends with their session', async () => {
    const [first, second] = [await signIn(test), await signIn(test)];
    const shared = browser();
    await call('POST', '/user/push', first, shared);
    expect((await call('POST', '/user/push', second, shared)).status).toBe(201);
    const rows = () => test.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, shared.endpoint));
    expect((await rows()).map(({ userId }) => userId)).toEqual([second.user.id]);
    await test.db.execute(sql`delete from sessions where user_id = ${second.user.id}`);
    expect(await rows()).toEqual([]);
  });
});

describe('a notification goes to devices', () => {
  it('once to each, without a name or a subject, whichever instances look at it', async () => {
    const who = await signIn(test);
    for (let nth = 0; nth < 2; nth += 1) await call('POST', '/user/push', who, browser());
    await isAnswered(who);
    await Promise.all(Array.from({ length: 4 }, () => pushNotifications(test.services)));
    const found = await queued(who);
    const [row] = await test.db.select().from(notifications).where(eq(notifications.userId, who.user.id));
    const payload = {
      title: 'Nagrik',
      body: 'An answer to your question',
      href: `/notifications?open=${row!.id}`,
      tag: `notification-${row!.id}`,
    };
    expect(found).toEqual([expect.objectContaining(payload), expect.objectContaining(payload)]);
  });

  it('in the language of its reader, and not where it was read, or push is not wanted', async () => {
    const [hindi, off, quick] = [await signIn(test), await signIn(test), await signIn(test)];
    for (const who of [hindi, off, quick]) await call('POST', '/user/push', who, browser());
    await test.db.update(users).set({ lang: 'hi' }).where(eq(users.id, hindi.user.id));
    await call('PATCH', '/user/telling', off, { answers: ['mail'] });
    for (const who of [hindi, off, quick]) await isAnswered(who);
    await call('POST', '/notifications/read', quick, { all: true });
    await pushNotifications(test.services);
    expect((await queued(hindi)).map(({ body }) => body)).toEqual(['आपके सवाल का जवाब']);
    expect([await queued(off), await queued(quick)]).toEqual([[], []]);
  });

  it('after the quiet hours', async () => {
    const who = await signIn(test);
    await call('POST', '/user/push', who, browser());
    await call('PATCH', '/user/telling', who, { quietFrom: '00:00', quietUntil: '23:59' });
    await isAnswered(who);
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T06:30:00Z`);
    await pushNotifications({ ...test.services, clock: () => noon });
    const [found] = await queued(who);
    expect(new Date(found!.notBefore!).toISOString().slice(11)).toBe('18:29:00.000Z');
  });

  it('20 times a day', async () => {
    const who = await signIn(test);
    await call('POST', '/user/push', who, browser());
    await isAnswered(who);
    await test.db.execute(
      sql`insert into notifications (user_id, kind, question_id) select user_id, kind, question_id from notifications, generate_series(1, 30) where user_id = ${who.user.id}`,
    );
    await pushNotifications({ ...test.services, limits: defaultLimits(test.services.connection) });
    expect(await queued(who)).toHaveLength(20);
  });
});

describe('an answer to one’s own question goes by SMS', () => {
  const smsTo = async (who: SignedIn) =>
    (await test.services.outbox.listForDevelopment()).filter(
      ({ channel, to }) => channel === 'sms' && to === who.user.phone,
    );
  const wanting = async () => {
    const who = await signIn(test);
    await call('PATCH', '/user/telling', who, { answers: ['sms'] });
    return who;
  };
  const answersOnly = async (who: SignedIn) => (await smsTo(who)).filter(({ code }) => code === null);

  it('once, without a word about it, to who wants that', async () => {
    const [who, other] = [await wanting(), await signIn(test)];
    for (const one of [who, other]) await isAnswered(one);
    await Promise.all(Array.from({ length: 4 }, () => pushNotifications(test.services)));
    const [row] = await test.db.select().from(notifications).where(eq(notifications.userId, who.user.id));
    expect((await answersOnly(who)).map(({ text }) => text)).toEqual([
      `Nagrik: Your question has an answer. ${test.services.config.publicOrigin}/notifications?open=${row!.id}`,
    ]);
    expect(await answersOnly(other)).toEqual([]);
  });

  it('and nothing else does: no reply, no followed question', async () => {
    const who = await wanting();
    await call('PATCH', '/user/telling', who, { follows: ['sms'], changes: ['sms'] });
    await isAnswered(helper);
    await test.db.execute(sql`insert into notifications (user_id, kind, question_id, actor_id)
      select ${who.user.id}::uuid, kind, (select max(id) from questions), ${helper.user.id}::uuid from unnest(array['REPLY', 'FOLLOWED', 'ACCEPTED', 'MODERATION']) kind`);
    await pushNotifications(test.services);
    expect(await answersOnly(who)).toEqual([]);
  });

  it('within a budget of the person and of the site', async () => {
    await test.db.execute(sql`delete from rate_limits where key like 'answer-sms%'`);
    const budget = { answerSms: { perDay: 3, perPerson: 2 } };
    const limited = { ...test.services, limits: defaultLimits(test.services.connection, budget) };
    const people = [await wanting(), await wanting(), await wanting()];
    for (const who of people) for (let nth = 0; nth < 3; nth += 1) await isAnswered(who);
    await pushNotifications(limited);
    const counts = await Promise.all(people.map(async (who) => (await answersOnly(who)).length));
    expect(counts.toSorted()).toEqual([0, 1, 2]);
  });

  it('only where its text is registered with the operators', async () => {
    const sms = { translated: { code: {}, notice: {}, answer: {} } } as never;
    const who = await wanting();
    await isAnswered(who);
    await pushNotifications({ ...test.services, config: { ...test.services.config, sms } });
    expect(await answersOnly(who)).toEqual([]);
  });

  it('after the quiet hours', async () => {
    const who = await wanting();
    await call('PATCH', '/user/telling', who, { quietFrom: '00:00', quietUntil: '23:59' });
    await isAnswered(who);
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T06:30:00Z`);
    const sent: Message[] = [];
    const outbox: typeof test.services.outbox = {
      ...test.services.outbox,
      send: async (_tx, message) => String(sent.push(message)),
    };
    await pushNotifications({ ...test.services, outbox, clock: () => noon });
    expect(sent.map(({ channel, notBefore }) => [channel, notBefore?.toISOString().slice(11)])).toEqual([
      ['sms', '18:29:00.000Z'],
    ]);
  });
});

describe('the push service of a browser', () => {
  /** A push service of this machine, behind a public name. @param status that it answers */
  async function service(status: () => number) {
    const requests: { headers: NodeJS.Dict<string | string[]>; bytes: number }[] = [];
    const server = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        requests.push({ headers: request.headers, bytes });
        response.writeHead(status()).end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const network = {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
      portOf: () => port,
    };
    const one = browser();
    const { body } = await call('POST', '/user/push', await signIn(test), one);
    const { id } = body.data as { id: string };
    // The stand-in speaks no TLS.
    await test.db
      .update(pushSubscriptions)
      .set({ endpoint: one.endpoint.replace('https', 'http') })
      .where(eq(pushSubscriptions.id, id));
    const deliver = deliverPush(test.db, test.services.config, network);
    const send = (signal = AbortSignal.timeout(9_000)) =>
      deliver({ channel: 'push', to: id, purpose: 'x', subject: '', text: '{"title":"x"}', reference: id }, signal);
    const isThere = async () => (await test.db.$count(pushSubscriptions, eq(pushSubscriptions.id, id))) === 1;
    return { requests, send, isThere };
  }

  it('gets it encrypted, with the site’s own signature', async () => {
    const { requests, send } = await service(() => 201);
    await send();
    expect(requests).toHaveLength(1);
    expect(requests[0]!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(requests[0]!.headers.authorization).toMatch(/^vapid t=ey/);
    expect(requests[0]!.bytes).toBeGreaterThan(80);
  });

  it('that knows the browser no more ends it', async () => {
    for (const status of [404, 410]) {
      const { send, isThere } = await service(() => status);
      await expect(send()).rejects.toThrow(Undeliverable);
      expect(await isThere()).toBe(false);
    }
  });

  it('that fails is asked again, without holding back the others, and never loses the browser', async () => {
    const { send, isThere } = await service(() => 503);
    for (let nth = 0; nth < 7; nth += 1) await expect(send()).rejects.toThrow(RecipientFails);
    expect(await isThere()).toBe(true);
  });

  it('whose name does not resolve in time is asked again', async () => {
    const { body } = await call('POST', '/user/push', me, browser());
    const { id } = body.data as { id: string };
    const network = { resolve: () => new Promise<never>(() => {}), isAllowed: () => true, portOf: () => 443 };
    const deliver = deliverPush(test.db, test.services.config, network);
    const message = { channel: 'push', to: id, purpose: 'x', subject: '', text: '{}', reference: id } as const;
    await expect(deliver(message, AbortSignal.timeout(100))).rejects.toThrow(RecipientFails);
  });

  it('that moved to a private address is never asked', async () => {
    const { body } = await call('POST', '/user/push', me, browser());
    const { id } = body.data as { id: string };
    const network = {
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
      isAllowed: () => false,
      portOf: () => 443,
    };
    const deliver = deliverPush(test.db, test.services.config, network);
    const message = { channel: 'push', to: id, purpose: 'x', subject: '', text: '{}', reference: id } as const;
    await expect(deliver(message, AbortSignal.timeout(5_000))).rejects.toThrow('not public');
    expect(await test.db.$count(pushSubscriptions, eq(pushSubscriptions.id, id))).toBe(0);
  });
});
