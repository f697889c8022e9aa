import { readdirSync, readFileSync } from 'node:fs';
import { notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../database/connect.server.ts';
import { outboxMessages, rateLimits, codePurposes } from '../../database/schema.ts';
import { countWrite } from '../../platform/guard/count-write.server.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { createMetrics } from '../../platform/observe/metrics.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { join } from '../../testing/join.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import { remindOfLetter } from '../letters/letter-reminder.server.ts';
import { procedures } from '../letters/procedures.ts';
import { openContact, openGrievance } from '../support/open-ticket.server.ts';
import { ensureUser } from '../users/ensure-user.server.ts';
import { sendLimited } from './send-limited.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({ outbox: { providers: { email: async () => {} } } });
let another: Connection | undefined;
/** Two where there is a PostgreSQL; PGlite has one process. */
let instances: PageServices[];
beforeAll(async () => {
  const { connection, config } = test.services;
  if (postgresServer) {
    another = await connectAgain(test.services, config.dataDir);
  }
  instances = [connection, another ?? connection].map((own) => ({
    ...test.services,
    connection: own,
    limits: defaultLimits(own),
  }));
});
afterAll(async () => {
  await another?.close();
});
beforeEach(async () => {
  site += 1;
  await test.db.delete(outboxMessages);
  await test.db.delete(rateLimits);
});

const mails = async () =>
  (
    await test.db
      .select({ id: outboxMessages.id })
      .from(outboxMessages)
      .where(notInArray(outboxMessages.purpose, [...codePurposes]))
  ).length;
const nameless = { firstName: 'Asha', lastName: '' };
const accountOf = async (email: string) => (await ensureUser(test.db, test.services.config, email, nameless)).user.id;
let site = 0;
/** One of ten /64s of one /48, another one in each test: a refusal is remembered for a while. */
const addressOf = (nth: number) => `2001:db8:${site}:${nth % 10}00::${nth + 1}`;
const dayOf = (nth: number) =>
  new Date(Date.UTC(2099, 0, 1 + nth)).toISOString().slice(0, 10) as `${number}-${number}-${number}`;
const remind = (nth: number, userId: string, address = addressOf(nth), dueOn: string = dayOf(nth)) =>
  remindOfLetter(
    instances[nth % 2]!,
    { userId, address },
    { procedure: procedures[nth % 3 ? 'rti' : 'rti-first-appeal'], language: nth % 5 ? 'en' : 'hi', dueOn, next: null },
  );

it('200 reminders of one person, by all spellings of their address, from ten /64s: 20 mails', async () => {
  const people = await Promise.all(
    ['asha.rao@gmail.com', 'asharao@gmail.com', 'ashar.ao+1@gmail.com', 'a.sharao@googlemail.com'].map(accountOf),
  );
  const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => remind(nth, people[nth % people.length]!)));
  expect(await mails()).toBe(20);
  expect(answers.filter((answer) => answer === 'queued')).toHaveLength(20);
  expect(answers.filter((answer) => answer === 'many')).toHaveLength(180);
}, 30_000);

it('20 for one account from anywhere, and 20 for the accounts of one /48', async () => {
  const one = await accountOf('ravi@example.in');
  for (let nth = 0; nth < 25; nth += 1) await remind(nth, one, `203.0.113.${nth}`);
  expect(await mails()).toBe(20);
  for (let nth = 0; nth < 25; nth += 1) await remind(nth, await accountOf(`person${nth}@example.in`));
  expect(await mails()).toBe(40);
}, 30_000);

it('20 in all for one person with a /48: signed out, by several accounts, at once and hours later', async () => {
  Object.assign(test.services.limits, { writtenFrom: instances[0]!.limits.writtenFrom });
  const [one, another, elsewhere] = await Promise.all([1, 2, 3].map(() => join(test.services)));
  // By a call and by a form; who writes from an IPv4 address shares it with strangers.
  const call = { method: 'PATCH', url: '/api/user', payload: { firstName: 'Usha' } } as const;
  await test.app.inject({ ...call, headers: one!.headers, remoteAddress: addressOf(3) });
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: test.services.config.publicOrigin };
  await test.app.inject({
    method: 'POST',
    url: '/notifications',
    headers: { ...form, cookie: another!.cookies },
    payload: 'all=1',
    remoteAddress: addressOf(4),
  });
  await test.app.inject({ ...call, headers: elsewhere!.headers, remoteAddress: '198.51.100.7' });
  const mail = { channel: 'email' as const, purpose: 'notifications', subject: 'Hello', text: 'Hi' };
  const caused = async (userId: string | null, address: string | null, many: number) => {
    let sent = 0;
    for (let nth = 0; nth < many; nth += 1) {
      const services = instances[nth % 2]!;
      const to = `reader${nth}.${userId}@example.in`;
      if (await sendLimited(services, services.connection.db, { ...mail, to }, { by: 'reader', userId, address }))
        sent += 1;
    }
    return sent;
  };
  expect(await caused(null, addressOf(1), 8)).toBe(8);
  expect(await caused(one!.id, null, 8)).toBe(8);
  expect(await caused(another!.id, null, 8)).toBe(4);
  expect(await caused(one!.id, addressOf(5), 8)).toBe(0);
  expect(await caused(elsewhere!.id, null, 8)).toBe(8);
  expect(await mails()).toBe(28);
}, 30_000);

it('200 later in all for the accounts behind one IPv4 address, which thousands may share', async () => {
  const address = '198.51.100.77';
  const people = await Promise.all(Array.from({ length: 11 }, () => join(test.services)));
  for (const { id } of people) await countWrite(instances[0]!, id, address);
  const mail = { channel: 'email' as const, purpose: 'notifications', subject: 'Hello', text: 'Hi' };
  let sent = 0;
  for (const { id: userId } of people)
    for (let nth = 0; nth < 20; nth += 1) {
      const services = instances[nth % 2]!;
      const to = `reader${nth}.${userId}@example.in`;
      const cause = { by: 'reader', userId, address: null } as const;
      if (await sendLimited(services, services.connection.db, { ...mail, to }, cause)) sent += 1;
    }
  expect(sent).toBe(200);
}, 30_000);

it('the owner is told once mails are held back, and not before', async () => {
  const told: string[] = [];
  const { connection } = test.services;
  const limits = defaultLimits(connection, {}, (...alert) => told.push(alert.join(' ')));
  const services = { ...test.services, limits: createMetrics().counting(limits) };
  const mail = { channel: 'email' as const, to: 'usha@example.in', purpose: 'answer', subject: 'Hello', text: 'Hi' };
  for (let nth = 0; nth < 20; nth += 1) await sendLimited(services, connection.db, mail, { by: 'site' });
  expect(told).toEqual([]);
  await sendLimited(services, connection.db, mail, { by: 'site' });
  expect(told).toEqual(['mails used']);
});

it('the same reminder twice, also at once on two instances, is one', async () => {
  const one = await accountOf('meena@example.in');
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => remind(nth * 3, one, '::1', '2099-03-01')));
  expect(answers).toEqual(Array(8).fill('queued'));
  expect(await mails()).toBe(1);
});

it('none is queued for a day that is past', async () => {
  const one = await accountOf('meena@example.in');
  expect(await remind(1, one, '::1', '2020-01-01')).toBe('past');
  expect(await mails()).toBe(0);
});

it('forms of nobody, receipts and the mails about them count alike; every complaint is taken', async () => {
  const tickets = new Set<number>();
  for (let nth = 0; nth < 40; nth += 1) {
    const sender = { userId: null, address: addressOf(nth) };
    const name = 'Asha Rao';
    const { ticketId } = await openGrievance(
      instances[nth % 2]!,
      {
        name,
        phoneNo: undefined,
        entityAddress: undefined,
        email: `reader${nth}@example.in`,
        category: 'WRONG',
        text: `The fee is not ₹${nth}.`,
      },
      sender,
    );
    tickets.add(ticketId);
    const message = {
      name,
      phoneNo: undefined,
      email: `reader${nth}@example.in`,
      subject: 'Hello',
      message: `The ${nth}th message.`,
    };
    tickets.add((await openContact(instances[nth % 2]!, message, sender)).ticketId);
  }
  expect(tickets.size).toBe(80);
  expect(await mails()).toBe(20);
}, 30_000);

it('what readers cause takes nothing from what the newsroom and its clocks send', async () => {
  const mail = { channel: 'email' as const, to: 'asha@example.in', purpose: 'answer', subject: 'Hello', text: 'Hi' };
  const sent = { reader: 0, site: 0 };
  for (let nth = 0; nth < 25; nth += 1) {
    const { db } = instances[0]!.connection;
    const reader = { by: 'reader' as const, userId: null, address: `198.51.100.${nth}` };
    if (await sendLimited(instances[0]!, db, mail, reader)) sent.reader += 1;
    if (await sendLimited(instances[0]!, db, mail, { by: 'site' })) sent.site += 1;
  }
  expect(sent).toEqual({ reader: 20, site: 20 });
});

it('nothing is sent past these limits but codes, what follows a proven code, and the owner’s alarms', () => {
  const root = new URL('../../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file),
  );
  const sending = files.filter((file) => /outbox\.send\(/.test(readFileSync(new URL(file, root), 'utf8')));
  expect(sending.toSorted()).toEqual([
    // To those who asked for it, once for each newsletter that two people of the newsroom have approved.
    'features/newsletter/send-newsletters.server.ts',
    // To devices, 20 a day for each person.
    'features/notifications/push-notifications.server.ts',
    // By SMS, bounded for each person and for the site's day.
    'features/notifications/send-answer-sms.server.ts',
    'features/otp/send-code.server.ts',
    'features/otp/send-limited.server.ts',
    // Once in twelve hours for each of them.
    'features/support/alert-owner.server.ts',
    // The operator's own answer, by a command.
    'features/support/answer-ticket.server.ts',
    'features/users/notify-account-changed.server.ts',
  ]);
});
