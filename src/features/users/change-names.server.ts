import type { Queryable } from '../../database/connect.server.ts';
import { forbidden } from '../../platform/wire/errors.ts';
import { orSaying } from '../../platform/guard/limits.server.ts';
import { problems } from '../../messages/problems.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { insistOnName } from './insist-on-name.server.ts';
import { lockRoles } from './keep-an-admin.server.ts';
import { insistOnFreeName } from './newsroom-names.server.ts';
import type { UpdateUserInput } from './users.contract.ts';
import { findUser, lockUser, updateNames, type UserRow } from './users.queries.server.ts';

const isRenaming = (user: UserRow, names: UpdateUserInput): boolean =>
  (names.firstName ?? user.firstName) !== user.firstName || (names.lastName ?? user.lastName) !== user.lastName;

const definedOf = ({ firstName, lastName }: UpdateUserInput) => ({
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
});

/**
 * Changes names and invalidates the pages that show them.
 * @throws AppError 400 for a name that nobody may have; 403 while suspended: a new name would disguise the suspended
 *   member; 429 for many names in a day
 */
export async function changeNames(
  { connection, limits }: PageServices,
  userId: string,
  names: UpdateUserInput,
): Promise<UserRow | null> {
  const insistOn = async (db: Queryable, user: UserRow) => {
    const whole = { ...user, ...definedOf(names) };
    insistOnName(whole);
    await insistOnFreeName(db, userId, whole);
  };
  const before = await findUser(connection.db, userId);
  const isRenamed = before !== null && isRenaming(before, names);
  if (isRenamed) {
    await insistOn(connection.db, before);
    await orSaying(limits.renames(userId), () => problems.renamedOften);
  }
  const user = await connection.db.transaction(async (tx) => {
    // Locked: two requests, each with one half of a name, must not make together what neither could; nor must two
    // people of the newsroom take the same one.
    if (before && before.roles.length > 0) await lockRoles(tx);
    const locked = isRenamed ? await lockUser(tx, userId) : null;
    if (locked) await insistOn(tx, locked);
    return updateNames(tx, userId, names);
  });
  if (!user && before) throw forbidden();
  if (isRenamed) await invalidatePages(connection, [`user:${userId}`]);
  return user;
}
