import { asc } from 'drizzle-orm';
import { studioActs } from '../../../database/schema.ts';
import { notFound } from '../../../platform/wire/errors.ts';
import { positionOf, offsetOf, toListing } from '../../../platform/wire/paging.ts';
import { clocksOf } from '../../support/complaint-clocks.ts';
import { findTicket, isDue, listTickets, type Ticket } from '../../support/support.queries.server.ts';
import type { StudioServices } from '../pieces/act-on-piece.server.ts';
import { namesIn, namesOf, ofPiece } from '../pieces/pieces.queries.server.ts';
import { byName, nameAtAct } from '../pieces/present-piece.server.ts';

/** The `kind` of a complaint's rows in the audit log. */
export const complaintKind = 'complaints' as const;

type Filter = {
  state?: 'open' | 'closed' | 'all' | undefined;
  kind?: Ticket['kind'] | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};

/** The inbox without anything personal: the clock that runs out first comes first. */
export async function readComplaints({ connection: { db }, clock }: StudioServices, filter: Filter) {
  const position = positionOf(filter);
  const { rows, total } = await listTickets(
    db,
    { status: filter.state ?? 'open', kind: filter.kind },
    position.pageSize + 1,
    offsetOf(position),
  );
  const shown = rows.slice(0, position.pageSize);
  const names = await namesIn(db, shown, 'takenBy');
  const items = shown.map((ticket) => presentLine(ticket, names, clock()));
  return toListing(rows, position, { value: total, isCapped: false }, items, () => null);
}

/** One message whole. @throws AppError complaint_not_found */
export async function readComplaint({ connection: { db }, clock }: StudioServices, id: number) {
  const found = await findTicket(db, id);
  if (!found) throw notFound('complaint');
  const { ticket, answers } = found;
  const acts = await db
    .select()
    .from(studioActs)
    .where(ofPiece(studioActs, { kind: complaintKind, id }))
    .orderBy(asc(studioActs.id))
    .limit(200);
  const people = acts.map(({ actor }) => actor);
  const names = await namesOf(db, [ticket.takenBy, ...answers.map(({ by }) => by), ...people]);
  return {
    ...presentLine(ticket, names, clock()),
    category: ticket.subject,
    name: ticket.name,
    email: ticket.email,
    phoneNo: ticket.phone,
    about: ticket.about,
    text: ticket.body,
    closeReason: ticket.closeReason,
    closedAt: ticket.closedAt?.toISOString() ?? null,
    answers: answers.map(({ body, isInterim, by, createdAt }) => ({
      text: body,
      isInterim,
      byName: byName(names, by),
      at: createdAt.toISOString(),
    })),
    acts: acts.map(({ act, at, ...by }) => ({
      act,
      byName: nameAtAct(names, by),
      at: at.toISOString(),
    })),
  };
}

const presentLine = (ticket: Ticket, names: Map<string, string>, now: Date) => ({
  id: ticket.id,
  kind: ticket.kind,
  status: ticket.status,
  category: withoutIdentifiers(ticket.subject),
  isOpen: isDue(ticket),
  clocks: clocksOf(ticket, now).map(({ dueAt, doneAt, ...clock }) => ({
    ...clock,
    dueAt: dueAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  })),
  takenBy: ticket.takenBy === null ? null : { id: ticket.takenBy, name: names.get(ticket.takenBy) ?? '' },
  createdAt: ticket.createdAt.toISOString(),
});

/** Masks phone numbers and mail addresses in a subject, for lists. */
export const withoutIdentifiers = (subject: string): string =>
  subject.replace(/\S+@\S+/g, '•••').replace(/\+?\p{Nd}(?:[\s-]?\p{Nd}){5,}/gu, '•••');
