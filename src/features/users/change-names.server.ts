import { forbidden } from '../../platform/errors.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { UpdateUserInput } from './users.contract.ts';
import { findUser, updateNames, type UserRow } from './users.queries.server.ts';

/**
 * Changes names and invalidates the pages that show them.
 * @throws AppError 403 while suspended: a new name would disguise the suspended member
 */
export async function changeNames(
  { connection }: PageServices,
  userId: string,
  names: UpdateUserInput,
): Promise<UserRow | null> {
  const user = await updateNames(connection.db, userId, names);
  if (!user && (await findUser(connection.db, userId))) throw forbidden();
  await invalidatePages(connection, [`user:${userId}`]);
  return user;
}
