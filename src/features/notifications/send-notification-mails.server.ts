import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { notificationMails, notifications, users } from '../../database/schema.ts';
import { community as c } from '../../messages/community.ts';
import type { Language } from '../../messages/catalogue.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { hrefOf, namelessWordsOf } from './notification-words.ts';
import type { Notification } from './notifications.contract.ts';
import { listForMail } from './notifications.queries.server.ts';
import { isMailWanted } from './telling.queries.server.ts';
import { stopAddress, stopHeaders } from './unsubscribe-key.server.ts';
import { mailTitle } from './mail-title.ts';

const betweenMails = sql`interval '4 hours'`;
// Leaves time to read on the site, and lets transactions that started earlier commit first: none is skipped.
const settled = sql`now() - interval '10 minutes'`;
const mostInMail = 10;
// One: a mail's counters stay locked until its transaction ends.
const batchSize = 1;

/**
 * Mails unread notifications since the last mail to everyone subscribed, by when they had the last one. The
 * recipient's row lock, with position and message in one transaction, prevents duplicates across instances.
 * @returns the number of people it was decided for
 */
export async function sendNotificationMails(services: PageServices): Promise<number> {
  if (!services.outbox.takes('email')) return 0;
  let sent = 0;
  for (;;) {
    const some = await services.connection.db.transaction((tx) => mailSome(services, tx));
    if (some === 0) return sent;
    sent += some;
  }
}

type Due = {
  user_id: string;
  email: string;
  lang: Language | null;
  told_until: string;
};

async function mailSome(services: PageServices, tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<Due>(sql`
    select m.user_id, u.email, u.lang, m.told_until::text from ${notificationMails} m join ${users} u on u.id = m.user_id
    where (m.is_on or 'mail' = any(m.follows || m.changes)) and u.email is not null and (m.sent_at is null or m.sent_at <= now() - ${betweenMails})
      and (m.try_again_at is null or m.try_again_at <= now())
      and exists (select 1 from ${notifications} where user_id = m.user_id and read_at is null and created_at > m.told_until and created_at <= ${settled} and ${isMailWanted})
    order by m.sent_at, m.user_id limit ${batchSize} for no key update of m skip locked`);
  for (const { user_id: userId, email, lang, told_until: after } of rows) {
    const unread = await listForMail(tx, userId, { after, until: settled }, mostInMail + 1);
    const mail = inLanguage(lang ?? defaultLanguage(), () => mailAbout(services.config, userId, email, unread));
    const isSent = await sendFor(services, tx, mail, unread);
    await tx
      .update(notificationMails)
      .set(
        isSent
          ? { toldUntil: settled, sentAt: sql`now()`, tryAgainAt: null }
          : { tryAgainAt: sql`now() + ${betweenMails}` },
      )
      .where(eq(notificationMails.userId, userId));
  }
  return rows.length;
}

/**
 * Counts towards one of those who caused it: who has caused many mails today causes no further one.
 * @returns false where nobody may cause it now
 */
async function sendFor(
  services: PageServices,
  tx: Transaction,
  mail: Message,
  unread: Notification[],
): Promise<boolean> {
  // What is followed is mailed without anybody's words, and costs nobody.
  if (unread.some(({ kind, followed }) => kind === 'MODERATION' || followed))
    return sendLimited(services, tx, mail, { by: 'site' });
  // In order: of two instances, neither waits for a row that the other has while that one waits for its own. An asker
  // without a name counts as a reader whom nobody knows.
  const causes = new Set(unread.map(({ createdBy }) => createdBy?.id ?? ''));
  for (const userId of [...causes].toSorted().map((id) => id || null))
    if (await sendLimited(services, tx, mail, { by: 'reader', userId, address: null })) return true;
  return false;
}

function mailAbout(config: PageServices['config'], userId: string, to: string, unread: Notification[]): Message {
  const { publicOrigin } = config;
  const stop = stopAddress(config, userId, 'all');
  const lines = unread.slice(0, mostInMail).map((item) => {
    const opens = `/notifications?open=${item.id}`;
    if (item.followed) return [namelessWordsOf(item), publicOrigin + addressHere(opens)].join('\n');
    const title = item.title === null ? null : mailTitle(item.title);
    const href = title?.isHidden ? opens : hrefOf(item);
    return [namelessWordsOf(item), title?.text ?? c.notifications.somewhere, publicOrigin + addressHere(href)].join(
      '\n',
    );
  });
  const more =
    unread.length > mostInMail ? [c.notificationMail.more(publicOrigin + addressHere('/notifications'))] : [];
  return {
    channel: 'email',
    to,
    purpose: 'notifications',
    subject: c.notificationMail.subject(unread.length),
    text: [...lines, ...more, `${c.notificationMail.why}\n${c.notificationMail.stop(stop)}`].join('\n\n'),
    headers: stopHeaders(stop),
  };
}
