import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { notificationMails, users } from '../../database/schema.ts';
import type { Language } from '../../messages/catalogue.ts';
import { community as c } from '../../messages/community.ts';
import { digestMail } from '../../messages/digest-mail.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';
import { mailboxKey } from '../otp/code-hash.server.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { mailTitle } from './mail-title.ts';
import { nextDigest } from './digest-time.ts';
import { type Digest, readDigests } from './digest.queries.server.ts';
import { quietEnd } from './quiet-hours.ts';
import type { Telling } from './telling.contract.ts';
import { stopAddress, stopHeaders } from './unsubscribe-key.server.ts';

const batchSize = 50;
const aDay = 24 * 3_600_000;
// Lets transactions that began earlier commit first: what they wrote is in no digest before, and in this one.
const settled = sql`now() - interval '10 minutes'`;

type Due = {
  user_id: string;
  digest: Exclude<Telling['digest'], 'none'>;
  since: string;
  quiet_from: string | null;
  quiet_until: string | null;
  email: string | null;
  lang: Language | null;
};
type Reader = Due & { email: string };

/**
 * Mails everybody whose digest is due what happened to what they follow; nothing where nothing did. Claim, position and
 * message are one transaction: a kill undoes all three, and another instance passes by the locked rows.
 * @returns how many people it was decided for
 */
export async function sendDigests(services: PageServices, signal?: AbortSignal): Promise<number> {
  if (!services.outbox.takes('email')) return 0;
  let decided = 0;
  for (;;) {
    if (signal?.aborted) return decided;
    const some = await services.connection.db.transaction((tx) => sendSome(services, tx));
    decided += some;
    if (some < batchSize) return decided;
  }
}

async function sendSome(services: PageServices, tx: Transaction): Promise<number> {
  const now = services.clock();
  const { rows } = await tx.execute<Due>(sql`
    select m.user_id, m.digest, m.digest_until::text as since, m.quiet_from, m.quiet_until, u.email, u.lang
    from ${notificationMails} m join ${users} u on u.id = m.user_id
    where m.digest <> 'none' and m.digest_due_at <= ${now.toISOString()}::timestamptz
    order by m.digest_due_at limit ${batchSize} for no key update of m skip locked`);
  if (rows.length === 0) return 0;
  const [moment] = (await tx.execute<{ until: string }>(sql`select (${settled})::text as until`)).rows;
  const readers = rows
    .filter((row): row is Reader => row.email !== null)
    // In order: two instances that count the same mailboxes do not wait for each other.
    .toSorted((one, other) => (keyOf(services, one) < keyOf(services, other) ? -1 : 1));
  const digests = await readDigests(
    tx,
    readers.map(({ user_id: userId, lang, since }) => ({ userId, lang: lang ?? defaultLanguage(), since })),
    moment!.until,
  );
  const heldBack: string[] = [];
  for (const reader of readers) {
    const digest = digests.get(reader.user_id);
    // Over the limit of a mailbox: the next one says it.
    if (digest && !(await sendLimited(services, tx, mailOf(services, reader, digest, now), { by: 'site' })))
      heldBack.push(reader.user_id);
  }
  const next = (digest: Due['digest']) => sql`${nextDigest(digest, now).toISOString()}::timestamptz`;
  await tx.execute(sql`update ${notificationMails} set
    digest_due_at = case digest when 'daily' then ${next('daily')} else ${next('weekly')} end,
    digest_until = case when user_id = any(${sql.param(heldBack)}::uuid[]) then digest_until else greatest(digest_until, ${moment!.until}::timestamptz) end
    where user_id = any(${sql.param(rows.map(({ user_id: id }) => id))}::uuid[])`);
  return rows.length;
}

const keyOf = ({ config }: PageServices, { email }: Reader) => mailboxKey(config, email);

function mailOf({ config }: PageServices, reader: Reader, digest: Digest, now: Date): Message {
  const quiet = { quietFrom: reader.quiet_from, quietUntil: reader.quiet_until };
  const notBefore = quietEnd(quiet, now);
  return inLanguage(reader.lang ?? defaultLanguage(), (): Message => {
    const stop = stopAddress(config, reader.user_id, 'digest');
    const line = ({ title, canonicalUrl }: Pick<Digest['items'][number], 'title' | 'canonicalUrl'>, said: string) =>
      [...(said ? [said] : []), mailTitle(title).text, config.publicOrigin + addressHere(canonicalUrl)].join('\n');
    const { items, hasMore, canAnswer } = digest;
    return {
      channel: 'email',
      to: reader.email,
      purpose: 'digest',
      subject: digestMail.subject[reader.digest](),
      text: [
        ...items.map((item) =>
          line(
            item,
            item.type !== 'QUESTION'
              ? digestMail.changed
              : item.isNew
                ? digestMail.newQuestion
                : digestMail.newAnswers(item.answers),
          ),
        ),
        ...(hasMore ? [c.notificationMail.more(config.publicOrigin + addressHere('/notifications'))] : []),
        ...(canAnswer.length > 0 ? [digestMail.canAnswer, ...canAnswer.map((one) => line(one, ''))] : []),
        `${digestMail.why[reader.digest]}\n${digestMail.stop(stop)}`,
      ].join('\n\n'),
      headers: stopHeaders(stop),
      expiresAt: new Date((notBefore ?? now).getTime() + aDay),
      ...(notBefore ? { notBefore } : {}),
    };
  });
}
