import { unavailable } from '../wire/errors.ts';

/**
 * Limits how long a caller waits, in milliseconds.
 * @throws AppError 503 at the deadline; the work itself is not cancelled
 */
export function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(unavailable()), milliseconds);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
