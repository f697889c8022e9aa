// @runs on both databases
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { signIn } from '../../testing/sign-in.ts';
import { findSession } from './sessions.queries.server.ts';

const test = openTestApp();

const whoIs = async (headers: Record<string, string>) =>
  (await test.app.inject({ url: '/api/auth/session', headers })).json().user?.id as string | undefined;
const endAll = (member: Member) =>
  test.services.connection.pool.query('delete from sessions where user_id = $1', [member.id]);

describe('concurrent session lookups', () => {
  it('return each caller their own session, by token and by cookie, and none for a dead session', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => join(test.services)));
    const withCookies = await Promise.all(Array.from({ length: 3 }, () => signIn(test)));
    const ended = members.filter((_, index) => index % 3 === 0);
    await Promise.all(ended.map(endAll));
    const asking = [
      ...members.map((member) => ({ headers: member.headers, id: ended.includes(member) ? undefined : member.id })),
      ...withCookies.map(({ cookies, user }) => ({ headers: { cookie: cookies }, id: user.id })),
    ];
    const found = await Promise.all([...asking, ...asking].map(({ headers }) => whoIs(headers)));
    expect(found).toEqual([...asking, ...asking].map(({ id }) => id));
  });

  it('fail together: a database that is away is asked once for all who wait', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => join(test.services)));
    const { db, pool } = test.services.connection;
    const query = pool.query.bind(pool);
    let asked = 0;
    pool.query = (async () => {
      asked += 1;
      throw new Error('away');
    }) as unknown as typeof pool.query;
    try {
      // Each joins before any of them fails, which requests on a slow machine may not.
      const found = await Promise.allSettled(members.map(() => findSession(db, randomUUID())));
      expect(found.map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
      // The first one's, and that of those who came meanwhile.
      expect(asked).toBe(2);
      const answers = await Promise.all(
        members.map(({ headers }) => test.app.inject({ url: '/api/auth/session', headers })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(500));
    } finally {
      pool.query = query as typeof pool.query;
    }
  });

  it('see a session end at once, under constant load', async () => {
    const member = await join(test.services);
    let hasEnded = false;
    const answers: { askedAfterwards: boolean; id: string | undefined }[] = [];
    const ask = async () => {
      for (let afterwards = 0; afterwards < 5;) {
        const askedAfterwards = hasEnded;
        answers.push({ askedAfterwards, id: await whoIs(member.headers) });
        if (askedAfterwards) afterwards += 1;
      }
    };
    const asking = Array.from({ length: 8 }, ask);
    for (let times = 0; times < 5; times += 1) expect(await whoIs(member.headers)).toBe(member.id);
    await endAll(member);
    hasEnded = true;
    await Promise.all(asking);
    expect(answers.filter(({ askedAfterwards }) => askedAfterwards).map(({ id }) => id)).toEqual(
      Array(40).fill(undefined),
    );
  });
});
