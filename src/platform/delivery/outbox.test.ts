// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { outboxMessages } from '../../database/schema.ts';
import { bareBrowser } from '../../features/otp/browser.server.ts';
import { sendCode } from '../../features/otp/send-code.server.ts';
import {
  config,
  database,
  db,
  log,
  mail,
  open,
  openOutboxSite,
  provider,
  rowOf,
  sms,
  until,
  wait,
} from '../../testing/outbox-site.ts';
import { readConfig } from '../settings/config.server.ts';
import { providersOf } from './outbox-providers.server.ts';
import { problems } from '../../messages/problems.ts';
import { createOutbox, type Outbox } from './outbox.server.ts';
import { type Message, Undeliverable } from './outbox-message.ts';
import { plainServices } from '../../testing/plain-services.ts';

openOutboxSite();

describe('a message', () => {
  it('goes out after the transaction that wrote it, once, and is wiped', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    const id = await db().transaction(async (tx) => {
      const sent = await outbox.send(tx, { ...sms, expiresAt: new Date(Date.now() + 60_000) });
      outbox.kick();
      return sent;
    });
    outbox.kick();
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toMatchObject([{ ...sms, reference: id }]);
    expect(await rowOf(id)).toMatchObject({ sealed: null, tries: 1, has_failed: false });
    await wait(150);
    expect(taken).toHaveLength(1);
  });

  it('of a transaction that is rolled back is never sent', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    await db()
      .transaction(async (tx) => {
        await outbox.send(tx, sms);
        throw new Error('no');
      })
      .catch(() => {});
    await wait(150);
    expect(taken).toEqual([]);
  });

  it('cannot be read in the database: no number, no text, no code', async () => {
    const outbox = open({}, { keepsForDevelopment: true });
    await outbox.send(db(), sms);
    const { rows } = await db().execute(sql`select * from outbox_messages`);
    expect(JSON.stringify(rows)).not.toMatch(/9876543210|123456|your code/);
    expect(await outbox.listForDevelopment()).toMatchObject([
      { to: sms.to, text: sms.text, code: '123456', channel: 'sms' },
    ]);
  });

  it('that does not go through is tried again with the same id, further and further apart', async () => {
    let failures = 2;
    const { taken, deliver } = provider(() => {
      if (failures-- > 0) throw Object.assign(new Error('to +919876543210'), { code: 'ECONNREFUSED' });
    });
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken.map(({ reference }) => reference)).toEqual([id, id, id]);
    expect(await rowOf(id)).toMatchObject({ tries: 3, last_error: null });
  });

  it('is given up after the last try, wiped, and told in the log without saying whose it was', async () => {
    const { taken, deliver } = provider((message) => {
      throw new Error(`no way to ${message.to}`);
    });
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toHaveLength(4);
    expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'Error' });
    expect(log).toMatchObject([
      { fields: { id, channel: 'sms', reason: 'Error' }, text: 'a message could not be delivered' },
    ]);
    expect(JSON.stringify(log)).not.toContain('9876543210');
    expect(await outbox.count()).toEqual([{ channel: 'sms', waiting: 0, oldestSeconds: 0, failed: 1 }]);
  });

  it('that is undeliverable is given up at once', async () => {
    const { taken, deliver } = provider(() => {
      throw new Undeliverable('EENVELOPE 550');
    });
    const outbox = open({ email: deliver });
    const id = await outbox.send(db(), mail);
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'EENVELOPE 550' });
    expect(log).toMatchObject([{ fields: { id, channel: 'email', reason: 'EENVELOPE 550' } }]);
  });

  it('goes out, and is tried again, without waiting for the next poll', async () => {
    let failures = 1;
    const { taken, deliver } = provider(() => {
      if (failures-- > 0) throw new Error('not now');
    });
    const outbox = open({ sms: deliver }, { timings: { pollMs: 60_000 } });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['EAUTH 535', Object.assign(new Error('for +919876543210'), { code: 'EAUTH', responseCode: 535 })],
    ['503', Object.assign(new Error('for +919876543210'), { responseCode: 503 })],
    ['ETIMEDOUT', Object.assign(new Error('for +919876543210'), { code: 'ETIMEDOUT', responseCode: {} })],
    ['TypeError', new TypeError('for +919876543210')],
    ['Error', 'for +919876543210'],
    ['x'.repeat(60), Object.assign(new Error(), { code: 'x'.repeat(99) })],
    ['y'.repeat(60), Object.assign(new Error(), { name: 'y'.repeat(99) })],
  ])('says of a failure no more than %j', async (reason, thrown) => {
    const outbox = open(
      {
        sms: () => {
          throw thrown;
        },
      },
      { timings: { delaysMs: [] } },
    );
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).has_failed);
    expect((await rowOf(id)).last_error).toBe(reason);
  });

  it('that is postponed waits for its time, and is not counted as late before it', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ email: deliver });
    const id = await outbox.send(db(), { ...mail, notBefore: new Date(Date.now() + 40 * 86_400_000) });
    const soon = await outbox.send(db(), mail);
    await until(async () => (await rowOf(soon)).is_delivered);
    expect(taken).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ tries: 0, is_delivered: false });
    expect(await outbox.count()).toEqual([{ channel: 'email', waiting: 0, oldestSeconds: 0, failed: 0 }]);
    await db()
      .update(outboxMessages)
      .set({ nextTryAt: sql`now()` })
      .where(eq(outboxMessages.id, id));
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toHaveLength(2);
  });

  it('that has expired is not sent', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), { ...sms, expiresAt: new Date(Date.now() - 1_000) });
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'expired' });
    expect(log).toEqual([]);
    const late = await outbox.send(db(), { ...sms, expiresAt: new Date(Date.now() + 60_000) });
    await until(async () => (await rowOf(late)).is_delivered);
  });

  it('sealed with another secret, or moved to another row, is not sent', async () => {
    const { taken, deliver } = provider();
    const other = createOutbox({
      connection: database.connection,
      config: { ...config(), authSecret: 'another secret altogether' },
      providers: { sms: deliver },
    });
    const strange = await other.send(db(), sms);
    const outbox = open({ sms: deliver });
    await until(async () => (await rowOf(strange)).has_failed);
    const quiet = createOutbox({ connection: database.connection, config: config(), providers: { email: deliver } });
    const [one, two] = [await quiet.send(db(), mail), await quiet.send(db(), { ...mail, to: 'b@example.in' })];
    await db().execute(
      sql`update outbox_messages a set sealed = b.sealed, channel = 'sms' from outbox_messages b where a.id = ${one} and b.id = ${two}`,
    );
    outbox.kick();
    await until(async () => (await rowOf(one)).has_failed);
    expect(taken).toEqual([]);
    for (const id of [strange, one])
      expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'sealed with another secret' });
  });

  it('of a channel without a provider is a failure that the log tells, where others can reach the site', async () => {
    const outbox = open({ sms: async () => {} });
    expect([outbox.takes('sms'), outbox.takes('email')]).toEqual([true, false]);
    const id = await outbox.send(db(), mail);
    expect(await rowOf(id)).toMatchObject({ sealed: null, has_failed: true, last_error: 'no provider' });
    expect(log).toMatchObject([{ fields: { channel: 'email' }, text: 'a message has no provider to go to' }]);
    const ask = (identifier: string, from: Outbox) =>
      sendCode(plainServices(database.connection, config(), { outbox: from }), {
        identifier,
        purpose: 'signin',
        browser: bareBrowser(),
        address: '::1',
      });
    const refusal = { status: 503, code: 'unavailable' };
    await expect(ask('asha@example.in', outbox)).rejects.toMatchObject({ ...refusal, message: problems.noCodesByMail });
    const mailing = open({ email: async () => {} });
    await expect(ask(sms.to, mailing)).rejects.toMatchObject({ ...refusal, message: problems.noCodesByPhone });
  });
});

describe('without a provider, on a machine that nobody else reaches', () => {
  it('messages are kept for reading, and the log says to whom, and the code or the subject', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver }, { keepsForDevelopment: true });
    expect([outbox.takes('sms'), outbox.takes('email'), outbox.isForDevelopment]).toEqual([true, true, true]);
    const sent = await outbox.send(db(), sms);
    const kept = await outbox.send(db(), mail);
    await until(async () => (await rowOf(sent)).is_delivered);
    expect(taken).toHaveLength(1);
    expect(await rowOf(kept)).toMatchObject({ tries: 0, is_delivered: true, has_failed: false });
    expect(await outbox.listForDevelopment()).toMatchObject([
      { id: kept, channel: 'email', to: mail.to, subject: mail.subject, text: mail.text, code: null },
    ]);
    const text = 'message for the development outbox';
    expect(log).toEqual([{ fields: { channel: 'email', to: 'a•••@example.in', subject: 'Hello' }, text }]);
    const none = open({}, { keepsForDevelopment: true });
    await none.send(db(), sms);
    expect(log.at(-1)).toEqual({ fields: { channel: 'sms', to: '•••••• 3210', code: '123456' }, text });
    expect((await none.listForDevelopment()).map(({ channel }) => channel)).toEqual(['sms', 'email']);
  });

  it('none is kept where each channel has one, or where others reach the site', async () => {
    const both = open({ sms: async () => {}, email: async () => {} }, { keepsForDevelopment: true });
    expect(both.isForDevelopment).toBe(false);
    await open({}, { keepsForDevelopment: true }).send(db(), mail);
    expect(await both.listForDevelopment()).toEqual([]);
    const opened = (publicOrigin: string) =>
      createOutbox({ connection: database.connection, config: { ...config(), publicOrigin } });
    expect(opened('http://localhost:3000').takes('sms')).toBe(true);
    expect(opened('https://nagrik.example').takes('sms')).toBe(false);
  });
});

it('a channel has a provider where the settings name one', () => {
  const mailing = { SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@example.in' };
  const texting = {
    SMS_PROVIDER: 'msg91',
    SMS_API_KEY: 'a key of the tests',
    SMS_SENDER_ID: 'NAGRIK',
    SMS_ENTITY_ID: '1234567890123456789',
    SMS_TEMPLATE_ID: '1234567890123456789',
  };
  const channels = (env: object) => Object.keys(providersOf(readConfig({ DATA_DIR: database.dataDir, ...env })));
  expect([channels({}), channels(mailing), channels(texting)]).toEqual([[], ['email', 'bulk'], ['sms']]);
});

describe('what waits', () => {
  it('is counted by channel, with how long the oldest has been due, and what failed within a day', async () => {
    const quiet = createOutbox({
      connection: database.connection,
      config: config(),
      providers: { sms: async () => {}, email: async () => {} },
    });
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const add = async (message: Message, row: Partial<typeof outboxMessages.$inferInsert>) => {
      const id = await quiet.send(db(), message);
      await db().update(outboxMessages).set(row).where(eq(outboxMessages.id, id));
    };
    // Never tried: since it was due. Tried: since it was written.
    await add(sms, { createdAt: ago(900), nextTryAt: ago(50) });
    await add(sms, { createdAt: ago(900), nextTryAt: ago(-900) });
    await add(mail, { createdAt: ago(200), nextTryAt: ago(-60), tries: 1 });
    await add(mail, { createdAt: ago(100), nextTryAt: ago(10), tries: 2 });
    await add(mail, { createdAt: ago(900), nextTryAt: ago(900), tries: 1, deliveredAt: ago(9) });
    await add(mail, { createdAt: ago(900), nextTryAt: ago(900), tries: 1, failedAt: ago(9) });
    await add(mail, { createdAt: ago(99_000), nextTryAt: ago(99_000), tries: 1, failedAt: ago(90_000) });
    const counted = await quiet.count();
    expect(counted).toMatchObject([
      { channel: 'email', waiting: 2, failed: 1 },
      { channel: 'sms', waiting: 1, failed: 0 },
    ]);
    const [email, phone] = counted.map(({ oldestSeconds }) => oldestSeconds);
    expect(email).toBeGreaterThanOrEqual(200);
    expect(email).toBeLessThan(260);
    expect(phone).toBeGreaterThanOrEqual(50);
    expect(phone).toBeLessThan(110);
  });
});
