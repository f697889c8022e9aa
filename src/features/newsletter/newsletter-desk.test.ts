// @runs on both databases
import { randomUUIDv7 } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../database/connect.server.ts';
import { newsletters, newsletterSubscribers as subscribers, outboxMessages, users } from '../../database/schema.ts';
import { createOutbox } from '../../platform/delivery/outbox.server.ts';
import { type Deliver, type Message, Undeliverable } from '../../platform/delivery/outbox-message.ts';
import { unseal } from '../../platform/guard/seal.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { openCommunity } from '../../testing/community.ts';
import { type Colleague, colleague, dataOf } from '../../testing/studio.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import type { Newsletter } from './newsletter-desk.contract.ts';
import { moveNewsletters } from './newsletters.server.ts';
import { sendNewsletters, sweepNewsletters } from './send-newsletters.server.ts';
import { stopNews } from './subscribers.server.ts';

const { test, ask, answer } = await openCommunity();
const { services } = test;
const { db } = services.connection;
let another: Connection | undefined;
let [writer, editor, admin]: Colleague[] = [];
beforeAll(async () => {
  [writer, editor, admin] = [
    await colleague(test, 'editor'),
    await colleague(test, 'editor'),
    await colleague(test, 'admin'),
  ];
  if (postgresServer) {
    another = await connectAgain(services, services.config.dataDir);
  }
});
afterAll(async () => {
  await another?.close();
  await test.close();
});
beforeEach(async () => {
  await db.delete(subscribers);
  await db.delete(newsletters);
  await db.delete(outboxMessages);
});

type Reader = Partial<typeof subscribers.$inferInsert>;
let serial = 0;
async function readers(count: number, more: Reader = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUIDv7(),
    email: `reader${(serial += 1)}@example.in`,
    mailbox: `${serial}`,
    lang: 'en',
    confirmedAt: new Date(),
    consentWords: 'Yes',
    ...more,
  }));
  await db.insert(subscribers).values(rows);
  return rows.flatMap(({ email }) => email ?? []).toSorted();
}
const content = { lang: 'en', subject: 'What is new', introduction: 'Dear readers,\n\nhere it is.', items: [] };
const whole = { ...content, states: [], categoryIds: [] };
const begin = async (more: object = {}): Promise<number> =>
  dataOf<{ id: number }>(await writer!.post('/newsletters', { ...whole, ...more })).id;
const read = async (id: number) => dataOf<Newsletter>(await writer!.get(`/newsletters/${id}`));
const act = (who: Colleague | undefined, id: number, name: string, revision = 1, more: object = {}) =>
  who!.post(`/newsletters/${id}/${name}`, { revision, ...more });
async function approved(more: object = {}): Promise<number> {
  const id = await begin(more);
  dataOf(await act(writer, id, 'submit'));
  dataOf(await act(editor, id, 'approve'));
  return id;
}
async function sent(more: object = {}): Promise<number> {
  const id = await approved(more);
  dataOf(await act(writer, id, 'send'));
  return id;
}
async function mails(purpose = 'newsletter'): Promise<Message[]> {
  const rows = await db.select().from(outboxMessages).where(eq(outboxMessages.purpose, purpose));
  const { authSecret } = services.config;
  return rows.flatMap(
    ({ id, sealed }) => unseal<Message>({ authSecret, use: 'outbox messages' }, id, sealed ?? '') ?? [],
  );
}
const addresses = async () => (await mails()).map(({ to }) => to).toSorted();
/** Until nothing is left. */
async function sendAll(all: PageServices = services): Promise<void> {
  for (let nth = 0; nth < 20; nth += 1) await sendNewsletters(all);
}

describe('a newsletter', () => {
  it('is sent though an earlier one cannot start', async () => {
    const everybody = await readers(2);
    const [broken, whole] = [await sent(), await sent({ subject: 'What came later' })];
    await db.execute(
      sql`create function refuse_recipient() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
    );
    await db.execute(sql`create trigger refused before insert on newsletter_recipients for each row
      when (new.newsletter_id = ${sql.raw(String(broken))}) execute function refuse_recipient()`);
    try {
      await expect(sendNewsletters(services)).rejects.toThrow(/newsletter_recipients/);
      expect(await addresses()).toEqual(everybody);
      expect((await read(broken)).state).toBe('scheduled');
      expect((await read(whole)).state).toBe('sending');
    } finally {
      await db.execute(sql`drop function refuse_recipient cascade`);
    }
  });

  it('is composed of pages and questions with answers, and arrives as its preview shows', async () => {
    const [to] = await readers(1);
    const answered = await ask(undefined, { title: 'Where is the ration office of my block?' });
    await answer(answered);
    const calling = await ask(undefined, { title: 'Call 98765 43210 at evil.example for a card?' });
    await answer(calling);
    const open = await ask(undefined, { title: 'Who answers this one?' });
    await db.execute(sql`insert into authors (key, name) values ('asha', 'Asha Rao') on conflict do nothing`);
    const article = await publishedArticle('The <fee> of the form');
    const refused = await writer!.post('/newsletters', {
      ...whole,
      items: [`question ${open}`, 'https://elsewhere.example/article/x-MQ', `article ${article}`],
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().details).toHaveLength(2);
    const id = await sent({ items: [`article ${article}`, `question ${answered}`, `question ${calling}`] });
    const { html, text, recipients } = await read(id);
    expect(recipients).toBe(1);
    expect(html).toContain('The &#60;fee&#62; of the form</a>');
    expect(html).toContain('Question with an answer<br>');
    expect(html).not.toMatch(/<img|<style|<script|style=/);
    expect(Buffer.byteLength(html)).toBeLessThan(5_000);
    await sendAll();
    const [mail] = await mails();
    expect(mail).toMatchObject({ to, subject: 'What is new', channel: 'bulk' });
    const own = new URL(mail!.headers!['List-Unsubscribe']!.slice(1, -1));
    expect(mail!.headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(mail!.text).toContain('Where is the ration office of my block?\nhttp');
    expect(mail!.text.replaceAll(/http:\/\/localhost\S+/g, '')).not.toMatch(/98765|evil/);
    expect(mail!.html).toBe(html.replace(`${services.config.publicOrigin}/newsletter`, own.href));
    expect(mail!.text).toBe(text.replace(`${services.config.publicOrigin}/newsletter`, own.href));
    const stop = await test.app.inject({
      method: 'POST',
      url: own.pathname + own.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(stop.statusCode).toBe(200);
    expect(await db.$count(subscribers, sql`email is not null`)).toBe(0);
  });

  async function publishedArticle(title: string): Promise<number> {
    const [author, checker] = [await colleague(test, 'writer'), await colleague(test, 'editor', 'checker')];
    const { id } = dataOf<{ id: number }>(
      await author.post('/articles', { title, summary: 'What it costs.', body: 'It costs ₹10.', lang: 'en' }),
    );
    dataOf(await author.post(`/articles/${id}/submit`, { revision: 1 }));
    dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }));
    dataOf(await checker.post(`/articles/${id}/publish`, { revision: 1 }));
    return id;
  }

  it('goes out with the titles that were approved, and without what is hidden since', async () => {
    await readers(1);
    const [renamed, hidden] = [await ask(), await ask(undefined, { title: 'A question that gets hidden?' })];
    for (const question of [renamed, hidden]) await answer(question);
    const id = await approved({ items: [`question ${renamed}`, `question ${hidden}`] });
    const title = (await read(id)).items[0]!.title;
    await db.execute(sql`update questions set title = 'Buy my pills' where id = ${renamed}`);
    await db.execute(sql`update questions set hidden_at = now() where id = ${hidden}`);
    expect((await read(id)).items[1]!.canonicalUrl).toBeNull();
    dataOf(await act(writer, id, 'send'));
    await sendAll();
    const [mail] = await mails();
    expect(mail!.text).toContain(title);
    expect(mail!.text).not.toMatch(/pills|gets hidden/);
  });

  it('goes to its language, States and subjects', async () => {
    const [everything] = await readers(1, { state: 'Goa' });
    const [tax] = await readers(1, { state: 'Goa', categoryIds: [253] });
    await readers(1, { state: 'Goa', categoryIds: [252] });
    await readers(1, { state: 'Bihar' });
    await readers(1);
    await readers(1, { state: 'Goa', lang: 'hi' });
    await readers(1, { state: 'Goa', confirmedAt: null });
    const id = await sent({ states: ['Goa'], categoryIds: [253] });
    expect((await read(id)).recipients).toBe(2);
    await sendAll();
    expect(await addresses()).toEqual([everything, tax].toSorted());
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 2, refused: 0, gone: 0, left: 0 } });
  });

  it('is tested on oneself alone, within the mails of the newsroom', async () => {
    await readers(2);
    const id = await begin();
    expect((await writer!.post(`/newsletters/${id}/test`)).statusCode).toBe(409);
    await db.update(users).set({ email: 'desk@example.in' }).where(eq(users.id, writer!.id));
    expect(dataOf(await writer!.post(`/newsletters/${id}/test`))).toEqual({ id, isQueued: true });
    expect(await mails('newsletter test')).toMatchObject([{ to: 'desk@example.in', subject: 'What is new' }]);
    expect(await mails()).toEqual([]);
  });

  it('goes at its time, not before; the time is taken away by a stop', async () => {
    await readers(1);
    const id = await approved();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    dataOf(await act(editor, id, 'send', 1, { at }));
    await sendAll();
    expect(await addresses()).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'scheduled', sendAt: at });
    expect(dataOf(await act(writer, id, 'stop'))).toMatchObject({ state: 'approved', sendAt: null });
    dataOf(await act(editor, id, 'send', 1, { at }));
    await db.execute(sql`update newsletters set send_at = now() where id = ${id}`);
    await sendAll();
    expect(await addresses()).toHaveLength(1);
  });
});

describe('four eyes', () => {
  it('are two people: neither who asked nor who changed it last approves it', async () => {
    const id = await begin();
    expect((await act(writer, id, 'send')).statusCode).toBe(409);
    expect((await act(editor, id, 'approve')).statusCode).toBe(409);
    dataOf(await act(editor, id, 'submit'));
    for (const own of [writer, editor]) expect((await act(own, id, 'approve')).statusCode).toBe(403);
    expect((await act(admin, id, 'approve', 2)).statusCode).toBe(409);
    expect((await act(writer, id, 'send')).statusCode).toBe(409);
    expect(dataOf(await act(admin, id, 'approve'))).toMatchObject({
      state: 'approved',
      approvedBy: { id: admin!.id },
    });
  });

  it('are needed again after any change, also of one that has its time', async () => {
    await readers(1);
    for (const change of [{ subject: 'Another' }, { states: ['Goa'] }, { introduction: 'Other words.' }, {}]) {
      const id = await sent();
      const changed = await editor!.put(`/newsletters/${id}`, { ...whole, ...change, revision: 1 });
      expect(dataOf(changed)).toMatchObject({ state: 'draft', approvedBy: null, sendAt: null, revision: 2 });
      await sendAll();
      expect((await act(writer, id, 'send', 2)).statusCode).toBe(409);
      expect((await editor!.put(`/newsletters/${id}`, { ...whole, revision: 1 })).statusCode).toBe(409);
    }
    expect(await addresses()).toEqual([]);
  });

  it('stay two after two accounts of one person are joined', async () => {
    const [one, other] = [await colleague(test, 'editor'), await colleague(test, 'editor')];
    const id = dataOf<{ id: number }>(await one.post('/newsletters', whole)).id;
    dataOf(await act(one, id, 'submit'));
    const person = ({ id: userId }: Colleague) => ({ userId, identifiers: [] });
    await db.transaction((tx) => moveNewsletters(tx, person(one), person(other)));
    expect((await act(other, id, 'approve')).statusCode).toBe(403);
  });

  it('end with what has left: nothing of it is changed, and nothing is discarded', async () => {
    await readers(1);
    const id = await sent();
    await sendAll();
    expect((await writer!.put(`/newsletters/${id}`, { ...whole, revision: 1 })).statusCode).toBe(409);
    expect((await writer!.remove(`/newsletters/${id}`)).statusCode).toBe(409);
    expect((await act(writer, id, 'send')).statusCode).toBe(409);
    expect(dataOf(await writer!.remove(`/newsletters/${await begin()}`))).toHaveProperty('id');
  });
});

describe('sending', () => {
  it('reaches everybody once, whatever is killed between claim and message, on however many instances', async () => {
    const everybody = await readers(430);
    const id = await sent();
    let left = 170;
    const outbox: typeof services.outbox = {
      ...services.outbox,
      send: (tx, message) =>
        (left -= 1) < 0 ? Promise.reject(new Error('killed')) : services.outbox.send(tx, message),
    };
    await expect(sendNewsletters({ ...services, outbox })).rejects.toThrow('killed');
    // The first batch stands, of the second nothing does.
    expect(await addresses()).toHaveLength(100);
    const instances = [services.connection, another ?? services.connection, services.connection].map((connection) => ({
      ...services,
      connection,
    }));
    for (let nth = 0; nth < 4; nth += 1) await Promise.all(instances.map((one) => sendNewsletters(one)));
    expect(await addresses()).toEqual(everybody);
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 430, left: 0 } });
  });

  it('waits for other mail that is late, and is stopped on its way: who is left is reached later, nobody twice', async () => {
    const everybody = await readers(250);
    const delivered: string[] = [];
    let isOpen = true;
    const bulk: Deliver = async ({ to }) => {
      if (!isOpen) await new Promise(() => {});
      delivered.push(to);
    };
    const outbox = createOutbox({ ...services, providers: { bulk, email: async () => {} } });
    const all = { ...services, outbox };
    const id = await sent();
    const late = await outbox.send(db, { channel: 'email', to: 'a@b.in', purpose: 'other', subject: 'A', text: 'B' });
    await db.execute(sql`update outbox_messages set next_try_at = now() - interval '1 minute' where id = ${late}`);
    await sendNewsletters(all);
    expect(await addresses()).toEqual([]);
    await db.execute(sql`delete from outbox_messages where id = ${late}`);
    await sendNewsletters(all);
    expect(await addresses()).toHaveLength(250);
    // One of them is being delivered.
    const [leaving] = (await db.select().from(outboxMessages).limit(1)).map((row) => row.id);
    await db.execute(sql`update outbox_messages set tries = 1 where id = ${leaving}`);
    expect(dataOf(await act(editor, id, 'stop'))).toMatchObject({ state: 'stopped', progress: { sent: 0, left: 250 } });
    expect(await addresses()).toHaveLength(1);
    await sendNewsletters(all);
    expect(await addresses()).toHaveLength(1);
    dataOf(await act(editor, id, 'send'));
    // Before the worker has it: its lease would end in the middle of a delivery.
    await db.execute(sql`update outbox_messages set next_try_at = now() where id = ${leaving}`);
    outbox.start();
    for (let nth = 0; delivered.length < 250 && nth < 200; nth += 1) {
      await sendNewsletters(all);
      outbox.kick();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await outbox.stop();
    isOpen = false;
    expect(delivered.toSorted()).toEqual(everybody);
    await sendNewsletters(all);
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 250, left: 0 } });
  });

  it('is stopped between two of its batches, and stays so until somebody goes on', async () => {
    await readers(150);
    const id = await sent();
    const outbox = createOutbox({ ...services, providers: { bulk: async () => {} } });
    let sends = 0;
    const stopping: typeof outbox = {
      ...outbox,
      async send(tx, message) {
        if ((sends += 1) === 100) await tx.update(newsletters).set({ state: 'stopped' });
        return outbox.send(tx, message);
      },
    };
    await sendNewsletters({ ...services, outbox: stopping });
    await sendNewsletters({ ...services, outbox });
    expect(await read(id)).toMatchObject({ state: 'stopped', progress: { sent: 0, left: 150 } });
    expect(await addresses()).toHaveLength(100);
    dataOf(await act(editor, id, 'send'));
    await sendAll({ ...services, outbox });
    expect(new Set(await addresses()).size).toBe(150);
    expect(await addresses()).toHaveLength(150);
  });

  it('does not reach who stops their news while it waits to leave', async () => {
    const [first, second] = await readers(2);
    const all = { ...services, outbox: createOutbox({ ...services, providers: { bulk: async () => {} } }) };
    const id = await sent();
    await sendNewsletters(all);
    expect(await addresses()).toEqual([first, second]);
    const [row] = await db.select().from(subscribers).where(eq(subscribers.email, first!));
    await stopNews(services, row!.id);
    expect(await addresses()).toEqual([second]);
    await sendNewsletters(all);
    expect(await read(id)).toMatchObject({ state: 'sending', progress: { gone: 1, left: 1 } });
  });

  it('that stays stopped ends a week after its start: who was not reached is not counted as reached', async () => {
    await readers(3);
    const all = { ...services, outbox: createOutbox({ ...services, providers: { bulk: async () => {} } }) };
    const id = await sent();
    await sendNewsletters(all);
    dataOf(await act(editor, id, 'stop'));
    await sweepNewsletters(services);
    expect((await read(id)).state).toBe('stopped');
    await db.update(newsletters).set({ startedAt: sql`now() - interval '8 days'` });
    await sweepNewsletters(services);
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 0, gone: 3, left: 0 } });
  });

  it('leaves out who stops it meanwhile', async () => {
    const [first, second] = await readers(2);
    const id = await sent();
    await db.execute(sql`update newsletters set send_at = now() where id = ${id}`);
    const killed = { ...services.outbox, send: () => Promise.reject(new Error('killed')) };
    await expect(sendNewsletters({ ...services, outbox: killed })).rejects.toThrow('killed');
    await db.execute(
      sql`update newsletter_subscribers set email = null, ended_at = now(), ended_by = 'reader' where email = ${first}`,
    );
    await sendAll();
    expect(await addresses()).toEqual([second]);
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 1, gone: 1, left: 0 } });
  });

  it('a mailbox that is no longer there ends its subscription, with day and code; the editor sees how many', async () => {
    const [dead, alive, blocked, silent] = await readers(4);
    const refusals: Record<string, Error> = {
      [dead!]: new Undeliverable('RCPT 550 5.1.1'),
      [blocked!]: new Undeliverable('RCPT 550 5.1.8'),
      [silent!]: new Undeliverable('EMESSAGE 554'),
    };
    const bulk: Deliver = ({ to }) => (refusals[to] ? Promise.reject(refusals[to]!) : Promise.resolve());
    const outbox = createOutbox({ ...services, providers: { bulk } });
    outbox.start();
    const id = await sent();
    for (let nth = 0; (await read(id)).state !== 'sent' && nth < 100; nth += 1) {
      await sendNewsletters({ ...services, outbox });
      outbox.kick();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await outbox.stop();
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { sent: 1, refused: 3, left: 0 } });
    const rows = await db.select().from(subscribers).orderBy(subscribers.mailbox);
    expect(rows.map(({ email, endedBy, endCode }) => [email, endedBy, endCode])).toEqual([
      [null, 'bounce', '550 5.1.1'],
      [alive, null, null],
      [blocked, null, null],
      [silent, null, null],
    ]);
    expect(Math.abs(rows[0]!.endedAt!.getTime() - Date.now())).toBeLessThan(60_000);
    expect(dataOf(await writer!.get('/newsletters/readers'))).toEqual({
      byLanguage: [{ lang: 'en', readers: 3 }],
      bounced: 1,
      stopped: 0,
    });
  });

  it('forgets after a month who got it, and keeps the figures', async () => {
    await readers(3);
    const id = await sent();
    await sendAll();
    const count = async () =>
      (await db.execute<{ count: number }>(sql`select count(*)::int as count from newsletter_recipients`)).rows[0]!
        .count;
    await sweepNewsletters(services);
    expect(await count()).toBe(3);
    await db.execute(sql`update newsletters set ended_at = now() - interval '31 days' where id = ${id}`);
    await sweepNewsletters(services);
    expect(await count()).toBe(0);
    expect((await read(id)).progress).toEqual({ sent: 3, refused: 0, gone: 0, left: 0 });
  });
});

describe('the pages of the desk, without script', () => {
  const form = (who: Colleague, path: string, fields: string) =>
    test.app.inject({
      method: 'POST',
      url: path,
      headers: {
        ...who.lasting,
        origin: services.config.publicOrigin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: fields,
    });
  const page = async (who: Colleague, path: string) =>
    (await test.app.inject({ url: path, headers: { cookie: who.cookies } })).body;

  it('write, find, ask, approve and send', async () => {
    await readers(2);
    const question = await ask(undefined, { title: 'How do I change my ration shop?' });
    await answer(question);
    const wrong = await form(
      writer!,
      '/studio/newsletters/new',
      'lang=en&subject=&introduction=Hello&items=/nowhere&go=save',
    );
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('>Hello</textarea>');
    const found = await form(writer!, '/studio/newsletters/new', 'lang=en&subject=News&q=ration+shop&go=find');
    const add = /value="(\/community[^"]*ration-shop[^"]*)"/.exec(found.body)![1]!;
    const added = await form(writer!, '/studio/newsletters/new', `lang=en&subject=News&add=${add}`);
    expect(added.body).toContain(`>${add}</textarea>`);
    const begun = await form(
      writer!,
      '/studio/newsletters/new',
      `lang=en&subject=News&introduction=Hello&items=${add}&state=Goa&state=Bihar&go=save`,
    );
    expect(begun.statusCode).toBe(303);
    const path = String(begun.headers.location).split('?')[0]!;
    const shown = await page(writer!, path);
    expect(shown).toContain('People who would get it now: 0');
    expect(shown).toContain('<option value="en" selected');
    expect((await form(writer!, path, 'revision=1&go=submit')).statusCode).toBe(303);
    expect(await page(writer!, path)).toContain('Somebody else has to approve it');
    const early = await form(editor!, path, 'revision=7&go=approve');
    expect([early.statusCode, early.body.includes('It was changed meanwhile')]).toEqual([409, true]);
    expect((await form(editor!, path, 'revision=1&go=approve')).statusCode).toBe(303);
    expect((await form(editor!, path, 'revision=1&go=send&at=soon')).statusCode).toBe(400);
    expect((await form(editor!, path, 'revision=1&go=send&at=')).statusCode).toBe(303);
    await sendAll();
    expect(await page(editor!, path)).toContain('How far it is');
    expect(await page(editor!, '/studio/newsletters')).toContain('>News</a>');
    expect(await page(editor!, '/studio')).toContain('href="/studio/newsletters"');
  });
});
