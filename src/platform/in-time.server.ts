import { unavailable } from './errors.ts';

/**
 * Waits for what is under way no longer than so many milliseconds.
 * @throws AppError 503; what is under way goes on
 */
export function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(unavailable()), milliseconds);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
