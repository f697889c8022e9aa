import type { Ticket } from './support.queries.server.ts';

/** How far a running clock is; or how it was met. */
export type ClockMark = 'early' | 'half' | 'four_fifths' | 'overdue' | 'met' | 'missed';
export type Clock = { name: 'acknowledge' | 'decide'; dueAt: Date; doneAt: Date | null; mark: ClockMark };
type Timed = Pick<Ticket, 'createdAt' | 'acknowledgeBy' | 'acknowledgedAt' | 'decideBy' | 'closedAt'>;

/** The legal clocks of a complaint; none of a message to support. Closing without an answer stops both. */
export function clocksOf(ticket: Timed, now: Date): Clock[] {
  const { createdAt, acknowledgeBy, acknowledgedAt, decideBy, closedAt } = ticket;
  const clock = (name: Clock['name'], dueAt: Date | null, doneAt: Date | null): Clock[] =>
    dueAt === null ? [] : [{ name, dueAt, doneAt, mark: markOf(createdAt, dueAt, doneAt, now) }];
  return [...clock('acknowledge', acknowledgeBy, acknowledgedAt ?? closedAt), ...clock('decide', decideBy, closedAt)];
}

function markOf(from: Date, dueAt: Date, doneAt: Date | null, now: Date): ClockMark {
  if (doneAt !== null) return doneAt <= dueAt ? 'met' : 'missed';
  const share = (now.getTime() - from.getTime()) / (dueAt.getTime() - from.getTime());
  if (share > 1) return 'overdue';
  return share >= 0.8 ? 'four_fifths' : share >= 0.5 ? 'half' : 'early';
}
