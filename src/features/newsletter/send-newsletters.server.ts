import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import {
  newsletterRecipients as recipients,
  newsletters,
  newsletterSubscribers as subscribers,
} from '../../database/schema.ts';
import { codeOfDeadMailbox } from '../../platform/delivery/mail.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { ownAddress } from './newsletter-key.server.ts';
import { mailOf, renderNewsletter } from './newsletter-mail.server.ts';

type Services = Pick<PageServices, 'connection' | 'config' | 'outbox' | 'clock'>;
type Stored = typeof newsletters.$inferSelect;

const batchSize = 100;
/** Messages that wait in the outbox at a time: what is not handed over yet can still be stopped. */
const mostWaiting = 1_000;
const twoDays = 2 * 24 * 3_600_000;
const keptDays = 30;
const resumableDays = 7;

/** A condition on subscribers: those whom a newsletter is for. */
export const forWhom = ({ lang, states, categoryIds }: Pick<Stored, 'lang' | 'states' | 'categoryIds'>): SQL =>
  and(
    isNotNull(subscribers.confirmedAt),
    isNull(subscribers.endedAt),
    eq(subscribers.lang, lang),
    states.length === 0 ? undefined : sql`${subscribers.state} = any(${sql.param(states)}::text[])`,
    categoryIds.length === 0
      ? undefined
      : sql`(${subscribers.categoryIds} = '{}' or ${subscribers.categoryIds} && ${sql.param(categoryIds)}::int[])`,
  )!;

const isLeft = sql`r.message_id is null and r.settled_at is null`;
const isHanded = sql`r.message_id is not null and r.settled_at is null`;

export async function countRecipients(db: Queryable, id: number) {
  const { rows } = await db.execute<{ sent: number; refused: number; gone: number; left: number }>(sql`
    select (count(*) filter (where result = 'sent'))::int as sent, (count(*) filter (where result = 'refused'))::int as refused,
      (count(*) filter (where result = 'gone'))::int as gone, (count(*) filter (where settled_at is null))::int as left
    from ${recipients} where newsletter_id = ${id}`);
  return rows[0]!;
}

/**
 * Sends what is due, below all other mail: everybody's mark, claim and message are one transaction, so that a kill
 * undoes all three and another instance passes by the locked rows.
 * @returns how many messages were handed over to the outbox
 */
export async function sendNewsletters(services: Services, signal?: AbortSignal): Promise<number> {
  const { connection, outbox } = services;
  if (!outbox.takes('bulk')) return 0;
  const { rows } = await connection.db.execute<{ id: number; state: Stored['state'] }>(sql`
    select id, state from ${newsletters} where state in ('scheduled', 'sending', 'stopped') and (state <> 'scheduled' or send_at <= now()) order by id`);
  if (rows.length === 0) return 0;
  for (;;) {
    if (signal?.aborted) return 0;
    if ((await settle(connection.db)) < batchSize) break;
  }
  let handed = 0;
  const failures: unknown[] = [];
  for (const { id, state } of rows) {
    if (signal?.aborted) break;
    try {
      if (state === 'scheduled') await start(services, id);
      if (state !== 'stopped') handed += await feed(services, id, signal);
    } catch (error) {
      // One that cannot start holds up no other.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  return handed;
}

/** Fixes to whom it goes. */
async function start({ connection, clock }: Services, id: number): Promise<void> {
  await connection.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(newsletters)
      .where(and(eq(newsletters.id, id), eq(newsletters.state, 'scheduled'), sql`${newsletters.sendAt} <= now()`))
      .for('update');
    // Another instance has begun it, or somebody has stopped it.
    if (!row) return;
    await tx.execute(sql`insert into ${recipients} (newsletter_id, subscriber_id)
      select ${id}, ${subscribers.id} from ${subscribers} where ${forWhom(row)}`);
    await tx.update(newsletters).set({ state: 'sending', startedAt: clock() }).where(eq(newsletters.id, id));
  });
}

async function feed(services: Services, id: number, signal: AbortSignal | undefined): Promise<number> {
  const { connection, clock } = services;
  let handed = 0;
  for (;;) {
    if (signal?.aborted || !(await hasRoom(connection.db))) return handed;
    const some = await connection.db.transaction((tx) => handOver(services, tx, id));
    if (some === 0) break;
    handed += some;
  }
  await connection.db.transaction((tx) => finish(tx, id, 'sending', clock()));
  return handed;
}

/** Not while other mail is late, nor more than a part at a time. */
async function hasRoom(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ room: boolean }>(sql`
    select (select count(*) from ${recipients} r where ${isHanded}) < ${mostWaiting} and not exists (
      select from outbox_messages where channel = 'email' and next_try_at <= now() - interval '5 seconds' and delivered_at is null and failed_at is null) as room`);
  return rows[0]!.room;
}

/** @returns how many recipients were decided for */
async function handOver({ config, outbox, clock }: Services, tx: Transaction, id: number): Promise<number> {
  // Whoever stops it, or their own news, waits until this batch is written, and then takes it back.
  const [row] = await tx
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.id, id), eq(newsletters.state, 'sending')))
    .for('share');
  if (!row) return 0;
  const { rows } = await tx.execute<{ id: string; email: string | null }>(sql`
    select r.subscriber_id as id, s.email from ${recipients} r join ${subscribers} s on s.id = r.subscriber_id
    where r.newsletter_id = ${id} and ${isLeft} order by r.subscriber_id limit ${batchSize} for no key update of r skip locked for share of s`);
  if (rows.length === 0) return 0;
  const expiresAt = new Date(clock().getTime() + twoDays);
  // Each batch anew: what was taken down meanwhile is in no later one.
  const rendered = await renderNewsletter(tx, config, row);
  const messages: string[] = [];
  const reached = rows.filter((one): one is { id: string; email: string } => one.email !== null);
  for (const one of reached) {
    const own = ownAddress(config, one.id, row.lang);
    messages.push(await outbox.send(tx, mailOf(row.subject, rendered, one.email, own, expiresAt)));
  }
  await tx.execute(sql`
    update ${recipients} r set message_id = h.message_id, settled_at = case when h.message_id is null then now() end, result = case when h.message_id is null then 'gone' end
    from (select u.id, m.message_id from unnest(${sql.param(rows.map((one) => one.id))}::uuid[]) u(id)
      left join unnest(${sql.param(reached.map((one) => one.id))}::uuid[], ${sql.param(messages)}::uuid[]) m(id, message_id) on m.id = u.id) h
    where r.newsletter_id = ${id} and r.subscriber_id = h.id`);
  return rows.length;
}

type Settled = { subscriber_id: string; last_error: string | null; failed_at: string | null };

/** Marks what the outbox is done with; a mailbox that is no longer there ends its subscription, with day and code. */
const settle = (db: PageServices['connection']['db']): Promise<number> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<Settled>(sql`
      with done as materialized (
        select r.newsletter_id, r.subscriber_id, m.id as message_id, m.delivered_at, m.failed_at, m.last_error
        from ${recipients} r left join outbox_messages m on m.id = r.message_id
        where ${isHanded} and (m.id is null or m.delivered_at is not null or m.failed_at is not null)
        limit ${batchSize} for no key update of r skip locked
      ), marked as (
        update ${recipients} r set settled_at = coalesce(done.delivered_at, done.failed_at, now()),
          result = case when done.delivered_at is not null then 'sent' when done.message_id is null then 'gone' else 'refused' end
        from done where r.newsletter_id = done.newsletter_id and r.subscriber_id = done.subscriber_id
      )
      select subscriber_id, last_error, failed_at::text from done`);
    for (const { subscriber_id: id, last_error: error, failed_at: at } of rows) {
      const code = at === null ? null : codeOfDeadMailbox(error);
      if (code !== null)
        await tx
          .update(subscribers)
          .set({ email: null, state: null, categoryIds: [], endedAt: new Date(at!), endedBy: 'bounce', endCode: code })
          .where(and(eq(subscribers.id, id), isNull(subscribers.endedAt)));
    }
    return rows.length;
  });

/**
 * Ends one that is still in this state, and keeps the figures: one on its way only once nobody is left, who in one that
 * stayed stopped are no longer reached.
 */
async function finish(tx: Transaction, id: number, from: 'sending' | 'stopped', now: Date): Promise<void> {
  const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id)).for('update');
  if (row?.state !== from) return;
  const isLeftOver = and(eq(recipients.newsletterId, id), isNull(recipients.settledAt));
  if (from === 'sending' && (await tx.select().from(recipients).where(isLeftOver).limit(1)).length > 0) return;
  const { left, ...figures } = await countRecipients(tx, id);
  if (left > 0) {
    figures.gone += left;
    await tx.update(recipients).set({ settledAt: now, result: 'gone' }).where(isLeftOver);
  }
  await tx
    .update(newsletters)
    .set({ ...figures, state: 'sent', endedAt: now })
    .where(eq(newsletters.id, id));
}

/** Those whose message has not begun to leave are left again. */
export async function withdrawWaiting(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`
    with pulled as (
      delete from outbox_messages m using ${recipients} r
      where r.newsletter_id = ${id} and ${isHanded} and m.id = r.message_id and m.tries = 0 and m.delivered_at is null and m.failed_at is null
      returning m.id
    )
    update ${recipients} r set message_id = null from pulled where r.message_id = pulled.id`);
}

/** Who got what is forgotten after a month; one that is stopped ends a week after its start. */
export async function sweepNewsletters({ connection: { db }, clock }: Services): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${newsletters} where state = 'stopped' and started_at < now() - make_interval(days => ${resumableDays})`);
  for (const { id } of rows) await db.transaction((tx) => finish(tx, id, 'stopped', clock()));
  await db.execute(sql`delete from ${recipients} r using ${newsletters} n
    where n.id = r.newsletter_id and n.state = 'sent' and n.ended_at < now() - make_interval(days => ${keptDays})`);
}
