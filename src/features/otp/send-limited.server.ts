import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { type Limit, wasWithin } from '../../platform/guard/limits.server.ts';
import { networksOf } from '../../platform/guard/networks.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { type Share, spenderOf } from '../../platform/guard/spend-limits.server.ts';
import { mailboxKey } from './code-hash.server.ts';

export type Mailing = Pick<PageServices, 'connection' | 'config' | 'limits' | 'outbox'>;

/** Who makes the site send a message. */
export type Cause =
  /**
   * A reader, signed in or not; without an address where it is sent later than it was caused: then it counts towards
   * the networks that they have written from.
   */
  | {
      by: 'reader';
      userId: string | null;
      address: string | null;
      /** Of mails that take nothing from the others of their network. */
      perNetwork?: Limit;
    }
  /** Somebody of the newsroom, in the course of their work. */
  | { by: 'staff'; userId: string }
  /** A clock. */
  | { by: 'site' };

/**
 * Enqueues a message other than a code, within the day's limits of whoever causes it, of their networks and of the
 * mailbox; all of them in one statement. What readers cause takes nothing from what staff and clocks send to a mailbox.
 * @param more limits of this kind of message
 * @returns false where a limit is used up: nothing is enqueued then
 */
export async function sendLimited(
  services: Mailing,
  tx: Queryable,
  message: Message,
  cause: Cause,
  more: Share[] = [],
): Promise<boolean> {
  const shares = [...(await sharesOf(services, tx, message, cause)), ...more];
  if (!(await wasWithin(spenderOf(services.connection).spend(tx, shares)))) return false;
  await services.outbox.send(tx, message);
  return true;
}

async function sharesOf({ limits, config }: Mailing, tx: Queryable, { to }: Message, cause: Cause): Promise<Share[]> {
  // The owner's own mailbox receives what everybody causes.
  const isOwner = to === config.organization.supportEmail;
  const mailbox = isOwner
    ? []
    : [
        {
          limit: limits.mailsPerMailbox,
          key: `${cause.by === 'reader' ? 'readers' : 'site'}:${mailboxKey(config, to)}`,
        },
      ];
  if (cause.by === 'site') return mailbox;
  if (cause.by === 'staff') return [...mailbox, { limit: limits.mailsPerStaff, key: cause.userId }];
  return [
    ...mailbox,
    ...(cause.userId === null ? [] : [{ limit: limits.mailsPerPerson, key: cause.userId }]),
    ...(cause.address === null
      ? (await networksWrittenFrom(tx, cause.userId)).map((key) => ({
          limit: key.includes(':') ? limits.mailsPerNetwork : limits.lateMailsPerIpv4,
          key,
        }))
      : Object.values(networksOf(cause.address)).flatMap((key) =>
          key === null ? [] : [{ limit: cause.perNetwork ?? limits.mailsPerNetwork, key }],
        )),
  ];
}

/** The IPv6 /48s and IPv4 addresses that a person has written from within a day (`count-write.server.ts`). */
async function networksWrittenFrom(tx: Queryable, userId: string | null): Promise<string[]> {
  const { rows } = await tx.execute<{ network: string }>(sql`
    select distinct split_part(key, ' ', 2) as network from rate_limits
    where starts_with(key, ${`written-from:${userId} `}) and expire > extract(epoch from now()) * 1000`);
  return rows.map(({ network }) => network);
}
