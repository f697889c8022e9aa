import type { Transaction } from '../../../database/connect.server.ts';
import { complaintsDesk } from '../../../messages/complaints-desk.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import type { Mailing } from '../../otp/send-limited.server.ts';
import { answerLocked } from '../../support/answer-ticket.server.ts';
import {
  acknowledgeTicket,
  assignTicket,
  closeTicket,
  countAnswers,
  lockTicket,
  type Ticket,
} from '../../support/support.queries.server.ts';
import { actorNow } from '../pieces/act-on-piece.server.ts';
import { noteAct, namesOf } from '../pieces/pieces.queries.server.ts';
import { type Actor, hasOne, insist, moderators } from '../studio.policy.ts';
import type { AnswerInput } from './complaints.contract.ts';
import { complaintKind } from './read-complaints.server.ts';

type Services = Pick<PageServices, 'clock'> & Mailing;
type LockedTicket = { tx: Transaction; ticket: Ticket; actor: Actor & { id: string }; answers: number };

/** Takes a message, from whoever the caller saw to have it. Nobody is answered by two people then. */
export const takeComplaint = (services: Services, viewer: Actor, id: number, from: string | null) =>
  actOn(services, viewer, id, async (locked) => {
    const { tx, ticket, actor } = locked;
    insistOnOpen(ticket);
    if (ticket.takenBy === actor.id) return {};
    if (ticket.takenBy !== from) throw await taken(tx, ticket);
    await assignTicket(tx, id, actor.id);
    await note(locked, from === null ? 'take_complaint' : 'take_complaint_over');
    return {};
  });

export const releaseComplaint = (services: Services, viewer: Actor, id: number) =>
  actOn(services, viewer, id, async (locked) => {
    await insistOnHolder(locked);
    if (locked.ticket.takenBy !== null) {
      await assignTicket(locked.tx, id, null);
      await note(locked, 'release_complaint');
    }
    return {};
  });

/** For somebody without an e-mail address, who was told by phone. */
export const acknowledgeComplaint = (services: Services, viewer: Actor, id: number) =>
  actOn(services, viewer, id, async (locked) => {
    insistOnOpen(locked.ticket);
    await insistOnHolder(locked);
    if (locked.ticket.acknowledgedAt === null) {
      await acknowledgeTicket(locked.tx, id);
      await note(locked, 'acknowledge_complaint');
    }
    return {};
  });

/** An interim reply leaves the clock running; any other answer is the decision, and closes the message. */
export async function answerComplaint(
  services: Services,
  viewer: Actor,
  id: number,
  { text, isInterim, answersSeen }: AnswerInput,
) {
  const answered = await actOn(services, viewer, id, async (locked) => {
    await insistOnNewest(locked, answersSeen);
    const isMailed = await answerLocked(locked.tx, services, locked.ticket, {
      text: text.trim(),
      close: !isInterim,
      by: locked.actor.id,
    });
    if (locked.ticket.takenBy === null) await assignTicket(locked.tx, id, locked.actor.id);
    await note(locked, isInterim ? 'reply_to_complaint' : 'decide_complaint');
    return { isMailed };
  });
  services.outbox.kick();
  return answered;
}

/** The reason stays with the message and goes with it; the log has only the act. */
export const closeComplaint = (services: Services, viewer: Actor, id: number, reason: string, answersSeen: number) =>
  actOn(services, viewer, id, async (locked) => {
    await insistOnNewest(locked, answersSeen);
    await closeTicket(locked.tx, id, reason.trim());
    await note(locked, 'close_complaint');
    return {};
  });

/** One act under the message's lock, with the roles of this moment. */
async function actOn<Result extends object>(
  { connection, clock }: Services,
  viewer: Actor,
  id: number,
  act: (locked: LockedTicket) => Promise<Result>,
) {
  return connection.db.transaction(async (tx) => {
    const actor = await actorNow(tx, viewer, clock());
    insist(hasOne(actor, moderators) && actor.id !== null);
    const ticket = await lockTicket(tx, id);
    if (!ticket) throw notFound('complaint');
    const locked = { tx, ticket, actor: { ...actor, id: actor.id! }, answers: await countAnswers(tx, id) };
    const result = await act(locked);
    const after = (await lockTicket(tx, id))!;
    return { id, status: after.status, takenBy: after.takenBy, answers: await countAnswers(tx, id), ...result };
  });
}

const note = ({ tx, ticket, actor }: LockedTicket, act: string) =>
  noteAct(tx, actor, act, { kind: complaintKind, pieceId: ticket.id });

const refusal = (message: () => string, ticket: Ticket, answers?: number) =>
  new AppError(409, 'conflict', message, {
    current: { status: ticket.status, takenBy: ticket.takenBy, ...(answers === undefined ? {} : { answers }) },
  });

function insistOnOpen(ticket: Ticket): void {
  if (ticket.status === 'closed') throw refusal(() => complaintsDesk.wrong.closed, ticket);
}

async function insistOnHolder({ tx, ticket, actor }: LockedTicket): Promise<void> {
  if (ticket.takenBy !== null && ticket.takenBy !== actor.id) throw await taken(tx, ticket);
}

async function taken(tx: Transaction, ticket: Ticket): Promise<AppError> {
  const name = ticket.takenBy === null ? null : ((await namesOf(tx, [ticket.takenBy])).get(ticket.takenBy) ?? '');
  return refusal(() => (name === null ? complaintsDesk.wrong.released : complaintsDesk.wrong.taken(name)), ticket);
}

/** Of two people who answer what they saw, the second is told: nobody gets two answers. */
async function insistOnNewest(locked: LockedTicket, answersSeen: number): Promise<void> {
  insistOnOpen(locked.ticket);
  await insistOnHolder(locked);
  if (locked.answers !== answersSeen) throw refusal(() => complaintsDesk.wrong.answered, locked.ticket, locked.answers);
}
