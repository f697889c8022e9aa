import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { users } from '../../../database/schema.ts';
import { isShowable } from '../../users/names.policy.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { type Person, personOf } from '../store-posts.server.ts';
import { numberIn, timeIn } from './dump-rows.ts';
import type { DumpRow } from './read-rows.server.ts';

const personIn = (site: string, number: number) => personOf(`stackexchange\n${site}\n${number}`);

/** Author of a row; null for deleted users and the site's own bot (-1). */
export function authorIn(site: string, row: DumpRow, name: 'OwnerUserId' | 'UserId'): Person | null {
  const number = numberIn(row, name);
  return number === null ? null : personIn(site, number);
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
