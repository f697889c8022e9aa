import { callFailures } from '../../../messages/call-failures.ts';
import { currentLanguage } from '../../../messages/catalogue.ts';
import { logToServer } from './client-log.ts';
import { patientFetch } from './patient-fetch.ts';
import { sessionStore } from './session-store.ts';

export type ApiProblem = { path: string; message: string };

/** A failed call, with a message to show. `status` 0: no response. */
export class ApiError extends Error {
  // Declared only: fields of a class are a helper more for the browsers of the build target.
  declare readonly status: number;
  declare readonly code: string;
  declare readonly details: ApiProblem[];
  declare readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    { code = '', details = [] as ApiProblem[], retryAfterSeconds = undefined as number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Idempotency key of a POST: a retry with the same key creates nothing new. */
  idempotencyKey?: string;
  /** Also ends the wait before a retry. */
  signal?: AbortSignal;
  /** Default: 3 for a GET and for a call with an idempotency key, 0 for other writes. */
  retries?: number;
};

async function call(path: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', body, idempotencyKey, signal } = request;
  const { retries = method === 'GET' || idempotencyKey !== undefined ? 3 : 0 } = request;
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': currentLanguage() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  try {
    return await patientFetch(
      `/api${path}`,
      {
        method,
        headers,
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      },
      retries,
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, callFailures.noResponse);
  }
}

type ErrorAnswer = { code?: string; message?: string; details?: ApiProblem[] };

function errorOf(response: Response, { code, message, details }: ErrorAnswer): ApiError {
  const { status } = response;
  const words =
    status === 401
      ? callFailures.unauthenticated
      : status === 403
        ? callFailures.forbidden
        : message || (status === 400 ? callFailures.badRequest : callFailures.other);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(status, words, {
    code,
    details,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** @throws ApiError 0 where nobody could say whether the session has ended: whoever reads 401 forgets the person */
async function renew(): Promise<boolean> {
  const session = await sessionStore.read();
  if ('isCertain' in session && !session.isCertain) throw new ApiError(0, callFailures.noResponse);
  return session.status === 'authenticated';
}

/**
 * Calls our API with the session's cookies; an expired access token is renewed once before the call fails.
 * Never reloads or redirects, so that typed text is not lost.
 * @returns the response's JSON @throws ApiError
 */
export async function apiFetch<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  if (sessionStore.isTokenExpired() && !(await renew()))
    throw new ApiError(401, callFailures.unauthenticated, { code: 'unauthenticated' });
  let response = await call(path, request);
  if (response.status === 401 && (await renew())) response = await call(path, request);
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as Answer;
  if (response.status >= 500)
    logToServer('error', 'API_FETCH_ERROR', `${request.method ?? 'GET'} answered ${response.status}`);
  throw errorOf(response, (answer ?? {}) as ErrorAnswer);
}
