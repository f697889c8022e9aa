import type { Transaction } from '../../database/connect.server.ts';
import type { Config } from '../../platform/config.server.ts';
import { AppError } from '../../platform/errors.ts';
import { endSuspension, suspendUser } from '../users/suspensions.server.ts';
import { lockUser, type UserRow } from '../users/users.queries.server.ts';
import { problems } from '../../messages/problems.ts';

type Secret = Pick<Config, 'authSecret'>;
const conflict = (message: () => string) => new AppError(409, 'conflict', message);

/** @throws AppError 409 for deleted accounts and for moderators */
export async function suspendAuthor(
  tx: Transaction,
  config: Secret,
  authorId: string | null,
  days: number,
): Promise<void> {
  const author = await holdAuthor(tx, authorId);
  if (author.roles.some((role) => role === 'moderator' || role === 'admin')) throw conflict(() => problems.isModerator);
  await suspendUser(tx, config, author.id, days);
}

/** @throws AppError 409 where there is no suspension */
export async function liftSuspension(tx: Transaction, config: Secret, authorId: string | null): Promise<void> {
  const author = await holdAuthor(tx, authorId);
  if (author.suspendedUntil === null) throw conflict(() => problems.notSuspended);
  await endSuspension(tx, config, author);
}

async function holdAuthor(tx: Transaction, authorId: string | null): Promise<UserRow> {
  const author = authorId === null ? null : await lockUser(tx, authorId);
  if (!author) throw conflict(() => problems.authorLeft);
  return author;
}
