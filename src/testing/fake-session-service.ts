import { vi } from 'vitest';

// A fake of the session service and the API, for tests in jsdom.

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;
type Answering = Answer | ((request: { path: string; method: string; body: string }) => Answer);

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned access token: the browser cannot verify signatures. */
export const tokenUntil = (seconds: number, more: object = {}) =>
  `${base64url({ alg: 'HS256' })}.${base64url({ sub: 'u1', sid: 's1', exp: Math.floor(Date.now() / 1_000) + seconds, ...more })}.c2lnbmF0dXJl`;

export const sessionOf = ({ token = tokenUntil(900), newUser = false, name = 'Asha Devi' } = {}) => ({
  user: { id: 'u1', name, email: 'asha@example.in', phone: null },
  verifyResponse: { token, newUser },
  expires: new Date(Date.now() + 86_400_000).toISOString(),
});

/** @returns the log of calls so far, such as 'GET /api/auth/session' */
export function fakeService(answers: Record<string, Answering>, { clockAheadMs = 0 } = {}) {
  const calls: { call: string; body: string }[] = [];
  const went: string[] = [];
  const everywhere: Record<string, Answering> = {
    'GET /api/auth/session': { body: {} },
    'GET /api/auth/csrf': { body: { csrfToken: 'c1' } },
    'POST /api/auth/signout': { body: { url: 'http://localhost:3000/' } },
    'POST /api/auth/_log': { body: {} },
    ...answers,
  };
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', body = '' }: { method?: string; body?: unknown } = {}) => {
      const call = `${method} ${path}`;
      calls.push({ call, body: String(body) });
      const found = everywhere[call] ?? { status: 404, body: { code: 'route_not_found' } };
      const answer = typeof found === 'function' ? found({ path, method, body: String(body) }) : found;
      if (answer instanceof Error) throw answer;
      return new Response(answer.body === undefined ? 'not JSON' : JSON.stringify(answer.body), {
        status: answer.status ?? 200,
        headers: { date: new Date(Date.now() + clockAheadMs).toUTCString(), ...answer.headers },
      });
    },
  );
  const go = (url: string | URL) => {
    went.push(String(url));
  };
  vi.stubGlobal('location', { ...urlParts('http://localhost:3000/article/x-MQ?page=2'), assign: go, replace: go });
  return {
    answers: everywhere,
    went,
    calls: () => calls.map(({ call }) => call),
    bodyOf: (call: string) => new URLSearchParams(calls.findLast((one) => one.call === call)?.body ?? ''),
    logged: () =>
      calls
        .filter(({ call }) => call === 'POST /api/auth/_log')
        .map(({ body }) => new URLSearchParams(body).get('code')),
  };
}

function urlParts(address: string) {
  const { href, origin, protocol, host, pathname, search, hash } = new URL(address);
  return { href, origin, protocol, host, pathname, search, hash };
}

export function clearBrowser(): void {
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=', 1)[0]}=;path=/;max-age=0`;
}
