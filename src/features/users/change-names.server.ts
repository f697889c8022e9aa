import { invalidatePages } from '../../platform/page-cache.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { UpdateUserInput } from './users.contract.ts';
import { updateNames, type UserRow } from './users.queries.server.ts';

/** Pages that show the name are made anew. */
export async function changeNames(
  { connection }: PageServices,
  userId: string,
  names: UpdateUserInput,
): Promise<UserRow | null> {
  const user = await updateNames(connection.db, userId, names);
  await invalidatePages(connection, [`user:${userId}`]);
  return user;
}
