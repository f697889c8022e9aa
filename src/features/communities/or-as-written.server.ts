import type { FastifyRequest } from 'fastify';
import { isAppError } from '../../platform/wire/errors.ts';
import { isTakenOver } from '../../platform/http/idempotency.server.ts';

/**
 * Retry of a request that crashed before its answer was stored under the idempotency key: the duplicate check refuses
 * it with a conflict, so the post that the first attempt wrote is returned.
 */
export async function orAsWritten<Post>(
  request: FastifyRequest,
  write: () => Promise<Post>,
  find: () => Promise<number | null>,
  read: (id: number) => Promise<Post>,
): Promise<Post> {
  try {
    return await write();
  } catch (error) {
    const id = isTakenOver(request) && isAppError(error) && error.code === 'conflict' ? await find() : null;
    if (id === null) throw error;
    return read(id);
  }
}
