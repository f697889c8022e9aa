// @runs slow
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn, rawRequest, sendRaw } from '../../testing/raw-request.ts';
import { signIn } from '../../testing/sign-in.ts';

const test = openTestApp();
let routes: { method: string; path: string }[];
beforeAll(async () => {
  const { paths } = (await test.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
});

// Allow-list of anonymous routes: every other route must require a session.
const open = [
  /^GET \/(?!user\/|profile\/|notifications|moderation|cart$)/,
  /^POST \/search\//,
  /^POST \/(?:article|video)\/(?:search\/v1|recommended)$/,
  /^POST \/otp\/send\//,
  /^POST \/provider-token\/verify$/,
  /^POST \/user\/create$/,
  /^POST \/communities\/(?:question\/\{\w+\}\/comments|comment\/\{\w+\}\/replies)$/,
  /^POST \/support\//,
  /^POST \/referral\/data$/,
  /^POST \/track$/,
  /^POST \/schemes\/match$/,
  /^POST \/check\/(?:message|matched)$/,
  /^POST \/letters\//,
  /^POST \/newsletter(?:\/|$)/,
];
const isOpen = ({ method, path }: { method: string; path: string }) =>
  open.some((pattern) => pattern.test(`${method} ${path}`));
const addressOf = (path: string) => `/api${path.replace(/\{\w+\}/g, '1')}`;
const call = (method: string, url: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });

describe('every call that is not open to all', () => {
  it('is there to be tested', () => {
    expect(routes.length).toBeGreaterThan(25);
    expect(routes.filter((route) => !isOpen(route)).length).toBeGreaterThan(10);
  });

  it('is 401 where the header comes twice: a proxy in front may have looked at the other one', async () => {
    const { token } = await signIn(test);
    const port = await listenOn(test.app);
    const line = `Authorization: Bearer ${token}\r\n`;
    const statusWith = async (headers: string) =>
      (await sendRaw(port, rawRequest('/api/user/get', { headers }))).status;
    expect(await statusWith(line)).toBe(200);
    expect(await statusWith(line + line)).toBe(401);
    expect(await statusWith(`${line}authorization: Bearer a.b.c\r\n`)).toBe(401);
  });

  it('is 401 for nobody, whatever its address is spelled like and whatever it is sent', async () => {
    for (const { method, path } of routes.filter((route) => !isOpen(route))) {
      const url = addressOf(path);
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer %E0%A4%A' },
        { authorization: 'Bearer a.b.c' },
        { cookie: 'access_token=a.b.c; user_id=1; isPhoneLinked=true' },
        { 'x-user-id': '1', 'x-original-url': '/api/categories' },
      ];
      for (const headers of attempts) {
        const answer = await call(method, url, headers);
        expect([answer.statusCode, answer.json().message], `${method} ${path}`).toEqual([
          401,
          'Session expired, Sign in to continue.',
        ]);
      }
      const [, first = ''] = /^\/api\/(.)/.exec(url) ?? [];
      const spellings = [
        `${url}/`,
        `${url}?x=1`,
        `/api//${url.slice(5)}`,
        `//api${url.slice(4)}`,
        url.toUpperCase(),
        `/api/%${first.charCodeAt(0).toString(16)}${url.slice(6)}`,
        `/api/./${url.slice(5)}`,
        `/api/x/../${url.slice(5)}`,
        `/api/auth/..${url.slice(4)}`,
        `${url};x`,
        `${url}%00`,
      ];
      for (const spelling of spellings)
        expect([400, 401, 404, 405], `${method} ${spelling}`).toContain((await call(method, spelling)).statusCode);
    }
  });

  it('that writes is 403 by cookie from another site', async () => {
    const { cookies } = await signIn(test);
    for (const { method, path } of routes.filter((route) => route.method !== 'GET' && !isOpen(route))) {
      const answer = await call(method, addressOf(path), { cookie: cookies, origin: 'https://evil.example' });
      expect([answer.statusCode, answer.json().code, answer.json().message], `${method} ${path}`).toEqual([
        403,
        'foreign_origin',
        "Forbidden. You don't have permission.",
      ]);
    }
  });

  it('for moderators is 403 for others', async () => {
    const { headers } = await signIn(test);
    for (const { method, path } of routes.filter((route) =>
      ['/moderation/queue', '/moderation/act'].includes(route.path),
    )) {
      const answer = await call(method, addressOf(path), headers);
      expect([answer.statusCode, answer.json().message], `${method} ${path}`).toEqual([
        403,
        "Forbidden. You don't have permission.",
      ]);
    }
  });
});
