// @runs slow
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from './database/schema.ts';
import { askQuestion } from './features/communities/ask-question.server.ts';
import { answerQuestion, replyToComment } from './features/communities/write-answer.server.ts';
import { createProfile } from './features/profiles/create-profile.server.ts';
import type { Viewer } from './platform/wire/viewer.ts';
import { builtPages } from './testing/build-test-app.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { join, type Member } from './testing/join.ts';
import { listenOn, rawRequest, sendRaw } from './testing/raw-request.ts';
import { actors, type Belongings, callOf, matrix, pageForms, studioCalls } from './testing/security-matrix.ts';

const test = openTestApp();

let count = 0;
/** A user with one entity of each kind, so that calls of the matrix do not affect each other. */
async function makeBelongings(): Promise<Belongings> {
  const { services } = test;
  const { db } = services.connection;
  const owner = await join(services);
  count += 1;
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, owner.id));
  const viewer: Viewer = {
    userId: owner.id,
    sessionId: session!.id,
    roles: [],
    createdAt: new Date(0),
    suspendedUntil: null,
    isPhoneLinked: true,
    via: 'bearer',
    lacksFactor: false,
  };
  const question = await askQuestion(services, viewer, { title: `Question number ${count} of the matrix`, body: '' });
  const comment = await answerQuestion(services, viewer, { questionId: question.id, body: `Answer ${count}` });
  const reply = await replyToComment(services, viewer, { commentId: comment.id, body: `Reply ${count}` });
  const { profile } = await createProfile(db, owner.id, { relation: 'SPOUSE', firstName: 'Ravi' });
  return {
    owner,
    question: question.id,
    comment: comment.id,
    reply: reply.id,
    profile: profile.id,
    session: session!.id,
    questionPath: question.canonicalUrl,
  };
}

/** A person for each column of the matrix, made anew once a call of one of them has changed something. */
type Cast = { of: Belongings; other: Member; moderator: Member };
let cast: Cast | undefined;
const castHere = async (): Promise<Cast> =>
  (cast ??= {
    of: await makeBelongings(),
    other: await join(test.services),
    moderator: await join(test.services, { role: 'moderator' }),
  });
const refusals = [401, 403, 404];

async function statusOf(call: string, actor: (typeof actors)[number]): Promise<number> {
  const [method, path = ''] = call.split(' ');
  const { id, query, body } = matrix[call]!;
  const { of, other, moderator } = await castHere();
  const { headers } = { nobody: { headers: {} }, owner: of.owner, other, moderator }[actor];
  const url = `/api${path.replace(/\{\w+\}/, String(id?.(of)))}${query ? `?${query.replace(':question', String(of.question))}` : ''}`;
  const payload = body && JSON.stringify(body(of));
  const answer = await test.send(method as 'GET', url, payload, {
    ...(payload ? { 'content-type': 'application/json' } : {}),
    ...headers,
  });
  const isRead = method === 'GET' && !path.startsWith('/otp/');
  if (!isRead && !refusals.includes(answer.statusCode)) cast = undefined;
  return answer.statusCode;
}

describe('the matrix of the API', () => {
  it('has a row for every call, and none for what is not there', () => {
    // The session service has its own response shapes and tests; the other two only document the API.
    const isElsewhere = /^\/api\/(?:auth\/|openapi\.json|docs|studio(?:\/|$))/;
    const calls = test.app.routes.filter(({ url }) => url.startsWith('/api/') && !isElsewhere.test(url)).map(callOf);
    expect(Object.keys(matrix).sort()).toEqual([...new Set(calls)].sort());
  });

  it.each(Object.keys(matrix))(
    '%s',
    async (call) => {
      const statuses: number[] = [];
      for (const actor of actors) statuses.push(await statusOf(call, actor));
      expect(statuses, actors.join(', ')).toEqual(matrix[call]!.statuses);
    },
    120_000,
  );
});

const sendAs = (call: string, headers: Record<string, string> = {}, spell = (url: string) => url) => {
  const [method, path = ''] = call.split(' ');
  const isRead = method === 'GET';
  return test.app.inject({
    method: method as 'GET',
    url: spell(`/api${path.replace(/\{\w+\}/g, '1')}`),
    headers: { ...(isRead ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(isRead ? {} : { payload: '{}' }),
  });
};

describe('calls that are not open to all', () => {
  it('are 401 where the header comes twice: a proxy in front may have looked at the other one', async () => {
    const { authorization } = (await castHere()).other.headers as { authorization: string };
    const port = await listenOn(test.app);
    const line = `Authorization: ${authorization}\r\n`;
    const statusWith = async (headers: string) =>
      (await sendRaw(port, rawRequest('/api/user/get', { headers }))).status;
    expect(await statusWith(line)).toBe(200);
    expect(await statusWith(line + line)).toBe(401);
    expect(await statusWith(`${line}authorization: Bearer a.b.c\r\n`)).toBe(401);
  });

  it('are 401 for nobody, whatever the address is spelled like and whatever is sent', async () => {
    const calls = Object.entries(matrix).flatMap(([call, { statuses }]) => (statuses[0] === 401 ? [call] : []));
    for (const call of [...calls, ...studioCalls(test.app.routes)]) {
      for (const headers of [
        {},
        { authorization: 'Bearer %E0%A4%A' },
        { authorization: 'Bearer a.b.c' },
        { cookie: 'access_token=a.b.c; user_id=1; isPhoneLinked=true' },
        { 'x-user-id': '1', 'x-original-url': '/api/categories' },
      ] as Record<string, string>[])
        expect((await sendAs(call, headers)).json(), call).toMatchObject({
          status: 401,
          code: 'unauthenticated',
          message: 'Session expired, Sign in to continue.',
        });
      for (const spell of [
        (url: string) => `${url}/`,
        (url: string) => `${url}?x=1`,
        (url: string) => `/api//${url.slice(5)}`,
        (url: string) => `//api${url.slice(4)}`,
        (url: string) => url.toUpperCase(),
        (url: string) => `/api/%${url.charCodeAt(5).toString(16)}${url.slice(6)}`,
        (url: string) => `/api/./${url.slice(5)}`,
        (url: string) => `/api/x/../${url.slice(5)}`,
        (url: string) => `/api/auth/..${url.slice(4)}`,
        (url: string) => `${url};x`,
        (url: string) => `${url}%00`,
      ]) {
        const answer = await sendAs(call, {}, spell);
        expect([400, 401, 404, 405], `${call} ${answer.raw.req.url}`).toContain(answer.statusCode);
      }
    }
  }, 120_000);
});

describe('calls that write', () => {
  // Browsers report violations without cookies.
  const writes = Object.keys(matrix).filter((call) => !/^GET |\/violations$/.test(call));
  const forbidden = { status: 403, code: 'foreign_origin', message: "Forbidden. You don't have permission." };

  it.each(writes)('%s takes nothing by cookie that another site sends, whoever may call it', async (call) => {
    const [method, path = ''] = call.split(' ');
    const { id, body } = matrix[call]!;
    const { of } = await castHere();
    const send = (from: Record<string, string>) =>
      test.send(
        method as 'POST',
        `/api${path.replace(/\{\w+\}/, String(id?.(of)))}`,
        JSON.stringify(body?.(of) ?? {}),
        { cookie: of.owner.cookies, 'content-type': 'application/json', ...from },
      );
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const answer = await send({ [name]: value });
      expect(answer.json()).toMatchObject(forbidden);
    }
  });

  it('of the studio neither', async () => {
    const { cookies } = (await castHere()).of.owner;
    for (const call of studioCalls(test.app.routes).filter((one) => !one.startsWith('GET '))) {
      const answer = await sendAs(call, { cookie: cookies, origin: 'https://evil.example' });
      expect(answer.json(), call).toMatchObject(forbidden);
    }
  });

  it('say which fields they take, so that an unknown one is refused by name', async () => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json() as {
      paths: Record<string, Record<string, { requestBody?: unknown }>>;
    };
    const without = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        ['post', 'put', 'patch'].includes(method) && !requestBody ? `${method} ${path}` : [],
      ),
    );
    // Files; the fields beside one are read with it.
    expect(
      without.filter((call) => !/ \/(?:helpers|studio\/(?:media|imports)(?:\/uploads\/\{id\})?)$/.test(call)),
    ).toEqual([]);
  });
});

describe('the forms of the pages', () => {
  it('each have a row', async () => {
    const { routes } = await builtPages.loadPages();
    const withForms = Object.values(routes).flatMap((route) =>
      route && 'action' in route.module && route.module.action ? [`/${route.path ?? ''}`] : [],
    );
    expect(Object.keys(pageForms).sort()).toEqual([...new Set(withForms)].sort());
  });

  const send = async (page: string, headers: Record<string, string>) => {
    const { questionPath, comment } = (await castHere()).of;
    const url = page
      .replace('/community/question/:key', questionPath)
      .replace(':key', `comment-${comment}`)
      .replace(':cta', '1');
    return test.send('POST', url, 'intent=x', { 'content-type': 'application/x-www-form-urlencoded', ...headers });
  };
  it.each(Object.keys(pageForms))(
    '%s takes nothing that another site sends, whoever is signed in',
    async (page) => {
      const { headers } = (await castHere()).moderator;
      expect((await send(page, { ...headers, origin: 'https://evil.example' })).statusCode).toBe(403);
      expect((await send(page, { ...headers, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    },
    120_000,
  );

  it.each(Object.entries(pageForms))(
    '%s answers anonymous and signed-in callers as its row says',
    async (page, { nobody, somebody }) => {
      const own = { origin: test.services.config.publicOrigin };
      cast = undefined;
      expect([
        (await send(page, own)).statusCode,
        (await send(page, { ...own, ...(await join(test.services)).headers })).statusCode,
      ]).toEqual([nobody, somebody]);
    },
    120_000,
  );
});
