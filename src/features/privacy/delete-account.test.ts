// @runs on both databases
import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.server.ts';
import { createOutbox } from '../../platform/delivery/outbox.server.ts';
import { buildTestApp, sender, type TestApp, builtPages } from '../../testing/build-test-app.ts';
import { codeFor, signIn } from '../../testing/sign-in.ts';
import { listSessions, noteProof } from '../sessions/sessions.queries.server.ts';

let test: TestApp;
let log = '';
beforeAll(async () => {
  const plain = await buildTestApp();
  const logger = pino(
    { level: 'trace' },
    new PassThrough().on('data', (chunk: Buffer) => {
      log += chunk.toString();
    }),
  );
  const { connection, config } = plain.services;
  const services = { ...plain.services, outbox: createOutbox({ connection, config, log: logger }) };
  const app = await buildApp({
    services,
    logger,
    ...builtPages,
  });
  test = {
    app,
    services,
    db: connection.db,
    send: sender(app),
    close: async () => {
      await app.close();
      await plain.close();
    },
  };
});
afterAll(() => test.close());

const phone = '9412345678';
const canaries = {
  email: 'canary.address@example.in',
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  childName: 'Canarychild',
  childPhone: '9487654321',
  answer: 'canary-answer-text',
  question: 'canary-question',
  renamed: 'Canaryrenamed',
  device: 'CanaryBrowser',
  lonePost: 'canary-post-nobody-answered',
};
// Others have answered it, so it stays without its author.
const keptPost = 'canary-post-with-an-answer';

/** Every row of every table as text, by table. */
async function wholeDatabase(): Promise<Map<string, string[]>> {
  const { pool } = test.services.connection;
  const tables = (
    await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
  ).rows;
  const found = new Map<string, string[]>();
  for (const { name } of tables)
    found.set(
      name,
      (await pool.query<{ text: string }>(`select t::text as text from ${name} t`)).rows.map(({ text }) => text),
    );
  return found;
}
const tablesWith = (database: Map<string, string[]>, canary: string) =>
  [...database].filter(([, rows]) => rows.some((row) => row.includes(canary))).map(([name]) => name);

describe('a deleted account', () => {
  it('leaves no trace in the database or the log but the bare id, for the law', async () => {
    const call = async (
      method: 'POST' | 'PATCH' | 'GET' | 'DELETE',
      url: string,
      body?: object,
      headers: Record<string, string> = {},
    ) =>
      test.app.inject({
        method,
        url: `/api${url}`,
        headers: {
          'user-agent': `Mozilla/5.0 ${canaries.device}/1.0`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      });

    await call('POST', '/user/create', {
      firstName: canaries.firstName,
      lastName: canaries.lastName,
      email: canaries.email,
    });
    const signedIn = (
      await call('POST', '/provider-token/verify', {
        providerToken: await codeFor(test, canaries.email),
        provider: 'JB',
        emailId: canaries.email,
      })
    ).json().data;
    const me = { authorization: `Bearer ${signedIn.token}` };
    await call('POST', '/user/phone/otp/send', { mobile: phone }, me);
    await call('POST', '/user/phone/otp/verify', { mobile: phone, otp: await codeFor(test, `+91${phone}`) }, me);
    await call(
      'POST',
      '/profile/create',
      {
        firstName: canaries.firstName,
        lastName: canaries.lastName,
        phoneNo: phone,
        relation: 'SELF',
        answers: { [canaries.question]: canaries.answer },
      },
      { ...me, 'idempotency-key': 'canary-key-1' },
    );
    const child = (
      await call(
        'POST',
        '/profile/create',
        { firstName: canaries.childName, phoneNo: canaries.childPhone, relation: 'CHILD', consent: true },
        me,
      )
    ).json().data;
    await call(
      'POST',
      '/profile/create',
      { firstName: canaries.childName, relation: 'OTHER', answers: { [canaries.question]: [canaries.answer] } },
      me,
    );
    await call('PATCH', '/user', { firstName: canaries.renamed }, me);
    await call('PATCH', '/user', { firstName: canaries.firstName }, me);
    await call('GET', '/user/export', undefined, me);
    await call('GET', `/profile/${child.id}?name=${canaries.firstName}`, undefined, me);
    await call('POST', '/profile/create', { firstName: canaries.firstName, relation: 'nobody' }, me);
    await call('POST', '/provider-token/verify', { providerToken: '000000', provider: 'JB', phoneNo: phone });
    // A pending code with names, at the time of the deletion.
    await call('POST', '/user/create', { firstName: canaries.firstName, lastName: canaries.lastName, phoneNo: phone });
    const other = await signIn(test, { phone: '9400000001' });
    // The other one had proven the same number, to join the accounts, and did not go on.
    const [session] = await listSessions(test.db, other.user.id);
    await noteProof(test.db, session!.id, `+91${phone}`);
    for (const title of [canaries.lonePost, keptPost])
      await call('POST', '/communities/question/create', { title, body: title }, me);
    const { id: questionId } = (await call('POST', '/search/question/recent', {}))
      .json()
      .data.find(({ title }: { title: string }) => title === keptPost);
    await call('POST', '/communities/comment/create', { questionId, body: 'At the ration office.' }, other.headers);
    await call('POST', '/communities/comment/create', { questionId, body: canaries.lonePost }, me);
    await call(
      'POST',
      '/communities/reaction',
      { entityType: 'QUESTION', entityId: questionId, liked: true, disliked: false },
      me,
    );

    const before = await wholeDatabase();
    for (const canary of [
      canaries.email,
      canaries.firstName,
      canaries.childName,
      canaries.answer,
      canaries.question,
      canaries.lonePost,
      keptPost,
      `+91${phone}`,
      signedIn.user.id,
    ])
      expect([canary, tablesWith(before, canary)]).not.toEqual([canary, []]);

    expect((await call('DELETE', '/user', {}, me)).statusCode).toBe(200);
    expect((await call('GET', '/user/get', undefined, me)).statusCode).toBe(401);
    const after = await wholeDatabase();
    for (const canary of [...Object.values(canaries), phone, 'canary-key-1', signedIn.token])
      expect([canary, tablesWith(after, canary)]).toEqual([canary, []]);
    expect(tablesWith(after, signedIn.user.id).sort()).toEqual(['public.consents', 'public.erasures']);
    expect(tablesWith(after, keptPost)).toContain('public.questions');
    expect((await call('GET', `/communities/question/get/${questionId}`)).json().data).toMatchObject({
      title: keptPost,
      commentCount: 1,
      likeCount: 0,
    });
    expect(tablesWith(after, '9400000001')).not.toEqual([]);
    expect(after.get('public.outbox_messages')).toHaveLength(1);

    for (const canary of [...Object.values(canaries), phone, signedIn.token, encodeURIComponent(canaries.email)])
      expect([canary, log.includes(canary)]).toEqual([canary, false]);
  });
});
