import { and, arrayOverlaps, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { tickets, users } from '../../database/schema.ts';
import type { Language } from '../../messages/catalogue.ts';
import { complaintsDesk } from '../../messages/complaints-desk.ts';
import { errands } from '../../messages/errands.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { moderatorRoles } from '../../platform/wire/viewer.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { type Mailing, sendLimited } from '../otp/send-limited.server.ts';
import { displayNameOf } from '../users/users.queries.server.ts';
import { type Clock, clocksOf } from './complaint-clocks.ts';
import type { Ticket } from './support.queries.server.ts';

type Services = Pick<PageServices, 'clock'> & Mailing;
type Alarm = { ticket: Ticket; clocks: Clock[] };

const batchSize = 100;
const levels = { early: 0, half: 1, four_fifths: 2, overdue: 2, met: 0, missed: 0 } as const;

/**
 * Mails whoever answers complaints at half and at four fifths of each clock; where none of them has an address, the
 * owner. The mark moves with the mail under the row's lock, so each is sent once on however many instances.
 * @returns the number of complaints that a mail was queued about
 */
export async function notifyClocks(services: Services): Promise<number> {
  if (!services.outbox.takes('email')) return 0;
  let notified = 0;
  for (;;) {
    const some = await services.connection.db.transaction((tx) => notifySome(services, tx));
    if (some > 0) services.outbox.kick();
    notified += some;
    if (some < batchSize) return notified;
  }
}

async function notifySome(services: Services, tx: Transaction): Promise<number> {
  const now = services.clock();
  const found = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.kind, 'grievance'), ne(tickets.status, 'closed'), isRinging(now)))
    .orderBy(tickets.decideBy, tickets.id)
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const alarms: Alarm[] = found
    .map((ticket) => ({ ticket, clocks: ringing(ticket, now) }))
    .filter(({ clocks }) => clocks.length > 0);
  if (alarms.length === 0) return 0;
  for (const { ticket, clocks } of alarms) {
    const marks: Partial<Pick<Ticket, 'acknowledgeAlarm' | 'decideAlarm'>> = {};
    for (const { name, mark } of clocks) marks[`${name}Alarm`] = levels[mark];
    await tx.update(tickets).set(marks).where(eq(tickets.id, ticket.id));
  }
  const names = await namesOfHolders(tx);
  for (const { to, lang } of await recipients(services, tx)) {
    const words = inLanguage(lang, () => mailAbout(alarms, names, services.config.publicOrigin));
    await sendLimited(services, tx, { channel: 'email', to, purpose: 'complaint_clock', ...words }, { by: 'site' });
  }
  return alarms.length;
}

const ringing = (ticket: Ticket, now: Date): Clock[] =>
  clocksOf(ticket, now).filter(({ name, mark }) => levels[mark] > ticket[`${name}Alarm`]);

/** The same as `ringing`, for the database to choose by. */
function isRinging(now: Date) {
  const passed = (due: typeof tickets.acknowledgeBy | typeof tickets.decideBy) =>
    sql`case when ${now.toISOString()}::timestamptz >= ${tickets.createdAt} + (${due} - ${tickets.createdAt}) * 0.8 then 2
      when ${now.toISOString()}::timestamptz >= ${tickets.createdAt} + (${due} - ${tickets.createdAt}) * 0.5 then 1
      else 0 end`;
  return sql`((${tickets.acknowledgedAt} is null and ${passed(tickets.acknowledgeBy)} > ${tickets.acknowledgeAlarm})
    or ${passed(tickets.decideBy)} > ${tickets.decideAlarm})`;
}

async function recipients({ config }: Services, tx: Transaction): Promise<{ to: string; lang: Language }[]> {
  const staff = await tx
    .select({ to: users.email, lang: users.lang })
    .from(users)
    .where(and(arrayOverlaps(users.roles, [...moderatorRoles]), isNotNull(users.email)))
    .orderBy(users.id);
  const found = staff.map(({ to, lang }) => ({ to: to!, lang: lang ?? defaultLanguage() }));
  return found.length > 0 ? found : [{ to: config.organization.supportEmail, lang: defaultLanguage() }];
}

async function namesOfHolders(tx: Transaction): Promise<Map<string, string>> {
  const staff = await tx
    .select()
    .from(users)
    .where(arrayOverlaps(users.roles, [...moderatorRoles]));
  return new Map(staff.map((user) => [user.id, displayNameOf(user)]));
}

/** Nothing of the complaint but its number and category: a mailbox keeps what the desk forgets. */
function mailAbout(alarms: Alarm[], names: Map<string, string>, origin: string): { subject: string; text: string } {
  const { alarm } = complaintsDesk.mail;
  const blocks = alarms.map(({ ticket, clocks }) =>
    [
      ...clocks.map(({ name, mark, dueAt }) =>
        alarm.line(
          ticket.id,
          categoryOf(ticket.subject),
          complaintsDesk.clocks[name],
          formatMoment(dueAt),
          complaintsDesk.marks[mark],
        ),
      ),
      ...(ticket.takenBy === null ? [] : [alarm.taken(names.get(ticket.takenBy) ?? '')]),
      origin + addressHere(`/studio/complaints/${ticket.id}`),
    ].join('\n'),
  );
  return { subject: alarm.subject(alarms.length), text: [alarm.lead, ...blocks, alarm.note].join('\n\n') };
}

function categoryOf(subject: string): string {
  const known: Record<string, string> = errands.grievance.categories;
  return known[subject.toUpperCase()] ?? known.OTHER ?? '';
}
