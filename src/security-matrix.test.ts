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
import { actors, type Belongings, matrix, pageForms } from './testing/security-matrix.ts';

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
    const isElsewhere = /^\/api\/(?:auth\/|openapi\.json|docs)/;
    const calls = test.app.routes
      .filter(({ url }) => url.startsWith('/api/') && !isElsewhere.test(url))
      .map(
        ({ method, url }) =>
          `${method} ${url
            .slice('/api'.length)
            .replace(/(.)\/$/, '$1')
            .replace(/:(\w+)/g, '{$1}')}`,
      );
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

describe('calls that write', () => {
  // The studio is not there without a role; browsers report violations without cookies.
  const writes = Object.keys(matrix).filter((call) => !/^GET |\/studio\/|\/violations$/.test(call));

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
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
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
