import type { Connection } from '../../database/connect.server.ts';
import { errands } from '../../messages/errands.ts';
import type { Outbox } from '../../platform/outbox.server.ts';
import { closeTicket, insertAnswer, lockTicket, type Ticket } from './support.queries.server.ts';

/**
 * Stores an answer and queues its mail in one transaction.
 * @returns null where there is no such ticket; `isMailed: false` for a ticket without an address
 */
export async function answerTicket(
  { db }: Connection,
  outbox: Outbox,
  id: number,
  { text, close }: { text: string | null; close: boolean },
): Promise<{ ticket: Ticket; isMailed: boolean } | null> {
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) return null;
    const isMailed = text !== null && ticket.email !== null;
    if (text !== null) await insertAnswer(tx, id, text);
    if (isMailed)
      await outbox.send(tx, {
        channel: 'email',
        to: ticket.email!,
        purpose: 'answer',
        subject: errands.contact.answerSubject(id, ticket.subject),
        text: errands.contact.answer(ticket.name, text, id),
      });
    if (close) await closeTicket(tx, id);
    return { ticket, isMailed };
  });
}
