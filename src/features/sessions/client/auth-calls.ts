import { apiHere } from '../../../platform/settings/site-languages.ts';
import { logToServer } from './client-log.ts';

const base = '/api/auth';

/** Response body, and the server's clock at the time of the response. */
export type Answered = { body: Record<string, unknown>; serverNow: number };

/** GET from the session endpoints. A failure is logged and returns null. */
export async function readAuth(path: 'session' | 'csrf'): Promise<Answered | null> {
  try {
    // The session holds the name by default ('Member 4821'), which is said in the page's language.
    const address = path === 'session' ? apiHere(`${base}/${path}`) : `${base}/${path}`;
    const response = await fetch(address, { headers: { accept: 'application/json' }, cache: 'no-store' });
    const body = (await response.json()) as unknown;
    if (!response.ok || typeof body !== 'object' || body === null) throw new Error(`answered ${response.status}`);
    const serverNow = Date.parse(response.headers.get('date') ?? '');
    return { body: body as Record<string, unknown>, serverNow: Number.isNaN(serverNow) ? Date.now() : serverNow };
  } catch (error) {
    logToServer('error', 'CLIENT_FETCH_ERROR', `${path}: ${error instanceof Error ? error.message : 'failed'}`);
    return null;
  }
}

/** POST with the CSRF token. @throws TypeError without a connection */
export async function postAuth(
  path: string,
  fields: Record<string, string>,
): Promise<{ ok: boolean; status: number; url: string | null }> {
  const csrf = await readAuth('csrf');
  const body = new URLSearchParams({ ...fields, csrfToken: String(csrf?.body.csrfToken ?? ''), json: 'true' });
  const response = await fetch(`${base}/${path}`, { method: 'POST', body });
  const answer = (await response.json().catch(() => null)) as { url?: unknown } | null;
  return { ok: response.ok, status: response.status, url: typeof answer?.url === 'string' ? answer.url : null };
}
