import { randomUUIDv7 } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { type NewsletterEnd, newsletterSubscribers as subscribers, outboxMessages } from '../../database/schema.ts';
import { newsletter as words } from '../../messages/newsletter.ts';
import { problems } from '../../messages/problems.ts';
import { siteName } from '../../messages/site-name.ts';
import { recipientHash } from '../../platform/delivery/outbox.server.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { Person } from '../../platform/feature.ts';
import { wasWithin } from '../../platform/guard/limits.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { invalidInput, tooMany, unavailable } from '../../platform/wire/errors.ts';
import { mapCategories } from '../categories/categories.queries.server.ts';
import { mailboxKey } from '../otp/code-hash.server.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import type { Choices, SubscribeInput } from './newsletter.contract.ts';
import { ownAddress } from './newsletter-key.server.ts';

type Services = Pick<PageServices, 'connection' | 'config' | 'limits' | 'outbox' | 'clock'>;
export type Subscriber = typeof subscribers.$inferSelect;

const days = (many: number) => sql`make_interval(days => ${many})`;
/** How long a link waits for its confirmation, and how long the dates of what has ended are kept. */
const confirmDays = 3;
const proofDays = 180;
const isWaiting = sql`${subscribers.requestedAt} > now() - ${days(confirmDays)}`;

/**
 * Mails the link by which its owner says that an address wants news; whoever has it already gets a link to their
 * choices. Same answer for every address: this call must not reveal who gets news.
 * @param address of the network
 * @throws AppError 400 for an unknown subject, 429 where the network's mails of the day are used up
 */
export async function askForNews(
  services: Services,
  { email, lang, state, categoryIds }: Pick<SubscribeInput, 'email'> & Choices,
  address: string,
): Promise<void> {
  const { connection, config, limits, outbox } = services;
  if (!outbox.takes('email')) throw unavailable(3_600);
  await insistOnCategories(connection.db, categoryIds);
  const mailbox = mailboxKey(config, email);
  await connection.db.transaction(async (tx) => {
    // Also keeps two requests for one address apart.
    if (!(await wasWithin(limits.newsletterRequests(mailbox, tx)))) return;
    const wish = { lang, state: state ?? null, categoryIds };
    const [known] = await tx.select().from(subscribers).where(eq(subscribers.email, email)).for('update');
    const id = known?.id ?? randomUUIDv7();
    if (!known) await tx.insert(subscribers).values({ id, email, mailbox, ...wish });
    else if (known.confirmedAt === null)
      await tx
        .update(subscribers)
        .set({ ...wish, requestedAt: sql`now()` })
        .where(eq(subscribers.id, id));
    // As receipts, which anybody can have sent to an address that they type.
    const inAll = [{ limit: limits.receiptsPerDay, key: 'all' }];
    const mail = known?.confirmedAt ? ('already' as const) : ('optIn' as const);
    const link = ownAddress(config, id, mail === 'already' ? known!.lang : lang);
    const message = inLanguage(mail === 'already' ? known!.lang : lang, (): Message => ({
      channel: 'email',
      to: email,
      purpose: 'newsletter request',
      subject: words[mail].subject(siteName()),
      text: words[mail].text(link),
      expiresAt: new Date(services.clock().getTime() + 24 * 3_600_000),
    }));
    const cause = { by: 'reader', userId: null, address, perNetwork: limits.newsletterMailsPerNetwork } as const;
    if (!(await sendLimited(services, tx, message, cause, inAll))) throw tooMany(24 * 3_600);
  });
}

async function insistOnCategories(db: Queryable, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await mapCategories(db);
  if (ids.some((id) => !known.has(id)))
    throw invalidInput([{ path: 'categoryIds', message: () => problems.noCategory }]);
}

/** Null once it has ended, or has waited too long for its confirmation. */
export async function findSubscriber(db: Queryable, id: string): Promise<(Subscriber & { email: string }) | null> {
  const [row] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.id, id), sql`(${subscribers.confirmedAt} is not null or ${isWaiting})`));
  return row?.email ? { ...row, email: row.email } : null;
}

/**
 * The consent, by the button behind the link, with the choices beside it; later the choices alone.
 * @param consentWords those beside the button
 * @returns null as `findSubscriber` does
 * @throws AppError 400 for an unknown subject
 */
export async function confirmOrChange(
  { connection: { db } }: Pick<Services, 'connection'>,
  id: string,
  { lang, state, categoryIds }: Choices,
  consentWords: string,
): Promise<Subscriber | null> {
  await insistOnCategories(db, categoryIds);
  const { confirmedAt } = subscribers;
  const [row] = await db
    .update(subscribers)
    .set({
      lang,
      state: state ?? null,
      categoryIds,
      consentWords: sql`coalesce(${subscribers.consentWords}, ${consentWords})`,
      confirmedAt: sql`coalesce(${confirmedAt}, now())`,
    })
    .where(and(eq(subscribers.id, id), isNull(subscribers.endedAt), sql`(${confirmedAt} is not null or ${isWaiting})`))
    .returning();
  return row ?? null;
}

/** One tap: the address is deleted, and what waits for it is not sent. Again: nothing happens. */
export async function stopNews({ connection: { db }, config }: Pick<Services, 'connection' | 'config'>, id: string) {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update');
    if (!row?.email) return;
    await endWhere(tx, eq(subscribers.id, id), 'reader');
    await tx
      .delete(outboxMessages)
      .where(
        and(
          eq(outboxMessages.recipientHash, recipientHash(config, row.email)),
          eq(outboxMessages.channel, 'bulk'),
          isNull(outboxMessages.deliveredAt),
        ),
      );
  });
}

/** Of what was never confirmed nothing remains. */
async function endWhere(tx: Transaction, which: ReturnType<typeof eq>, by: NewsletterEnd): Promise<void> {
  await tx.delete(subscribers).where(and(which, isNull(subscribers.confirmedAt)));
  await tx
    .update(subscribers)
    .set({ email: null, state: null, categoryIds: [], endedAt: sql`now()`, endedBy: by })
    .where(and(which, isNull(subscribers.endedAt)));
}

export async function sweepSubscribers(db: Queryable): Promise<void> {
  await db.delete(subscribers).where(and(isNull(subscribers.confirmedAt), sql`not ${isWaiting}`));
  await db.delete(subscribers).where(sql`${subscribers.endedAt} < now() - ${days(proofDays)}`);
}

const ofPerson = ({ identifiers }: Person) => inArray(subscribers.email, identifiers);

export async function exportNewsletterOf(db: Queryable, person: Person) {
  const { email, lang, state, categoryIds, requestedAt, confirmedAt, consentWords } = subscribers;
  return db
    .select({ email, lang, state, categoryIds, requestedAt, confirmedAt, consentWords })
    .from(subscribers)
    .where(ofPerson(person));
}

export const forgetNewsletterOf = (tx: Transaction, person: Person): Promise<void> =>
  endWhere(tx, ofPerson(person), 'account');
