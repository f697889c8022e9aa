import { createHash } from 'node:crypto';
import type { Transaction } from '../../database/connect.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { errands } from '../../messages/errands.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import { languageOfUser } from '../users/users.queries.server.ts';
import { mayMailReceipt } from './count-form.server.ts';
import { decisionHours, type ContactInput, type GrievanceInput, type GrievanceOpened } from './support.contract.ts';
import { acknowledgeTicket, insertTicket, type Ticket } from './support.queries.server.ts';

type Sender = {
  userId: string | null;
  /** Runs in the storing transaction. */
  within?: (tx: Transaction, answer: unknown) => Promise<void>;
};

/** Stores a message and queues its mail in one transaction. A duplicate within a day returns the first ticket. */
export async function openContact(
  services: PageServices,
  input: ContactInput,
  sender: Sender,
): Promise<{ ticketId: number }> {
  const ticketId = await services.connection.db.transaction(async (tx) => {
    const { ticket, isNew } = await insertTicket(tx, {
      kind: 'contact',
      name: input.name,
      email: input.email,
      phone: input.phoneNo ?? null,
      subject: input.subject,
      body: input.message,
      about: null,
      userId: sender.userId,
      decisionHours: null,
      sameAs: sameAs(services, ['contact', input.name, input.email, input.phoneNo, input.subject, input.message]),
    });
    if (isNew) await tellSupport(services, tx, ticket);
    await sender.within?.(tx, { data: { ticketId: ticket.id } });
    return ticket.id;
  });
  services.outbox.kick();
  return { ticketId };
}

/** A message to the desk from nobody in particular; it needs no answer. A duplicate within a day is one ticket. */
export async function openNote(
  services: PageServices,
  { subject, body, about }: { subject: string; body: string; about: string },
): Promise<void> {
  await services.connection.db.transaction(async (tx) => {
    const { ticket, isNew } = await insertTicket(tx, {
      kind: 'contact',
      name: errands.contact.someReader,
      email: null,
      phone: null,
      subject,
      body,
      about,
      userId: null,
      decisionHours: null,
      sameAs: sameAs(services, ['note', subject, body, about]),
    });
    if (isNew) await tellSupport(services, tx, ticket);
  });
  services.outbox.kick();
}

/** Stores a grievance with its due date, and queues mails to the officer and (given an address) to the sender. */
export async function openGrievance(
  services: PageServices,
  input: GrievanceInput,
  sender: Sender,
): Promise<GrievanceOpened> {
  const opened = await services.connection.db.transaction(async (tx) => {
    const { ticket, isNew } = await insertTicket(tx, {
      kind: 'grievance',
      name: input.name,
      email: input.email ?? null,
      phone: input.phoneNo ?? null,
      subject: input.category,
      body: input.text,
      about: input.entityAddress ?? null,
      userId: sender.userId,
      decisionHours: decisionHours(input.category),
      sameAs: sameAs(services, [
        'grievance',
        input.name,
        input.email,
        input.phoneNo,
        input.category,
        input.entityAddress,
        input.text,
      ]),
    });
    const opened = {
      ticketId: ticket.id,
      acknowledgeBy: ticket.acknowledgeBy!.toISOString(),
      decideBy: ticket.decideBy!.toISOString(),
    };
    if (isNew) {
      await tellSupport(services, tx, ticket);
      if (ticket.email && (await mayMailReceipt(services, tx, ticket.email))) {
        await services.outbox.send(tx, {
          channel: 'email',
          to: ticket.email,
          purpose: 'receipt',
          ...inLanguage((await languageOfUser(tx, sender.userId)) ?? currentLanguage(), () =>
            errands.grievance.receipt(ticket.id, services.config.organization.grievanceOfficer, opened.decideBy),
          ),
        });
        await acknowledgeTicket(tx, ticket.id);
      }
    }
    await sender.within?.(tx, { data: opened });
    return opened;
  });
  services.outbox.kick();
  return opened;
}

const sameAs = ({ clock }: PageServices, parts: (string | undefined)[]) =>
  createHash('sha256')
    .update(JSON.stringify([clock().toISOString().slice(0, 10), ...parts.map((part) => part ?? null)]))
    .digest('base64url');

async function tellSupport(
  { outbox, config }: PageServices,
  tx: Transaction,
  { id, kind, name, email, phone, subject, body, about, decideBy }: Ticket,
): Promise<void> {
  const lines = [
    `From: ${name}`,
    ...(email ? [`Email: ${email}`] : []),
    ...(phone ? [`Mobile: ${phone}`] : []),
    ...(about ? [`About: ${about}`] : []),
    ...(decideBy ? [`Decide by: ${decideBy.toISOString()}`] : []),
  ];
  await outbox.send(tx, {
    channel: 'email',
    to: config.organization.supportEmail,
    purpose: 'support',
    subject: `[#${id}] ${kind === 'grievance' ? `Grievance: ${subject}` : subject}`,
    text: `${lines.join('\n')}\n\n${body}\n\nAnswer at ${config.publicOrigin}/studio/complaints/${id}, or with: npm run inbox -- answer ${id}`,
    ...(email ? { headers: { 'Reply-To': email } } : {}),
  });
}
