import { currentLanguage } from '../../../messages/catalogue.ts';
import { ReadError, retryAfterOf } from '../../../platform/browser/read-json.ts';
import { apiHere } from '../../../platform/settings/site-languages.ts';
import { readHint } from '../../sessions/client/hint-cookies.ts';
import type { Fields, OpenPiece, Problem } from './editor-props.ts';

export type Why = 'offline' | 'signedOut' | 'otherPerson' | 'forbidden' | 'busy' | 'invalid' | 'gone' | 'failed';
export type Current = Fields & { revision: number; updatedByName: string };
export type Refusal = {
  ok: false;
  why: Why | 'conflict';
  code: string;
  /** The server's sentence. */
  message: string;
  details: { path: string; message: string }[];
  /** Of the response; absent without one. */
  status?: number;
  retryAfterSeconds?: number | undefined;
  /** With a conflict: what stands there now. */
  current?: Current | undefined;
};
export type Answer<Data> = { ok: true; data: Data } | Refusal;
export type Standing = { id: number; revision: number; state: string; problems?: Problem[] };
export type Copy = Current & Omit<OpenPiece, 'body' | 'mayWrite' | 'hasWritten'> & { body?: string };

/** `isTus`: of a resumable upload. */
type Request = { method?: string; body?: unknown; key?: string; isLast?: boolean; isTus?: boolean };

const reasons: Record<number, Why | 'conflict'> = {
  400: 'invalid',
  401: 'signedOut',
  403: 'forbidden',
  404: 'forbidden',
  409: 'conflict',
  410: 'gone',
  413: 'invalid',
  422: 'failed',
  429: 'busy',
  503: 'busy',
};
const refusal = (why: Refusal['why'], more: Partial<Refusal> = {}): Refusal => ({
  ok: false,
  why,
  code: '',
  message: '',
  details: [],
  ...more,
});
const patience = 30_000;
/** Browsers refuse to carry more than 64 KiB past the end of a page. */
const longestLast = 60_000;

/** Calls of the studio as one person. Never leaves the page, so that what was typed stays. */
export function studioCalls(person: string) {
  async function call<Data>(
    path: string,
    { method = 'GET', body, key, isLast, isTus }: Request = {},
  ): Promise<Answer<Data>> {
    // Another person may have signed in with another tab: their session must not save this text as theirs.
    const here = readHint('user_id');
    if (here !== null && here !== person) return refusal('otherPerson');
    const isForm = body instanceof FormData;
    const text = body === undefined || isForm ? undefined : JSON.stringify(body);
    let response: Response;
    try {
      response = await fetch(apiHere(`/api/studio${path}`), {
        method,
        headers: {
          accept: 'application/json',
          'accept-language': currentLanguage(),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...(isTus ? { 'tus-resumable': '1.0.0' } : {}),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        cache: 'no-store',
        signal: AbortSignal.timeout(isForm ? patience * 20 : patience),
        ...(isLast && text !== undefined && text.length * 3 < longestLast ? { keepalive: true } : {}),
        ...(body === undefined ? {} : { body: isForm ? body : text! }),
      });
    } catch {
      return refusal('offline');
    }
    const answer = (await response.json().catch(() => ({}))) as Partial<Refusal> & { data?: Data };
    if (response.ok) return answer.data === undefined ? refusal('failed') : { ok: true, data: answer.data };
    const { code = '', message = '', details = [], current } = answer;
    const { status } = response;
    const retryAfterSeconds = retryAfterOf(response);
    return refusal(reasons[status] ?? 'failed', { code, message, details, current, status, retryAfterSeconds });
  }
  return {
    call,
    /** For a query or a mutation. @throws ReadError with the server's sentence */
    async load<Data>(path: string, request?: Request): Promise<Data> {
      const answer = await call<Data>(path, request);
      if (answer.ok) return answer.data;
      const isOther = answer.why === 'otherPerson';
      const error = new ReadError(answer.status ?? (isOther ? 401 : 0), answer.retryAfterSeconds);
      error.message = answer.message;
      throw error;
    },
    begin: (kind: string, fields: Fields, key: string) =>
      call<Standing>(`/${kind}`, { method: 'POST', body: fields, key }),
    change: (kind: string, id: number, baseRevision: number, fields: Fields, isLast: boolean) =>
      call<Standing>(`/${kind}/${id}`, { method: 'PUT', body: { ...fields, baseRevision }, isLast }),
    read: (kind: string, id: number) => call<Copy>(`/${kind}/${id}`),
    revision: (kind: string, id: number, number: number) =>
      call<{ fields: Fields; body: string }>(`/${kind}/${id}/revisions/${number}`),
    act: <Data>(kind: string, id: number, act: string, body: unknown) =>
      call<Data>(`/${kind}/${id}/${act}`, { method: 'POST', body }),
  };
}
export type StudioCalls = ReturnType<typeof studioCalls>;
