import { AppError, isAppError, notFound, unavailable } from './errors.ts';

type FromOutside = { statusCode?: number; code?: string; validation?: unknown };

export const notJson = () =>
  new AppError(415, 'unsupported_media_type', 'Send JSON, with the content type application/json.');

/** What the framework, the database or a bug threw, as an answer that gives nothing away. */
export function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  const { statusCode, code } = thrown as FromOutside;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new AppError(413, 'too_large', 'That is more than can be sent at once.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return notJson();
  if (statusCode === 414) return new AppError(414, 'too_large', 'That address is too long.');
  if (code === 'FST_ERR_BAD_URL')
    return new AppError(400, 'validation_failed', 'That address is not written the right way.');
  // Files refuse a path that climbs out of their folder with 403; what is outside is not here.
  if (statusCode === 403 || statusCode === 404) return notFound('page');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || thrown instanceof SyntaxError || statusCode === 400) {
    return new AppError(400, 'invalid_json', 'The request is not valid JSON.');
  }
  const isDatabaseAway =
    /^(08|53|57P0|55P03|57014|40P01|40001|ECONN|ETIMEDOUT|EPIPE)/.test(databaseCode(thrown)) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/.test(
      messageOf(thrown),
    );
  if (isDatabaseAway || statusCode === 503) return unavailable();
  if (isOfNobody(thrown)) return new AppError(401, 'unauthenticated', 'Session expired, Sign in to continue.');
  return new AppError(500, 'internal', 'Something went wrong on our side. Please try again.');
}

// The account went, at this very moment, under what its owner was writing.
const isOfNobody = (thrown: unknown): boolean => {
  const { code, constraint, cause } = thrown as { code?: unknown; constraint?: unknown; cause?: unknown };
  return (
    (code === '23503' && typeof constraint === 'string' && constraint.endsWith('_users_id_fk')) ||
    (!!cause && isOfNobody(cause))
  );
};

/** SQLSTATE of what a query failed with, or the code of the connection; empty where it has none. Drizzle wraps the driver's error. */
export const databaseCode = (thrown: unknown): string => {
  const { code, cause } = thrown as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? databaseCode(cause) : '';
};
const messageOf = (thrown: unknown): string => {
  const { message = '', cause } = thrown as { message?: string; cause?: unknown };
  return cause ? `${message} ${messageOf(cause)}` : message;
};
