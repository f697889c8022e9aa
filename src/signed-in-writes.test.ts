// @runs on both databases
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits, memoryLimit } from './platform/guard/limits.server.ts';
import { buildTestApp, type TestApp } from './testing/build-test-app.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { matrix, pageForms, type Row, studioCalls } from './testing/security-matrix.ts';
import { signIn, type SignedIn } from './testing/sign-in.ts';
import { prepared } from './testing/prepared.ts';

/** Reads, what has a bound of its own, and what ends sessions. */
const countsNoWrite =
  /^POST \/communities\/question\/\{id\}\/mine$|^POST \/studio\/preview-text$|^POST \/studio\/\w+\/\{id\}\/presence$|^PATCH \/studio\/(?:media|imports)\/uploads\/|^DELETE \/user\/sessions/;
const isRead = /^(?:GET|OPTIONS) /;
// A member meets the refusal of a moderator's call, or an admin's, first: it writes nothing.
const isOfAdmins = (call: string) => call.startsWith('POST /helpers');
const isOfModerators = ({ statuses: [nobody, owner, other, moderator] }: Row) =>
  nobody === 401 && owner === 403 && other === 403 && moderator !== 403;
const signedIn = Object.entries(matrix).filter(
  ([call, row]) => !isRead.test(call) && row.statuses[0] === 401 && !isOfModerators(row) && !isOfAdmins(call),
);
const callsWhere = (isUncounted: boolean) =>
  signedIn.flatMap(([call]) => (countsNoWrite.test(call) === isUncounted ? [call] : []));

const test = openTestApp();
const spent = prepared(() => signIn(test));
beforeAll(async () => {
  test.services.limits.writesPerMinute = memoryLimit(1, 60);
  await send('PATCH /user', { firstName: 'Asha' });
});

function send(call: string, payload: object, headers: Record<string, string> = spent.headers) {
  const [method, path] = call.split(' ') as ['POST', string];
  const url = `/api${path.replace(/\{\w+\}/g, '1')}`;
  return test.send(method, url, payload, headers);
}

describe('of one person, once the limit of all writes is used up', () => {
  it.each(callsWhere(false))('%s', async (call) => {
    const answer = await send(call, {});
    expect(answer.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('calls of the studio', async () => {
    for (const call of studioCalls(test.app.routes).filter((one) => !isRead.test(one))) {
      const { statusCode } = await send(call, {});
      expect([call, statusCode === 429]).toEqual([call, !countsNoWrite.test(call)]);
    }
  });

  it.each(callsWhere(true))('but not %s', async (call) => {
    expect((await send(call, {})).statusCode).not.toBe(429);
  });

  const postForm = (pattern: string, { headers }: SignedIn) =>
    test.send('POST', pattern.replace(/:\w+/, 'none-1'), '', {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      origin: test.services.config.publicOrigin,
    });
  it.each(Object.keys(pageForms).filter((pattern) => pattern !== '/signout'))('the form of %s', async (pattern) => {
    expect((await postForm(pattern, spent)).statusCode).toBe(429);
  });

  it('but not signing out', async () => {
    const leaver = await signIn(test);
    expect((await send('PATCH /user', {}, leaver.headers)).statusCode).toBe(200);
    expect((await send('PATCH /user', {}, leaver.headers)).statusCode).toBe(429);
    expect((await postForm('/signout', leaver)).statusCode).toBe(303);
  });

  it('reading goes on, and so does everybody else', async () => {
    const headers = spent.headers;
    for (const url of ['/api/cart', '/api/profile/all', '/api/user/export', '/profile'])
      expect((await test.app.inject({ url, headers })).statusCode).toBe(200);
    const other = await signIn(test);
    expect((await send('PATCH /user', { firstName: 'Ravi' }, other.headers)).statusCode).toBe(200);
  });
});

it('two instances count together', async () => {
  const limits = defaultLimits(test.services.connection);
  limits.writesPerMinute.rule!.points = 3;
  const person = await signIn(test);
  Object.assign(test.services.limits, { writesPerMinute: limits.writesPerMinute });
  const second = await buildTestApp({
    database: { connection: test.services.connection, dataDir: test.services.config.dataDir, close: async () => {} },
    limits: { writesPerMinute: limits.writesPerMinute },
  });
  const change = (app: TestApp['app'], at: number) =>
    app.inject({ method: 'PATCH', url: '/api/user', headers: person.headers, payload: { firstName: `Asha ${at}` } });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => change(at % 2 ? test.app : second.app, at)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  await second.close();
});

it('an editor that saves every two seconds, in four tabs, all day, stays within it', () => {
  const { writesPerMinute, writesPerDay } = defaultLimits({} as never);
  expect(writesPerMinute.rule!.points).toBeGreaterThanOrEqual(4 * 30);
  expect(writesPerDay.rule!.points).toBeGreaterThanOrEqual(30 * 60 * 10);
});
