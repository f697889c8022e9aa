import { AppError, isAppError, notFound, unauthenticated, unavailable } from '../wire/errors.ts';
import { problems } from '../../messages/problems.ts';

type FromOutside = { statusCode?: number; code?: string; validation?: unknown };

export const notFiles = () => new AppError(415, 'unsupported_media_type', () => problems.needsFiles);
export const notJson = () => new AppError(415, 'unsupported_media_type', () => problems.needsJson);

/** Maps errors of the framework, the database or a bug to responses that reveal no internals. */
export function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  const { statusCode, code } = thrown as FromOutside;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new AppError(413, 'too_large', () => problems.tooLarge);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return notJson();
  if (statusCode === 414) return new AppError(414, 'too_large', () => problems.longAddress);
  if (code === 'FST_ERR_BAD_URL') return new AppError(400, 'validation_failed', () => problems.badAddress);
  // @fastify/static answers path traversal with 403; a 404 reveals less.
  if (statusCode === 403 || statusCode === 404) return notFound('page');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || thrown instanceof SyntaxError || statusCode === 400) {
    return new AppError(400, 'invalid_json', () => problems.notJson);
  }
  const isDatabaseAway =
    /^(08|53|57P0|55P03|57014|40P01|40001|ECONN|ETIMEDOUT|EPIPE)/.test(databaseCode(thrown)) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|accepting connections/.test(
      messageOf(thrown),
    );
  if (isDatabaseAway || statusCode === 503) return unavailable();
  if (isOfNobody(thrown)) return unauthenticated();
  return new AppError(500, 'internal', () => problems.internal);
}

// Foreign-key violation: the account was erased while its owner was writing.
const isOfNobody = (thrown: unknown): boolean => {
  const { code, constraint, cause } = thrown as { code?: unknown; constraint?: unknown; cause?: unknown };
  return (
    (code === '23503' && typeof constraint === 'string' && constraint.endsWith('_users_id_fk')) ||
    (!!cause && isOfNobody(cause))
  );
};

/**
 * SQLSTATE of a failed query, or the connection's error code; empty where there is none. Drizzle wraps the driver's
 * error.
 */
export const databaseCode = (thrown: unknown): string => {
  const { code, cause } = thrown as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? databaseCode(cause) : '';
};
const messageOf = (thrown: unknown): string => {
  const { message = '', cause } = thrown as { message?: string; cause?: unknown };
  return cause ? `${message} ${messageOf(cause)}` : message;
};
