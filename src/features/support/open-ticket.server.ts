import { createHash } from 'node:crypto';
import type { Transaction } from '../../database/connect.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { errands } from '../../messages/errands.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { mailboxKey } from '../otp/code-hash.server.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { languageOfUser } from '../users/users.queries.server.ts';
import { decisionHours, type ContactInput, type GrievanceInput, type GrievanceOpened } from './support.contract.ts';
import { acknowledgeTicket, insertTicket, type Ticket } from './support.queries.server.ts';

export type Sender = {
  userId: string | null;
  /** Network address. */
  address: string;
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
      email: input.email ?? null,
      phone: input.phoneNo ?? null,
      subject: input.subject,
      body: input.message,
      about: null,
      userId: sender.userId,
      decisionHours: null,
      sameAs: sameAs(services, ['contact', input.name, input.email, input.phoneNo, input.subject, input.message]),
    });
    if (isNew) await notifySupport(services, tx, ticket, sender);
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
  sender: Sender,
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
    if (isNew) await notifySupport(services, tx, ticket, sender);
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
      await notifySupport(services, tx, ticket, sender);
      if (ticket.email && (await mailReceipt(services, tx, { ...ticket, email: ticket.email }, sender)))
        await acknowledgeTicket(tx, ticket.id);
    }
    await sender.within?.(tx, { data: opened });
    return opened;
  });
  services.outbox.kick();
  return opened;
}

/** Limits the mail only, never the complaint: a flood in somebody's name must not keep its owner from complaining. */
async function mailReceipt(
  services: PageServices,
  tx: Transaction,
  { id, email, decideBy }: Ticket & { email: string },
  { userId, address }: Sender,
): Promise<boolean> {
  const { config, limits } = services;
  const language = (await languageOfUser(tx, userId)) ?? currentLanguage();
  const message: Message = {
    channel: 'email',
    to: email,
    purpose: 'receipt',
    ...inLanguage(language, () =>
      errands.grievance.receipt(id, config.organization.grievanceOfficer, decideBy!.toISOString()),
    ),
  };
  return sendLimited(services, tx, message, { by: 'reader', userId, address }, [
    { limit: limits.receiptsPerHour, key: mailboxKey(config, email) },
    { limit: limits.receiptsPerDay, key: 'all' },
  ]);
}

const sameAs = ({ clock }: PageServices, parts: (string | undefined)[]) =>
  createHash('sha256')
    .update(JSON.stringify([clock().toISOString().slice(0, 10), ...parts.map((part) => part ?? null)]))
    .digest('base64url');

/** What is over the limits of its sender stands at the desk, without a mail. */
async function notifySupport(
  services: PageServices,
  tx: Transaction,
  { id, kind, name, email, phone, subject, body, about, decideBy }: Ticket,
  { userId, address }: Sender,
): Promise<void> {
  const lines = [
    `From: ${name}`,
    ...(email ? [`Email: ${email}`] : []),
    ...(phone ? [`Mobile: ${phone}`] : []),
    ...(about ? [`About: ${about}`] : []),
    ...(decideBy ? [`Decide by: ${decideBy.toISOString()}`] : []),
  ];
  const { config } = services;
  const message: Message = {
    channel: 'email',
    to: config.organization.supportEmail,
    purpose: 'support',
    subject: `[#${id}] ${kind === 'grievance' ? `Grievance: ${subject}` : subject}`,
    text: `${lines.join('\n')}\n\n${body}\n\nAnswer at ${config.publicOrigin}/studio/complaints/${id}, or with: npm run inbox -- answer ${id}`,
    ...(email ? { headers: { 'Reply-To': email } } : {}),
  };
  await sendLimited(services, tx, message, { by: 'reader', userId, address });
}
