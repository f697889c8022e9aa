import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { sessions, users } from '../../database/schema.ts';
import { AppError } from '../../platform/wire/errors.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { problems } from '../../messages/problems.ts';
import { factor, isLacking } from './sessions.queries.server.ts';

/**
 * For what takes an account away (another number, joining, deletion): a stolen phone alone must not, where a role
 * needs the second factor. Call it once the account's row is locked. @throws AppError 409
 */
export async function insistOnFactor(
  tx: Queryable,
  config: Pick<Config, 'needsSecondFactor'>,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  const [row] = await tx
    .select({ factor })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, users.id)))
    .where(eq(users.id, userId));
  if (row && isLacking(config, row.factor)) throw new AppError(409, 'conflict', () => problems.factorFirst);
}
