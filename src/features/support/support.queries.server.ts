import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { ticketAnswers, tickets, type TicketStatus } from '../../database/schema.ts';

export type Ticket = typeof tickets.$inferSelect;
type NewTicket = Pick<
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

/** Grievances by due date, then other tickets, newest first. */
export async function listTickets(
  db: Queryable,
  { status, kind }: TicketFilter,
  limit = 200,
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
    .orderBy(sql`${tickets.decideBy} asc nulls last`, desc(tickets.id))
    .limit(limit);
  return { rows, total: await db.$count(tickets, where) };
}

export async function findTicket(
  db: Queryable,
  id: number,
): Promise<{ ticket: Ticket; answers: { body: string; createdAt: Date }[] } | null> {
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
  if (!ticket) return null;
  return {
    ticket,
    answers: await db
      .select({ body: ticketAnswers.body, createdAt: ticketAnswers.createdAt })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.id)),
  };
}

export async function lockTicket(tx: Queryable, id: number): Promise<Ticket | null> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update');
  return ticket ?? null;
}

export async function insertAnswer(tx: Queryable, ticketId: number, body: string): Promise<void> {
  await tx.insert(ticketAnswers).values({ ticketId, body });
  await tx.update(tickets).set({ status: 'answered' }).where(eq(tickets.id, ticketId));
}

/** Starts the retention of 180 days, which the IT Rules require for grievances. */
export async function closeTicket(tx: Queryable, id: number): Promise<void> {
  await tx
    .update(tickets)
    .set({ status: 'closed', closedAt: sql`now()`, expiresAt: sql`now() + interval '180 days'` })
    .where(eq(tickets.id, id));
}

export async function sweepTickets(db: Queryable): Promise<void> {
  await db.delete(tickets).where(sql`${tickets.expiresAt} < now()`);
}

type Person = { userId: string; identifiers: string[] };
// Submitted while signed in, or with an identifier proven by this account.
const ofPerson = ({ userId, identifiers }: Person) =>
  or(eq(tickets.userId, userId), inArray(tickets.email, identifiers), inArray(tickets.phone, identifiers));

export async function exportSupportOf(db: Queryable, person: Person): Promise<unknown> {
  const rows = await db.select().from(tickets).where(ofPerson(person)).orderBy(asc(tickets.id));
  const answers =
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
  return rows.map(
    ({ id, kind, status, name, email, phone, subject, body, about, createdAt, acknowledgeBy, decideBy, closedAt }) => ({
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
      acknowledgeBy,
      decideBy,
      closedAt,
      answers: answers
        .filter(({ ticketId }) => ticketId === id)
        .map(({ body, createdAt }) => ({ text: body, createdAt })),
    }),
  );
}

/** Erasure: deletes contact tickets and anonymises grievances, which the law keeps for 180 days. */
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
}

export async function moveSupport(tx: Queryable, from: Person, to: Person): Promise<void> {
  await tx.update(tickets).set({ userId: to.userId }).where(eq(tickets.userId, from.userId));
}
