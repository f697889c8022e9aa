import type { ErrorCode } from './wire.ts';

export type ErrorDetail = { path: string; message: string };

/** An error with an answer: a stable code, a status and one plain sentence fit to show a citizen. */
export class AppError extends Error {
  readonly isAppError = true;
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

// Not instanceof: the pages are built into a bundle with its own copy of this class.
export const isAppError = (error: unknown): error is AppError =>
  error instanceof Error && (error as Partial<AppError>).isAppError === true;

export const invalidInput = (details: ErrorDetail[], code: ErrorCode = 'validation_failed') =>
  new AppError(
    400,
    code,
    code === 'unknown_field'
      ? 'The request has a field that this call does not know.'
      : 'Something in the request is not right.',
    { details },
  );

const kinds = {
  article: 'That article was not found.',
  video: 'That video was not found.',
  category: 'That category was not found.',
  tag: 'That tag was not found.',
  author: 'That author was not found.',
  webstory: 'That story was not found.',
  page: 'That page was not found.',
  question: 'That question was not found.',
  comment: 'That comment was not found.',
  reply: 'That reply was not found.',
  profile: 'That profile was not found.',
  cta: 'That call to action was not found.',
  session: 'That device was not found. It may have been signed out already.',
} as const;
export type Kind = keyof typeof kinds;

export const notFound = (kind: Kind) => new AppError(404, `${kind}_not_found`, kinds[kind]);
/** The one sentence of a 403, whatever its code. */
export const noPermission = "Forbidden. You don't have permission.";
export const foreignOrigin = (message = noPermission) => new AppError(403, 'foreign_origin', message);
export const gone = () => new AppError(410, 'gone', 'This was taken down and is no longer available.');
export const tooMany = (retryAfterSeconds: number) =>
  new AppError(429, 'too_many_requests', 'Too many requests. Please wait a little and try again.', {
    retryAfterSeconds,
  });
export const unavailable = (retryAfterSeconds = 5) =>
  new AppError(503, 'unavailable', 'The service is busy. Please try again in a moment.', { retryAfterSeconds });
