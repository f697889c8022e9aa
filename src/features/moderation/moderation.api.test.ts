// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { moderationActs, reports, users } from '../../database/schema.ts';
import type { Role } from '../../database/tables/users.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { findPerson, setRole } from './grant-role.server.ts';
import { sweepActs } from './moderation-log.queries.server.ts';
import { queue } from './moderation.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const author = prepared(() => join(test.services));
const moderator = prepared(() => join(test.services, { role: 'moderator' }));

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, who: Member | null, payload?: object) {
  const answer = await test.send(method, `/api${path}`, payload, who?.headers);
  return { status: answer.statusCode, body: answer.json() };
}
const post = (path: string, who: Member | null, payload: object = {}) => call('POST', path, who, payload);
let serial = 0;
const ask = async (who = author): Promise<number> =>
  (await post('/communities/question/create', who, { title: `A question that will be reported ${(serial += 1)}` })).body
    .data.id;
const answer = async (questionId: number, who = author): Promise<number> =>
  (await post('/communities/comment/create', who, { questionId, body: `An answer ${(serial += 1)}` })).body.data.id;
const report = (who: Member, entityType: string, entityId: number, more: object = {}) =>
  post('/communities/report', who, { entityType, entityId, reason: 'SPAM', ...more });
const act = (name: string, entityType: string, entityId: number, more: object = {}) =>
  post('/moderation/act', moderator, { entityType, entityId, act: name, reason: 'Advertising', ...more });
const read = (id: number) => call('GET', `/communities/question/get/${id}`, null);
/** A trusted member: joined long ago and has a live post. */
async function regular(): Promise<Member> {
  const member = await join(test.services);
  await ask(member);
  return member;
}

describe('reports', () => {
  it('are taken once a person and post', async () => {
    const questionId = await ask();
    const reader = await join(test.services);
    expect(await report(reader, 'QUESTION', questionId, { note: 'Sells phones' })).toEqual({
      status: 201,
      body: { data: { entityType: 'QUESTION', entityId: questionId, reason: 'SPAM' } },
    });
    expect((await report(reader, 'QUESTION', questionId)).status).toBe(201);
    expect(await test.db.select().from(reports).where(eq(reports.reporterId, reader.id))).toMatchObject([
      { note: 'Sells phones' },
    ]);
  });

  it('need someone signed in, a post that is there, and a reason from the list', async () => {
    const questionId = await ask();
    const reader = await join(test.services);
    expect(
      (await post('/communities/report', null, { entityType: 'QUESTION', entityId: questionId, reason: 'SPAM' }))
        .status,
    ).toBe(401);
    expect((await report(reader, 'QUESTION', 2_000_000_000)).body.code).toBe('question_not_found');
    expect((await report(reader, 'REPLY', 2_000_000_000)).body.code).toBe('reply_not_found');
    for (const bad of [
      { reason: 'BORING' },
      { entityType: 'ARTICLE' },
      { note: 'a'.repeat(1_001) },
      { entityId: '1' },
      { extra: 1 },
    ])
      expect((await report(reader, 'QUESTION', questionId, bad)).status).toBe(400);
  });

  it('three by trusted members hide a post until a moderator decides; those of newcomers and its author do not count', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    for (let count = 0; count < 3; count += 1) await report(await join(test.services), 'COMMENT', commentId);
    for (let count = 0; count < 3; count += 1)
      await report(await join(test.services, { joinedDaysAgo: 1 }), 'COMMENT', commentId);
    await report(author, 'COMMENT', commentId);
    const people = [await regular(), await regular(), await regular()];
    await report(people[0]!, 'COMMENT', commentId);
    await report(people[1]!, 'COMMENT', commentId);
    expect((await read(questionId)).body.data.commentCount).toBe(1);
    await report(people[2]!, 'COMMENT', commentId);
    expect((await read(questionId)).body.data.commentCount).toBe(0);
    expect((await post(`/communities/question/${questionId}/comments`, null)).body.data).toEqual([]);
    expect((await call('GET', '/notifications', author)).body.data[0]).toMatchObject({
      kind: 'MODERATION',
      act: 'HIDE',
      commentId,
    });
    expect(
      (await call('GET', `/moderation/acts?entityType=COMMENT&entityId=${commentId}`, author)).body.data,
    ).toMatchObject([{ act: 'HIDE', isByReports: true }]);

    const waiting = (await call('GET', '/moderation/queue?pageSize=50', moderator)).body;
    expect(queue.safeParse(waiting).error).toBeUndefined();
    expect(
      waiting.data.find(
        ({ entityId, entityType }: { entityId: number; entityType: string }) =>
          entityType === 'COMMENT' && entityId === commentId,
      ),
    ).toMatchObject({ isHidden: true, reportCount: 10, questionId });

    expect((await act('RESTORE', 'COMMENT', commentId)).status).toBe(200);
    expect((await read(questionId)).body.data.commentCount).toBe(1);
    const after = (await call('GET', '/moderation/queue?pageSize=50', moderator)).body.data;
    expect(
      after.some(
        ({ entityId, entityType }: { entityId: number; entityType: string }) =>
          entityType === 'COMMENT' && entityId === commentId,
      ),
    ).toBe(false);
    // Repeated reports by the same three have no effect: a moderator has already reviewed the post.
    for (const person of people) await report(person, 'COMMENT', commentId);
    expect((await read(questionId)).body.data.commentCount).toBe(1);
  });

  it('of many at once hide it once', async () => {
    const questionId = await ask();
    const people: Member[] = [];
    for (let count = 0; count < 5; count += 1) people.push(await regular());
    await Promise.all(people.map((person) => report(person, 'QUESTION', questionId)));
    expect((await read(questionId)).status).toBe(404);
    expect(
      await test.db
        .select()
        .from(moderationActs)
        .where(sql`entity_type = 'QUESTION' and entity_id = ${questionId}`),
    ).toHaveLength(1);
  });
});

const reportAll = async (people: Member[], questionId: number) => {
  for (const person of people) expect((await report(person, 'QUESTION', questionId)).status).toBe(201);
  return (await read(questionId)).status;
};

describe('open reports of the same people', () => {
  const askMany = async (many: number) => {
    const asked: number[] = [];
    while (asked.length < many) asked.push(await ask());
    return asked;
  };

  it('hide three posts at a time; the others wait for a moderator, whose acts let them hide again', async () => {
    const people = [await regular(), await regular(), await regular()];
    const asked = await askMany(9);
    const statuses: number[] = [];
    for (const questionId of asked) statuses.push(await reportAll(people, questionId));
    expect(statuses).toEqual([404, 404, 404, 200, 200, 200, 200, 200, 200]);
    const waiting = (await call('GET', '/moderation/queue?pageSize=50', moderator)).body.data;
    const ids = waiting.map(({ entityId }: { entityId: number }) => entityId);
    expect(ids).toEqual(expect.arrayContaining(asked));
    expect((await act('DELETE', 'QUESTION', asked[0]!)).status).toBe(200);
    expect(await reportAll(people, await ask())).toBe(404);
    expect(await reportAll(people, await ask())).toBe(200);
    // Other people's reports count as before.
    expect(await reportAll([await regular(), await regular(), await regular()], asked[8]!)).toBe(404);
  });

  it('also where they report many at once', async () => {
    const people = [await regular(), await regular(), await regular()];
    const asked = await askMany(8);
    for (const questionId of asked) await reportAll(people.slice(0, 2), questionId);
    await Promise.all(asked.map((questionId) => report(people[2]!, 'QUESTION', questionId)));
    const statuses = await Promise.all(asked.map(async (questionId) => (await read(questionId)).status));
    expect(statuses.filter((status) => status === 404)).toHaveLength(3);
  });
});

describe('reports that a moderator has dismissed', () => {
  it('cost their authors: after two, their reports wait for a moderator and hide nothing', async () => {
    const people = [await regular(), await regular(), await regular()];
    for (let count = 0; count < 2; count += 1) {
      const questionId = await ask();
      expect(await reportAll(people, questionId)).toBe(404);
      expect((await act('RESTORE', 'QUESTION', questionId)).status).toBe(200);
    }
    const questionId = await ask();
    expect(await reportAll(people, questionId)).toBe(200);
    const waiting = (await call('GET', '/moderation/queue?pageSize=50', moderator)).body.data;
    const entry = waiting.find(({ entityId }: { entityId: number }) => entityId === questionId);
    expect(entry).toMatchObject({ isHidden: false, reportCount: 3 });
    expect(entry.reports.map(({ isOfStanding }: { isOfStanding: boolean }) => isOfStanding)).toEqual(
      Array(3).fill(false),
    );
    // Others hide it as before.
    expect(await reportAll([await regular(), await regular(), await regular()], questionId)).toBe(404);
  });

  it('count for the reports that were made before, too', async () => {
    const people = [await regular(), await regular(), await regular()];
    const [first, second, third] = [await ask(), await ask(), await ask()];
    for (const person of people.slice(0, 2)) await report(person, 'QUESTION', third);
    for (const questionId of [first, second]) {
      await reportAll(people.slice(0, 2), questionId);
      await act('RESTORE', 'QUESTION', questionId);
    }
    expect(await reportAll(people.slice(2), third)).toBe(200);
  });

  it('are no dismissals where the moderator agrees', async () => {
    const people = [await regular(), await regular(), await regular()];
    for (const name of ['HIDE', 'DELETE', 'HIDE']) {
      const questionId = await ask();
      expect(await reportAll(people, questionId)).toBe(404);
      expect((await act(name, 'QUESTION', questionId)).status).toBe(200);
    }
    expect(await reportAll(people, await ask())).toBe(404);
  });

  it('leave a restored post alone: other reports hide it again only once it was changed', async () => {
    const questionId = await ask();
    const three = async () => [await regular(), await regular(), await regular()];
    await reportAll(await three(), questionId);
    await act('RESTORE', 'QUESTION', questionId);
    expect(await reportAll(await three(), questionId)).toBe(200);
    const title = 'Call this number for your refund now';
    expect((await call('PATCH', `/communities/question/${questionId}`, author, { title })).status).toBe(200);
    expect(await reportAll([await regular()], questionId)).toBe(404);
  });
});

describe('acts of moderators', () => {
  it.each(['/moderation/queue', '/moderation/act'])('%s is for moderators alone', async (path) => {
    const method = path.endsWith('act') ? 'POST' : 'GET';
    const payload = method === 'POST' ? { entityType: 'QUESTION', entityId: 1, act: 'HIDE', reason: 'x' } : undefined;
    expect((await call(method, path, null, payload)).status).toBe(401);
    expect(await call(method, path, author, payload)).toMatchObject({
      status: 403,
      body: { message: "Forbidden. You don't have permission." },
    });
  });

  it('hide, restore and delete a question with what hangs on it', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    expect((await act('HIDE', 'QUESTION', questionId)).body.data).toMatchObject({
      act: 'HIDE',
      reason: 'Advertising',
      isByReports: false,
    });
    expect((await read(questionId)).body.data).toMatchObject({ isDeleted: true, title: null });
    expect(
      (await post('/search/questions', null, { questionText: 'reported' })).body.data.map(
        ({ id }: { id: number }) => id,
      ),
    ).not.toContain(questionId);
    expect((await act('RESTORE', 'QUESTION', questionId)).status).toBe(200);
    expect((await read(questionId)).body.data.isDeleted).toBe(false);
    expect((await act('DELETE', 'COMMENT', commentId)).status).toBe(200);
    expect((await act('DELETE', 'QUESTION', questionId)).status).toBe(200);
    expect((await read(questionId)).status).toBe(404);
    expect((await act('DELETE', 'QUESTION', questionId)).body.code).toBe('question_not_found');
  });

  it('close a question, and suspend its author for some days', async () => {
    const writer = await join(test.services);
    const questionId = await ask(writer);
    expect((await act('CLOSE', 'QUESTION', questionId)).status).toBe(200);
    expect((await read(questionId)).body.data.isClosed).toBe(true);
    expect((await act('SUSPEND', 'QUESTION', questionId, { days: 3 })).body.data).toMatchObject({
      act: 'SUSPEND',
      days: 3,
    });
    const [row] = await test.db.select().from(users).where(eq(users.id, writer.id));
    expect(Math.round((row!.suspendedUntil!.getTime() - Date.now()) / 86_400_000)).toBe(3);
    expect((await post('/communities/question/create', writer, { title: 'Another question of mine' })).status).toBe(
      403,
    );
    const own = await ask(moderator);
    expect(await act('SUSPEND', 'QUESTION', own, { days: 3 })).toMatchObject({ status: 409 });
  });

  it.each(['writer', 'editor', 'checker', 'moderator'] as const)(
    'suspend no %s, whom an admin can suspend, and end no such suspension',
    async (role) => {
      const questionId = await ask(await join(test.services, { role }));
      const on = { entityType: 'QUESTION', entityId: questionId, reason: 'Advertising' };
      const suspend = (who: Member) => post('/moderation/act', who, { ...on, act: 'SUSPEND', days: 365 });
      const lift = (who: Member) => post('/moderation/act', who, { ...on, act: 'LIFT' });
      const admin = await join(test.services, { role: 'admin' });
      const refused = await suspend(moderator);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This person works for this site. Only an admin can suspend them: ask one.',
      ]);
      expect((await read(questionId)).status).toBe(200);
      expect((await suspend(admin)).status).toBe(200);
      // Also once the admin is none any more.
      for (const roles of [['admin' as const], []]) {
        await test.db.update(users).set({ roles }).where(eq(users.id, admin.id));
        expect((await lift(moderator)).body.message).toBe('Only an admin can end this suspension: ask one.');
      }
      expect((await lift(await join(test.services, { role: 'admin' }))).status).toBe(200);
    },
  );

  it('end no suspension of a member that an admin imposed, until an admin has ended it or its time is over', async () => {
    const questionId = await ask(await join(test.services));
    const admin = await join(test.services, { role: 'admin' });
    const as = (who: Member, name: string, days?: number) =>
      post('/moderation/act', who, {
        act: name,
        entityType: 'QUESTION',
        entityId: questionId,
        reason: 'Advertising',
        ...(days ? { days } : {}),
      });
    await as(admin, 'SUSPEND', 30);
    // What a moderator adds does not make it theirs.
    await as(moderator, 'SUSPEND', 60);
    expect((await as(moderator, 'LIFT')).status).toBe(409);
    expect((await as(admin, 'LIFT')).status).toBe(200);
    await as(moderator, 'SUSPEND', 3);
    expect((await as(moderator, 'LIFT')).status).toBe(200);
    expect((await as(moderator, 'LIFT')).body.message).toBe('This person is not suspended.');
    // What they are by now changes nothing: neither of an admin who is none any more, nor of a moderator who became one.
    const setRoles = (who: Member, roles: Role[]) => test.db.update(users).set({ roles }).where(eq(users.id, who.id));
    await as(admin, 'SUSPEND', 30);
    await setRoles(admin, []);
    expect((await as(moderator, 'LIFT')).status).toBe(409);
    expect((await as(await join(test.services, { role: 'admin' }), 'LIFT')).status).toBe(200);
    const promoted = await join(test.services, { role: 'moderator' });
    await as(promoted, 'SUSPEND', 30);
    await setRoles(promoted, ['admin']);
    expect((await as(moderator, 'LIFT')).status).toBe(200);
  });

  it('suspend no admin, whoever asks', async () => {
    const questionId = await ask(await join(test.services, { role: 'admin' }));
    const input = { act: 'SUSPEND', entityType: 'QUESTION', entityId: questionId, days: 3, reason: 'Advertising' };
    for (const who of [moderator, await join(test.services, { role: 'admin' })])
      expect((await post('/moderation/act', who, input)).status).toBe(409);
  });

  it.each([
    ['no reason', { reason: ' ' }],
    ['an unknown act', { act: 'BAN' }],
    ['days without a suspension', { days: 3 }],
    ['a suspension without days', { act: 'SUSPEND' }],
    ['too many days', { act: 'SUSPEND', days: 366 }],
    ['closing a comment', { act: 'CLOSE', entityType: 'COMMENT' }],
    ['an unknown field', { note: 'x' }],
  ])('with %s are refused', async (_, more) => {
    expect((await act('HIDE', 'QUESTION', 1, more)).status).toBe(400);
  });

  it('are told to the author, who can read why; others cannot', async () => {
    const writer = await join(test.services);
    const questionId = await ask(writer);
    await act('HIDE', 'QUESTION', questionId, { reason: 'Names a private person' });
    expect((await call('GET', '/notifications', writer)).body.data[0]).toMatchObject({
      kind: 'MODERATION',
      act: 'HIDE',
      createdBy: null,
    });
    const path = `/moderation/acts?entityType=QUESTION&entityId=${questionId}`;
    expect((await call('GET', path, writer)).body.data).toMatchObject([
      { act: 'HIDE', reason: 'Names a private person' },
    ]);
    expect((await call('GET', path, moderator)).status).toBe(200);
    expect((await call('GET', path, author)).status).toBe(403);
    expect((await call('GET', path, null)).status).toBe(401);
  });

  it('stand in a log that nobody can change, and that expires only for people who have left', async () => {
    const refusal = { cause: { message: 'moderation_acts is append-only' } };
    await expect(
      test.db.transaction((tx) => tx.update(moderationActs).set({ reason: 'nothing happened' })),
    ).rejects.toMatchObject(refusal);
    await expect(test.db.transaction((tx) => tx.delete(moderationActs))).rejects.toMatchObject(refusal);
    for (const more of [{ authorId: null }, { moderatorId: null }, { authorId: author.id, days: 1 }])
      await expect(test.db.transaction((tx) => tx.update(moderationActs).set(more))).rejects.toMatchObject(refusal);
    const old = {
      act: 'HIDE' as const,
      entityType: 'QUESTION' as const,
      entityId: 1,
      reason: 'long ago',
      createdAt: sql`now() - interval '181 days'`,
    };
    await test.db.insert(moderationActs).values([
      { ...old, authorId: author.id },
      { ...old, authorId: '01890000-0000-7000-8000-000000000000' },
    ]);
    await sweepActs(test.db);
    expect(await test.db.select().from(moderationActs).where(eq(moderationActs.reason, 'long ago'))).toMatchObject([
      { authorId: author.id },
    ]);
  });
});

it('a role is given and taken by number, address or id, and holds from the next request on', async () => {
  const somebody = await join(test.services);
  expect((await findPerson(test.db, somebody.phone))?.id).toBe(somebody.id);
  expect((await findPerson(test.db, ` ${somebody.phone.slice(3)} `.trim()))?.id).toBe(somebody.id);
  expect((await findPerson(test.db, somebody.id))?.id).toBe(somebody.id);
  expect(await findPerson(test.db, 'nobody@example.org')).toBeNull();
  expect((await call('GET', '/moderation/queue', somebody)).status).toBe(403);
  expect(await setRole(test.db, somebody.id, 'moderator', true)).toBe(true);
  expect(await setRole(test.db, somebody.id, 'moderator', true)).toBe(false);
  expect((await call('GET', '/moderation/queue', somebody)).status).toBe(200);
  expect(await setRole(test.db, somebody.id, 'moderator', false)).toBe(true);
  expect((await call('GET', '/moderation/queue', somebody)).status).toBe(403);
});
