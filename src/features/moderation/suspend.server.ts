import type { Transaction } from '../../database/connect.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { AppError } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { endSuspension, suspendUser } from '../users/suspensions.server.ts';
import { lockUser, type UserRow } from '../users/users.queries.server.ts';
import { problems } from '../../messages/problems.ts';
import { isSuspendedByAdmin } from './moderation-log.queries.server.ts';

type Secret = Pick<Config, 'authSecret'>;
const conflict = (message: () => string) => new AppError(409, 'conflict', message);

/**
 * @param by whoever suspends: only an admin suspends people of the newsroom
 * @throws AppError 409 for deleted accounts, admins and, unless an admin suspends, everybody with a role
 */
export async function suspendAuthor(
  tx: Transaction,
  config: Secret,
  by: Pick<Viewer, 'roles'>,
  authorId: string | null,
  days: number,
): Promise<void> {
  const author = await holdAuthor(tx, authorId);
  if (author.roles.includes('admin')) throw conflict(() => problems.isAdmin);
  if (author.roles.length > 0 && !by.roles.includes('admin')) throw conflict(() => problems.isOfNewsroom);
  await suspendUser(tx, config, author.id, days);
}

/**
 * @returns false where there is no suspension
 * @throws AppError 409 where only an admin could have imposed it, or an admin has, and somebody else lifts it
 */
export async function liftSuspension(
  tx: Transaction,
  config: Secret,
  by: Pick<Viewer, 'roles'>,
  authorId: string | null,
): Promise<boolean> {
  const author = await holdAuthor(tx, authorId);
  if (author.suspendedUntil === null) return false;
  if (!by.roles.includes('admin') && (author.roles.length > 0 || (await isSuspendedByAdmin(tx, author.id))))
    throw conflict(() => problems.suspendedByAdmin);
  await endSuspension(tx, config, author);
  return true;
}

async function holdAuthor(tx: Transaction, authorId: string | null): Promise<UserRow> {
  const author = authorId === null ? null : await lockUser(tx, authorId);
  if (!author) throw conflict(() => problems.authorLeft);
  return author;
}
