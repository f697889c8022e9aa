import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { users } from '../../../database/schema.ts';
import { isShowable } from '../../users/names.policy.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { numberIn, timeIn } from './dump-rows.ts';
import type { DumpRow } from './read-rows.server.ts';

/** An account without a number or address: nobody can sign in to it. */
export type Person = { id: string; memberNumber: number; firstName?: string; isSample?: boolean };

/** Deterministic from what names the person at the source. UUIDv7 like all user ids, with the zero timestamp. */
export function personOf(name: string): Person {
  const hash = createHash('sha256').update(name).digest();
  const bytes = Buffer.concat([Buffer.alloc(6), hash.subarray(0, 10)]);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, memberNumber: 1_000 + (hash.readUInt16BE(20) % 9_000) };
}

const personIn = (site: string, number: number) => personOf(`stackexchange\n${site}\n${number}`);

/** Author of a row; null for deleted users and the site's own bot (-1). */
export function authorIn(site: string, row: DumpRow, name: 'OwnerUserId' | 'UserId'): Person | null {
  const number = numberIn(row, name);
  return number === null ? null : personIn(site, number);
}

/** Users.xml of a dump provides the names later. */
export async function ensurePeople(tx: Queryable, posts: { author: Person | null; createdAt: Date }[]): Promise<void> {
  const rows = posts.flatMap(({ author, createdAt }) => (author ? [{ ...author, isImported: true, createdAt }] : []));
  if (rows.length > 0) await tx.insert(users).values(rows).onConflictDoNothing();
}

/** Stores names of users with imported posts only, for data minimisation. @returns the number of new names */
export async function namePeople(db: Queryable, site: string, rows: DumpRow[]): Promise<number> {
  const named = rows.flatMap((row) => {
    const number = numberIn(row, 'Id');
    const name = oneLine(row.DisplayName ?? '')
      .slice(0, 80)
      .toWellFormed()
      .replaceAll('\ufffd', '');
    // A name that nobody may have, such as a phone number, is not even stored.
    return number === null || name === '' || !isShowable(name)
      ? []
      : [{ id: personIn(site, number).id, name, since: timeIn(row, 'CreationDate') }];
  });
  if (named.length === 0) return 0;
  const waiting = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${inArray(
        users.id,
        named.map(({ id }) => id),
      )} and ${users.isImported} and ${users.firstName} = ''`,
    );
  const wanted = new Set(waiting.map(({ id }) => id));
  for (const { id, name, since } of named.filter((one) => wanted.has(one.id))) {
    await db
      .update(users)
      .set({ firstName: name, ...(since ? { createdAt: since } : {}), updatedAt: sql`now()` })
      .where(eq(users.id, id));
  }
  return wanted.size;
}
