import { logToServer } from './client-log.ts';
import { sessionStore } from './session-store.ts';

export const sessionExpired = 'Session expired, Sign in to continue.';
const noPermission = "Forbidden. You don't have permission.";
const noAnswer = 'No response received from server';

export type ApiProblem = { path: string; message: string };

/** What a call failed with, in a sentence to show. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ApiProblem[];
  readonly retryAfterSeconds: number | undefined;

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
  /** Of a creation: sent again with the same key it happens once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

async function call(path: string, { method = 'GET', body, idempotencyKey, signal }: ApiRequest): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, noAnswer);
  }
}

type ErrorAnswer = { code?: string; message?: string; details?: ApiProblem[] };

function errorOf(response: Response, { code, message, details }: ErrorAnswer): ApiError {
  const { status } = response;
  const words =
    status === 401
      ? sessionExpired
      : status === 403
        ? noPermission
        : message || (status === 400 ? 'Bad Request' : 'An error occurred');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(status, words, {
    code,
    details,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

const renew = async () => (await sessionStore.read()).status === 'authenticated';

/**
 * A call of our API for whoever is signed in: cookies carry the token, which is renewed once before it counts as gone.
 * What was typed stays where it is: an error is thrown, nothing is reloaded.
 * @returns the answer's JSON @throws ApiError
 */
export async function apiFetch<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  if (sessionStore.isTokenExpired() && !(await renew()))
    throw new ApiError(401, sessionExpired, { code: 'unauthenticated' });
  let response = await call(path, request);
  if (response.status === 401 && (await renew())) response = await call(path, request);
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as Answer;
  if (response.status >= 500)
    logToServer('error', 'API_FETCH_ERROR', `${request.method ?? 'GET'} answered ${response.status}`);
  throw errorOf(response, (answer ?? {}) as ErrorAnswer);
}
