import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import { AppError } from '../../platform/wire/errors.ts';
import { lookOf } from './names.policy.ts';
import { displayNameOf } from './users.queries.server.ts';

const ofNewsroom = sql`cardinality(${users.roles}) > 0`;
const named = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  memberNumber: users.memberNumber,
};

/** @throws AppError 400 where somebody of the newsroom other than `userId` has a name that looks like this one */
export async function insistOnFreeName(
  db: Queryable,
  userId: string | null,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const look = lookOf(`${firstName} ${lastName}`);
  if (look === '') return;
  const newsroom = await db.select(named).from(users).where(ofNewsroom);
  if (!newsroom.some((row) => row.id !== userId && lookOf(`${row.firstName} ${row.lastName}`) === look)) return;
  const message = () => problems.name.newsroom;
  throw new AppError(400, 'validation_failed', message, { details: [{ path: 'firstName', message }] });
}

/**
 * Names of people as the newsroom sees them: with the member's number where another of the newsroom looks the same.
 * Those who have left have none.
 */
export async function newsroomNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.select(named).from(users).where(inArray(users.id, wanted));
  const newsroom = await db.select(named).from(users).where(ofNewsroom);
  return new Map(
    rows.map((row) => {
      const name = displayNameOf(row);
      const isShared = newsroom.some((other) => other.id !== row.id && lookOf(displayNameOf(other)) === lookOf(name));
      return [row.id, isShared ? `${name} (${row.memberNumber})` : name];
    }),
  );
}
