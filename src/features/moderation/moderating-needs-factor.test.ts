import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'on' } });
const admin = prepared(() => join(test.services, { role: 'admin' }));
let question = 0;
beforeAll(async () => {
  const asked = await call(await join(test.services), 'POST', '/communities/question/create', {
    title: 'Where is the ration office of ward four?',
  });
  question = asked.json().data.id;
});

const call = (who: Member, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  test.send(method, `/api${path}`, payload, who.headers);
const page = (who: Member, url: string) => test.app.inject({ url, headers: { cookie: who.cookies } });
const hide = () => ({ entityType: 'QUESTION', entityId: question, act: 'HIDE', reason: 'Advertising' });

describe('an admin without the second factor', () => {
  it('moderates nothing, by whichever call', async () => {
    const answers = await Promise.all([
      call(admin, 'GET', '/moderation/queue'),
      call(admin, 'GET', '/moderation/appeals'),
      call(admin, 'GET', `/moderation/acts?entityType=QUESTION&entityId=${question}`),
      call(admin, 'POST', '/moderation/act', hide()),
      call(admin, 'POST', `/communities/question/${question}/close`, { isClosed: true }),
      call(admin, 'DELETE', `/communities/question/delete/${question}`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(
      (await call(admin, 'POST', `/communities/question/${question}/mine`, { commentIds: [], replyIds: [] })).json(),
    ).toMatchObject({ data: { mayModerate: false } });
  });

  it('is led to the desk that asks for it, and back', async () => {
    const answer = await page(admin, `/moderation?post=QUESTION-${question}`);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(
      `/studio?redirect=${encodeURIComponent(`/moderation?post=QUESTION-${question}`)}`,
    );
  });
});

it('a moderator needs none', async () => {
  const moderator = await join(test.services, { role: 'moderator' });
  expect((await call(moderator, 'GET', '/moderation/queue')).statusCode).toBe(200);
  expect((await page(moderator, '/moderation')).statusCode).toBe(200);
});

it('an admin who has given it moderates', async () => {
  const { secret } = (await call(admin, 'POST', '/studio/second-factor')).json().data;
  const code = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate();
  expect((await call(admin, 'POST', '/studio/second-factor/verify', { code })).statusCode).toBe(200);
  expect((await call(admin, 'GET', '/moderation/queue')).statusCode).toBe(200);
  expect((await page(admin, '/moderation')).statusCode).toBe(200);
  expect((await call(admin, 'POST', '/moderation/act', hide())).statusCode).toBe(200);
});
