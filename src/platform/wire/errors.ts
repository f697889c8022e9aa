import { problems } from '../../messages/problems.ts';
import type { Problem } from './problem.ts';
import type { ErrorCode } from './wire.ts';
import { wordProblem } from './word-problem.ts';

/** What becomes a sentence when it is shown, in the language of that moment. */
export type Wording = Problem | (() => string);
export type ErrorDetail = { path: string; message: Wording };

const wordsOf = (wording: Wording): string => (typeof wording === 'function' ? wording() : wordProblem(wording));
export const detailText = ({ message }: ErrorDetail): string => wordsOf(message);

/** An error with a response: a stable code, a status and one plain sentence that may be shown to users. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly wording: Wording;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** With a conflict: what stands there now. */
  readonly current: object | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    wording: Wording,
    more: { details?: ErrorDetail[]; retryAfterSeconds?: number; current?: object } = {},
  ) {
    super();
    Object.defineProperty(this, 'message', { get: () => wordsOf(wording), configurable: true });
    this.status = status;
    this.code = code;
    this.wording = wording;
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
