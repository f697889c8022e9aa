import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { users } from '../database/schema.ts';
import type { Role } from '../database/tables/users.ts';
import { openSession } from '../features/sessions/open-session.server.ts';
import { ensureUser } from '../features/users/ensure-user.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import { cookiesOf } from './sign-in.ts';

export type Member = {
  id: string;
  phone: string;
  headers: { authorization: string };
  /** The Cookie header that a browser would send. */ cookies: string;
  /** The same with the site's origin: outlives the token, in tests of more than a quarter of an hour. */
  lasting: { cookie: string; origin: string };
};

/** Inserts a user with a session directly: for tests that need many users, or accounts of a certain age. */
export async function join(
  services: PageServices,
  who: { firstName?: string; lastName?: string; role?: Role; roles?: Role[]; joinedDaysAgo?: number } = {},
): Promise<Member> {
  const { db } = services.connection;
  const phone = `+919${randomInt(100_000_000, 999_999_999)}`;
  const { user } = await ensureUser(db, services.config, phone, {
    firstName: who.firstName ?? 'Asha',
    lastName: who.lastName ?? 'Rao',
  });
  await db
    .update(users)
    .set({
      roles: who.roles ?? (who.role ? [who.role] : []),
      createdAt: sql`now() - make_interval(days => ${who.joinedDaysAgo ?? 30})`,
    })
    .where(eq(users.id, user.id));
  return signInAgain(services, { id: user.id, phone });
}

/** Another session of a member: a token ends after a quarter of an hour. */
export async function signInAgain(
  services: PageServices,
  { id, phone }: Pick<Member, 'id' | 'phone'>,
): Promise<Member> {
  const { token, cookies } = await openSession(services, services.connection.db, {
    userId: id,
    isNewUser: false,
    userAgent: 'test',
    provenIdentifier: phone,
  });
  const cookie = cookiesOf(cookies);
  const lasting = { cookie, origin: services.config.publicOrigin };
  return { id, phone, headers: { authorization: `Bearer ${token}` }, cookies: cookie, lasting };
}
