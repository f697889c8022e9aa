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
import { acknowledgeTicket, insertTicket, type NewTicket, type Ticket } from './support.queries.server.ts';

export type Sender = {
  userId: string | null;
  /** Network address. */
  address: string;
  /** Runs in the storing transaction. */
  within?: (tx: Transaction, answer: unknown) => Promise<void>;
};

export const openContact = (
  services: PageServices,
  input: ContactInput,
  sender: Sender,
): Promise<{ ticketId: number }> =>
  openTicket(
    services,
    {
      kind: 'contact',
      ...personOf(input, sender),
      subject: input.subject,
      body: input.message,
      about: null,
      decisionHours: null,
      sameAs: sameAs(services, 'contact', input),
    },
    sender,
    ({ id }) => ({ ticketId: id }),
  );

/** A message to the desk from nobody in particular; it needs no answer. */
export async function openNote(
  services: PageServices,
  note: { subject: string; body: string; about: string },
  sender: Sender,
): Promise<void> {
  await openTicket(
    services,
    {
      kind: 'contact',
      name: errands.contact.someReader,
      email: null,
      phone: null,
      ...note,
      userId: null,
      decisionHours: null,
      sameAs: sameAs(services, 'note', note),
    },
    sender,
    ({ id }) => id,
  );
}

/** Starts the clocks of a grievance; its sender gets a receipt, given an address. */
export const openGrievance = (
  services: PageServices,
  input: GrievanceInput,
  sender: Sender,
): Promise<GrievanceOpened> =>
  openTicket(
    services,
    {
      kind: 'grievance',
      ...personOf(input, sender),
      subject: input.category,
      body: input.text,
      about: input.entityAddress ?? null,
      decisionHours: decisionHours(input.category),
      sameAs: sameAs(services, 'grievance', input),
    },
    sender,
    ({ id, acknowledgeBy, decideBy }) => ({
      ticketId: id,
      acknowledgeBy: acknowledgeBy!.toISOString(),
      decideBy: decideBy!.toISOString(),
    }),
  );

/** Stores a message and queues its mails in one transaction. A duplicate within a day returns the first ticket. */
async function openTicket<Opened>(
  services: PageServices,
  message: NewTicket,
  sender: Sender,
  openedOf: (ticket: Ticket) => Opened,
): Promise<Opened> {
  const opened = await services.connection.db.transaction(async (tx) => {
    const { ticket, isNew } = await insertTicket(tx, message);
    if (isNew) {
      await notifySupport(services, tx, ticket, sender);
      const { kind, email } = ticket;
      if (kind === 'grievance' && email && (await mailReceipt(services, tx, { ...ticket, email }, sender)))
        await acknowledgeTicket(tx, ticket.id);
    }
    await sender.within?.(tx, { data: openedOf(ticket) });
    return openedOf(ticket);
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

const personOf = ({ name, email, phoneNo }: ContactInput | GrievanceInput, { userId }: Sender) => ({
  name,
  email: email ?? null,
  phone: phoneNo ?? null,
  userId,
});

const sameAs = ({ clock }: PageServices, kind: 'contact' | 'note' | 'grievance', input: object) =>
  createHash('sha256')
    .update(JSON.stringify([clock().toISOString().slice(0, 10), kind, input]))
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
