import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.server.ts';
import { patientAnswer } from '../../platform/http/answer-in-time.server.ts';
import { requestContext } from '../../platform/http/request-context.server.ts';
import { builtPages } from '../../testing/build-test-app.ts';
import { locationOf, newNumber, pageForms } from '../../testing/page-forms.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { codeFor, type SignedIn, signIn } from '../../testing/sign-in.ts';
import { readErasures } from './erasure-log.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp();
/** An app whose time limit for a response is 1 ms, so that every request is late. */
let hurried: App;
beforeAll(async () => {
  hurried = await buildApp({
    services: { ...test.services, longestAnswer: 1 },
    overload: { enter: (_kind, _request, _response, start) => start() },
    ...builtPages,
  });
});
afterAll(async () => {
  await hurried?.close();
});

const { post } = pageForms(() => ({ ...test, app: hurried }));
const call = ({ headers }: SignedIn, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  hurried.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });

/** A user who has just confirmed another account's number. */
async function joiner(): Promise<{ me: SignedIn; mobile: string }> {
  const [me, mobile] = [await signIn(test), newNumber()];
  await signIn(test, { phone: mobile });
  const verify = (path: string, payload: object) =>
    test.send('POST', `/api/user/phone/otp/${path}`, payload, me.headers);
  await verify('send', { mobile });
  await verify('verify', { mobile, otp: await codeFor(test, `+91${mobile}`) });
  return { me, mobile };
}

describe('however much there is, and however soon others are answered', () => {
  it('an account is handed over, joined and deleted', async () => {
    const { me, mobile } = await joiner();
    expect((await call(me, 'GET', '/user/export')).json()).toMatchObject({ data: { user: { id: me.user.id } } });
    expect((await call(me, 'POST', '/user/merge', { mobile })).json()).toMatchObject({ data: { id: me.user.id } });
    const gone = await call(me, 'DELETE', '/user');
    expect([gone.statusCode, gone.headers['set-cookie']]).toEqual([200, expect.anything()]);
  });

  it('by the form of its page as well, on connections that nothing else waits for', async () => {
    await test.db.execute(
      sql.raw(`create table deleted_by (name text); create function note_deletion() returns trigger language plpgsql as $$ begin insert into deleted_by values (current_setting('application_name')); return old; end $$;
      create trigger note before delete on users for each row execute function note_deletion()`),
    );
    // A connection outside any request.
    const own = await test.db.execute(sql`select current_setting('application_name') as name`);
    const me = await signIn(test);
    const gone = await post('/profile?do=delete', { intent: 'delete' }, me.cookies);
    expect([gone.statusCode, locationOf(gone)]).toEqual([303, '/signout?done=deleted']);
    expect((await test.db.execute(sql`select name from deleted_by`)).rows).toEqual(own.rows);
    await test.db.execute(sql.raw('drop trigger note on users'));
  });

  it('before a proxy gives up', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(
      readFileSync(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8'),
    )!;
    expect(Number(seconds) * 1_000).toBeGreaterThan(patientAnswer);
  });
});

it('an erasure is logged outside the database before anything else hears of the deletion', async () => {
  const me = await signIn(test);
  const { connection, config } = test.services;
  const { notify } = connection;
  connection.notify = () => Promise.reject(new Error('away'));
  try {
    expect((await test.send('DELETE', '/api/user', undefined, me.headers)).statusCode).toBe(500);
  } finally {
    connection.notify = notify;
  }
  expect(await readErasures(config.erasuresFile)).toContainEqual({ userId: me.user.id, withPosts: false });
});

describe.runIf(postgresServer)('where the connections for requests are all taken', () => {
  it('a deletion goes through, and its pages too', async () => {
    const me = await signIn(test);
    const heard: string[] = [];
    const { pool, listen } = test.services.connection;
    await listen(
      'pages_changed',
      (payload) => void heard.push(payload),
      () => {},
    );
    // The pool is exhausted only once the account is deleted: until then the request itself needs a connection.
    const { transaction } = test.db;
    let held: { release(): void }[] = [];
    test.db.transaction = (async (...args: Parameters<typeof transaction>) => {
      const done = await transaction.apply(test.db, args);
      held = await requestContext.run({ requestId: 'a-request-of-test', readsReplica: false }, () =>
        Promise.all(Array.from({ length: 10 }, () => pool.connect())),
      );
      return done;
    }) as typeof transaction;
    try {
      expect((await test.send('DELETE', '/api/user', undefined, me.headers)).statusCode).toBe(200);
    } finally {
      test.db.transaction = transaction;
      for (const client of held) client.release();
    }
    await expect.poll(() => heard.join(' ')).toContain(`user:${me.user.id}`);
  });
});
