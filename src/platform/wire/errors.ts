import { problems } from '../../messages/problems.ts';
import type { ErrorCode } from './wire.ts';

/** @property message a function of it is called when it is shown, in the language of that moment */
export type ErrorDetail = { path: string; message: string | (() => string) };

export const detailText = ({ message }: ErrorDetail): string => (typeof message === 'string' ? message : message());

/** An error with a response: a stable code, a status and one plain sentence that may be shown to users. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** With a conflict: what stands there now. */
  readonly current: object | undefined;

  /** @param message a function of it is called at each reading, in the language of that moment */
  constructor(
    status: number,
    code: ErrorCode,
    message: string | (() => string),
    more: { details?: ErrorDetail[]; retryAfterSeconds?: number; current?: object } = {},
  ) {
    super(typeof message === 'string' ? message : undefined);
    if (typeof message === 'function') Object.defineProperty(this, 'message', { get: message, configurable: true });
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.current = more.current;
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError;

export const invalidInput = (details: ErrorDetail[], code: ErrorCode = 'validation_failed') =>
  new AppError(400, code, () => (code === 'unknown_field' ? problems.unknownField : problems.invalid), { details });

export type Kind = keyof typeof problems.notFound;
export const notFound = (kind: Kind) => new AppError(404, `${kind}_not_found`, () => problems.notFound[kind]);
/** The one sentence of a 403, whatever its code. */
const noPermission = () => problems.forbidden;
export const forbidden = () => new AppError(403, 'forbidden', noPermission);
export const unauthenticated = () => new AppError(401, 'unauthenticated', () => problems.unauthenticated);
export const foreignOrigin = (message = noPermission) => new AppError(403, 'foreign_origin', message);
/** After a takedown: the code of a missing thing, which the status tells from one that never was. */
export const gone = (kind: Kind) => new AppError(410, `${kind}_not_found`, () => problems.gone);
export const tooMany = (retryAfterSeconds: number) =>
  new AppError(429, 'too_many_requests', () => problems.tooMany, { retryAfterSeconds });
export const unavailable = (retryAfterSeconds = 5) =>
  new AppError(503, 'unavailable', () => problems.busy, { retryAfterSeconds });
