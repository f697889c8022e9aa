import type { Person } from '../../platform/feature.ts';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { monthInIndia } from '../../database/indian-day.server.ts';
import { ticketAnswers, tickets, type TicketStatus } from '../../database/schema.ts';
import { batchOf, type Batches, inKeyset } from '../../platform/process/json-pieces.ts';
import type { MonthFigure } from '../moderation/month-figures.queries.server.ts';
import { offsetOf, type Position } from '../../platform/wire/paging.ts';

export type Ticket = typeof tickets.$inferSelect;
export type NewTicket = Pick<
  Ticket,
  'kind' | 'name' | 'email' | 'phone' | 'subject' | 'body' | 'about' | 'userId' | 'sameAs'
> & { decisionHours: number | null };

/** @returns the existing ticket with `isNew: false` for a duplicate form */
export async function insertTicket(
  tx: Queryable,
  { decisionHours, ...row }: NewTicket,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const hours = (count: number | null) => (count === null ? null : sql`now() + make_interval(hours => ${count})`);
  const [ticket] = await tx
    .insert(tickets)
    .values({ ...row, acknowledgeBy: hours(decisionHours === null ? null : 24), decideBy: hours(decisionHours) })
    .onConflictDoNothing({ target: tickets.sameAs })
    .returning();
  if (ticket) return { ticket, isNew: true };
  const [first] = await tx.select().from(tickets).where(eq(tickets.sameAs, row.sameAs!));
  return { ticket: first!, isNew: false };
}

export type TicketFilter = { status: TicketStatus | 'all'; kind?: Ticket['kind'] | undefined };

/** An answered grievance may hold an interim answer only: its decision stays due until it is closed. */
export const isDue = ({ kind, status }: Pick<Ticket, 'kind' | 'status'>): boolean =>
  status === 'open' || (kind === 'grievance' && status === 'answered');

/** The clock that runs out first: the receipt's until it is sent, then the decision's. */
const nextDue = sql`case when ${tickets.status} = 'closed' then null
  else least(case when ${tickets.acknowledgedAt} is null then ${tickets.acknowledgeBy} end, ${tickets.decideBy}) end`;

/** Of open grievances: how many of each clock run, and when the next one runs out. */
export async function countClocks(db: Queryable) {
  const ofClock = (due: typeof tickets.acknowledgeBy | typeof tickets.decideBy, isRunning: SQL) => ({
    open: sql<number>`(count(*) filter (where ${isRunning}))::int`,
    nextDueAt: sql<Date | null>`min(${due}) filter (where ${isRunning})`.mapWith(tickets.decideBy),
  });
  const [counted] = await db
    .select({
      acknowledge: ofClock(tickets.acknowledgeBy, sql`${tickets.acknowledgedAt} is null`),
      decide: ofClock(tickets.decideBy, sql`true`),
    })
    .from(tickets)
    .where(and(eq(tickets.kind, 'grievance'), ne(tickets.status, 'closed')));
  return counted!;
}

/** Grievances by the clock that runs out first, then other tickets, newest first. */
export async function listTickets(
  db: Queryable,
  { status, kind }: TicketFilter,
  limit = 200,
  offset = 0,
): Promise<{ rows: Ticket[]; total: number }> {
  const where = and(
    status === 'all'
      ? undefined
      : status === 'open'
        ? or(eq(tickets.status, 'open'), and(eq(tickets.kind, 'grievance'), eq(tickets.status, 'answered')))
        : eq(tickets.status, status),
    kind === undefined ? undefined : eq(tickets.kind, kind),
  );
  const rows = await db
    .select()
    .from(tickets)
    .where(where)
    .orderBy(sql`${nextDue} asc nulls last`, desc(tickets.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(tickets, where) };
}

export type TicketAnswer = Omit<typeof ticketAnswers.$inferSelect, 'ticketId'>;

export async function findTicket(
  db: Queryable,
  id: number,
): Promise<{ ticket: Ticket; answers: TicketAnswer[] } | null> {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) return null;
  const { ticketId: _, ...columns } = getTableColumns(ticketAnswers);
  return {
    ticket,
    answers: await db
      .select(columns)
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.id)),
  };
}

export async function lockTicket(tx: Queryable, id: number): Promise<Ticket | null> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  return ticket ?? null;
}

export const countAnswers = (tx: Queryable, id: number): Promise<number> =>
  tx.$count(ticketAnswers, eq(ticketAnswers.ticketId, id));

/** An answer acknowledges the ticket too. */
export async function insertAnswer(
  tx: Queryable,
  ticketId: number,
  answer: { body: string; isInterim: boolean; by: string | null },
): Promise<void> {
  await tx.insert(ticketAnswers).values({ ticketId, ...answer });
  await tx.update(tickets).set({ status: 'answered' }).where(eq(tickets.id, ticketId));
  await acknowledgeTicket(tx, ticketId);
}

export async function acknowledgeTicket(tx: Queryable, id: number): Promise<void> {
  await tx
    .update(tickets)
    .set({ acknowledgedAt: sql`now()` })
    .where(and(eq(tickets.id, id), isNull(tickets.acknowledgedAt)));
}

export async function assignTicket(tx: Queryable, id: number, takenBy: string | null): Promise<void> {
  await tx.update(tickets).set({ takenBy }).where(eq(tickets.id, id));
}

/** Starts the retention of 180 days, which the IT Rules require for grievances. */
export async function closeTicket(tx: Queryable, id: number, closeReason: string | null = null): Promise<void> {
  await tx
    .update(tickets)
    .set({ status: 'closed', closeReason, closedAt: sql`now()`, expiresAt: sql`now() + interval '180 days'` })
    .where(eq(tickets.id, id));
}

/** Grievances since a moment, by category, and how long half of them took at most; months of the clock in India. */
export async function countComplaints(db: Queryable, since: Date): Promise<MonthFigure[]> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<MonthFigure>(sql`
    select ${monthInIndia(sql`created_at`)} as month, 'complaints.' || subject as name, count(*)::int as value from ${tickets}
      where kind = 'grievance' and created_at >= ${from} group by 1, 2
    union all
    select ${monthInIndia(sql`closed_at`)}, 'median_minutes.complaints', round(percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 60))::int
      from ${tickets} where kind = 'grievance' and closed_at >= ${from} group by 1`);
  return rows;
}

export async function sweepTickets(db: Queryable): Promise<void> {
  await db.delete(tickets).where(sql`${tickets.expiresAt} < now()`);
}

// Submitted while signed in, or with an identifier proven by this account.
const ofPerson = ({ userId, identifiers }: Person) =>
  or(eq(tickets.userId, userId), inArray(tickets.email, identifiers), inArray(tickets.phone, identifiers));

/**
 * The person's own tickets with the answers to them, newest first. @returns one row more than the page, if there is one
 */
export async function listTicketsOf(
  db: Queryable,
  person: Person,
  position: Position,
): Promise<{ rows: { ticket: Ticket; answers: TicketAnswer[] }[]; total: number }> {
  const rows = await db
    .select()
    .from(tickets)
    .where(ofPerson(person))
    .orderBy(desc(tickets.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const answers = await listAnswersTo(db, rows);
  return {
    rows: rows.map((ticket) => ({ ticket, answers: answers.filter(({ ticketId }) => ticketId === ticket.id) })),
    total: await db.$count(tickets, ofPerson(person)),
  };
}

const listAnswersTo = async (db: Queryable, rows: Ticket[]) =>
  rows.length === 0
    ? []
    : await db
        .select()
        .from(ticketAnswers)
        .where(
          inArray(
            ticketAnswers.ticketId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(ticketAnswers.id));

type ExportedTicket = { ticket: Ticket; answers: TicketAnswer[] };

export const exportSupportOf = (db: Queryable, person: Person): Batches =>
  inKeyset(
    batchOf.texts,
    async (after: ExportedTicket | undefined, most) => {
      const rows = await db
        .select()
        .from(tickets)
        .where(and(ofPerson(person), gt(tickets.id, after?.ticket.id ?? 0)))
        .orderBy(asc(tickets.id))
        .limit(most);
      const answers = await listAnswersTo(db, rows);
      return rows.map((ticket) => ({ ticket, answers: answers.filter(({ ticketId }) => ticketId === ticket.id) }));
    },
    ({ ticket: { id, kind, status, name, email, phone, subject, body, about, createdAt, ...clocks }, answers }) => ({
      id,
      kind,
      status,
      name,
      email,
      phone,
      subject,
      text: body,
      about,
      createdAt,
      acknowledgeBy: clocks.acknowledgeBy,
      decideBy: clocks.decideBy,
      closedAt: clocks.closedAt,
      answers: answers.map((answer) => ({ text: answer.body, createdAt: answer.createdAt })),
    }),
  );

export async function forgetSupportOf(tx: Queryable, person: Person): Promise<void> {
  await tx.delete(tickets).where(and(ofPerson(person), eq(tickets.kind, 'contact')));
  await tx
    .update(tickets)
    .set({
      name: '',
      email: null,
      phone: null,
      userId: null,
      sameAs: null,
      expiresAt: sql`coalesce(${tickets.expiresAt}, now() + interval '180 days')`,
    })
    .where(ofPerson(person));
  await tx.update(tickets).set({ takenBy: null }).where(eq(tickets.takenBy, person.userId));
}

export async function moveSupport(tx: Queryable, from: Person, to: Person): Promise<void> {
  await tx.update(tickets).set({ userId: to.userId }).where(eq(tickets.userId, from.userId));
  await tx.update(tickets).set({ takenBy: to.userId }).where(eq(tickets.takenBy, from.userId));
  await tx.update(ticketAnswers).set({ by: to.userId }).where(eq(ticketAnswers.by, from.userId));
}
