import type { App } from '../app.server.ts';
import type { TestApp } from './build-test-app.ts';
import { cookiesOf } from './sign-in.ts';

type Headers = Record<string, string>;
type Answer = { headers: Record<string, unknown> };

export const linesOf = (answer: Answer): string[] => [answer.headers['set-cookie'] ?? []].flat() as string[];
export const lineOf = (answer: Answer, name: string): string | undefined =>
  linesOf(answer).find((line) => line.startsWith(`${name}=`));

/** The API calls for signing in. */
export function sessionCalls(test: () => TestApp) {
  const post = (url: string, payload: unknown, headers: Headers = {}, app: App = test().app) =>
    app.inject({
      method: 'POST',
      url: `/api${url}`,
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return {
    post,
    verify: (payload: object, headers: Headers = {}) =>
      post('/provider-token/verify', { provider: 'JB', ...payload }, headers),
    mine: (headers: Headers, app: App = test().app) => app.inject({ url: '/api/user/sessions', headers }),
  };
}

/** Calls of the session service, as next-auth's client makes them. */
export function authCalls(test: () => TestApp) {
  const get = (path: string, headers: Headers = {}) => test().app.inject({ url: `/api/auth/${path}`, headers });
  const send = (path: string, form: Record<string, string>, headers: Headers = {}) =>
    test().send('POST', `/api/auth/${path}`, new URLSearchParams(form), headers);
  /** The cookies and the token after a browser has requested a CSRF token. */
  async function csrf(cookies = ''): Promise<{ cookie: string; csrfToken: string }> {
    const answer = await get('csrf', cookies ? { cookie: cookies } : {});
    return { cookie: cookiesOf(linesOf(answer), cookies), csrfToken: answer.json().csrfToken };
  }
  return {
    get,
    send,
    csrf,
    async callback(id: string, form: Record<string, string>, headers: Headers = {}) {
      const { cookie, csrfToken } = await csrf();
      return send(`callback/${id}`, { csrfToken, json: 'true', ...form }, { cookie, ...headers });
    },
  };
}
