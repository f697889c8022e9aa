// @runs on both databases
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { moderationActs, notifications, sealedRemovals, users } from '../../database/schema.ts';
import { unseal } from '../../platform/guard/seal.server.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { sealId, sealKey, sweepSeals } from './seal-removal.server.ts';

const { test, asker, helper, other, moderator, post, get, ask, answer, replyTo, call } = await openCommunity();
afterAll(() => test.close());

const act = (name: string, entityType: string, entityId: number, more: object = {}, who: Member = moderator) =>
  post('/moderation/act', who, { entityType, entityId, act: name, reason: 'Sells places', ...more });
const untilOf = async (id: string) =>
  (await test.db.select({ until: users.suspendedUntil }).from(users).where(eq(users.id, id)))[0]!.until;
const actsOn = (entityType: 'QUESTION' | 'COMMENT' | 'REPLY', entityId: number) =>
  test.db
    .select()
    .from(moderationActs)
    .where(and(eq(moderationActs.entityType, entityType), eq(moderationActs.entityId, entityId)));
const isListed = async (id: number) =>
  (await post('/search/question/recent', null, { pageSize: 50 })).body.data.some(
    (one: { id: number }) => one.id === id,
  );
const daysUntil = (moment: Date | null) => Math.round((moment!.getTime() - Date.now()) / 86_400_000);

it('leaves reports that were settled before as they were when the post is deleted', async () => {
  const id = await ask();
  const commentId = await answer(id);
  const report = { entityType: 'COMMENT', entityId: commentId, reason: 'SCAM' };
  await post('/communities/report', other, report);
  await act('RESTORE', 'COMMENT', commentId);
  await test.db.execute(sql`update reports set settled_at = '2026-01-02' where entity_id = ${commentId}`);
  await post('/communities/report', asker, report);
  expect((await act('DELETE', 'COMMENT', commentId)).status).toBe(200);
  const { rows } = await test.db.execute(
    sql`select settled_at > '2026-01-02' as late from reports where entity_id = ${commentId} and entity_type = 'COMMENT' order by id`,
  );
  expect(rows).toEqual([{ late: false }, { late: true }]);
});

describe('a suspension', () => {
  it('hides the post as well, and settles its reports, in one act that is logged', async () => {
    const writer = await join(test.services);
    const id = await ask(writer);
    await post('/communities/report', other, { entityType: 'QUESTION', entityId: id, reason: 'SCAM' });
    const done = await act('SUSPEND', 'QUESTION', id, { days: 3 });
    expect(done).toMatchObject({ status: 200, body: { data: { act: 'SUSPEND', days: 3, keepsPost: false } } });
    expect((await get(`/communities/question/get/${id}`)).status).toBe(404);
    expect(await isListed(id)).toBe(false);
    expect(daysUntil(await untilOf(writer.id))).toBe(3);
    const { data } = (await get('/moderation/queue?pageSize=50', moderator)).body;
    expect(data.some((entry: { entityId: number }) => entry.entityId === id)).toBe(false);
    expect(await actsOn('QUESTION', id)).toHaveLength(1);
    // Overturned: the post is live again, and its author may post.
    expect((await act('RESTORE', 'QUESTION', id)).status).toBe(200);
    expect(await isListed(id)).toBe(true);
    expect((await act('LIFT', 'QUESTION', id)).status).toBe(200);
    expect(await untilOf(writer.id)).toBeNull();
    expect((await act('LIFT', 'QUESTION', id)).status).toBe(409);
  });

  it('leaves the post where it stands only when told so', async () => {
    const id = await ask(helper);
    const commentId = await answer(id, await join(test.services));
    expect((await act('SUSPEND', 'COMMENT', commentId, { days: 1, keepsPost: true })).body.data.keepsPost).toBe(true);
    expect((await get(`/communities/question/get/${id}`)).body.data.commentCount).toBe(1);
    expect((await act('HIDE', 'COMMENT', commentId, { keepsPost: true })).status).toBe(400);
    expect((await act('HIDE', 'COMMENT', commentId, { keepsNothing: true })).status).toBe(400);
  });

  it('works on questions, answers and replies that nobody has reported', async () => {
    const id = await ask();
    const commentId = await answer(id, await join(test.services));
    const replyId = await replyTo(commentId, await join(test.services));
    for (const [type, entityId] of [
      ['REPLY', replyId],
      ['COMMENT', commentId],
      ['QUESTION', id],
    ] as const)
      expect((await act('HIDE', type, entityId)).status, type).toBe(200);
    expect((await get(`/communities/question/get/${id}`)).status).toBe(404);
    for (const name of ['HIDE', 'SUSPEND'])
      expect((await act(name, 'QUESTION', id, name === 'SUSPEND' ? { days: 1 } : {}, helper)).status).toBe(403);
  });
});

describe('two moderators at once', () => {
  it('hide once and suspend for the longer time, and both acts are logged', async () => {
    const second = await join(test.services, { role: 'moderator' });
    for (let round = 0; round < 5; round += 1) {
      const writer = await join(test.services);
      const id = await ask();
      const commentId = await answer(id, writer);
      const [one, two] = await Promise.all([
        act('SUSPEND', 'COMMENT', commentId, { days: 30 }),
        act('SUSPEND', 'COMMENT', commentId, { days: 3 }, second),
      ]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(daysUntil(await untilOf(writer.id))).toBe(30);
      expect((await get(`/communities/question/get/${id}`)).body.data.commentCount).toBe(0);
      expect(await actsOn('COMMENT', commentId)).toHaveLength(2);
    }
  });

  it('who have both seen the same state act once: the second is told to look again', async () => {
    const second = await join(test.services, { role: 'moderator' });
    const id = await ask(await join(test.services));
    const answers = await Promise.all([
      act('HIDE', 'QUESTION', id, { afterAct: 0 }),
      act('CLOSE', 'QUESTION', id, { afterAct: 0 }, second),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actsOn('QUESTION', id)).toHaveLength(1);
    const [{ id: seen } = { id: 0 }] = await actsOn('QUESTION', id);
    expect((await act('DELETE', 'QUESTION', id, { afterAct: seen }, second)).status).toBe(200);
  });

  it('who delete and hide the same post leave it deleted, its counts right', async () => {
    const second = await join(test.services, { role: 'moderator' });
    for (let round = 0; round < 5; round += 1) {
      const id = await ask();
      const commentId = await answer(id);
      const answers = await Promise.all([
        act('DELETE', 'COMMENT', commentId),
        act('HIDE', 'COMMENT', commentId, {}, second),
      ]);
      expect(answers.map(({ status }) => status)).toContain(200);
      expect((await get(`/communities/question/get/${id}`)).body.data.commentCount).toBe(0);
    }
  });
});

it('the queue shows what was done before to what the same person wrote', async () => {
  const writer = await join(test.services);
  const before = await ask(writer);
  await act('HIDE', 'QUESTION', before, { reason: 'The first time' });
  await act('SUSPEND', 'QUESTION', before, { days: 2, reason: 'The second time' });
  const id = await ask(asker);
  const again = await answer(id, asker);
  await test.db.execute(sql`update comments set author_id = ${writer.id} where id = ${again}`);
  await post('/communities/report', other, { entityType: 'COMMENT', entityId: again, reason: 'SCAM' });
  const { data } = (await get('/moderation/queue?pageSize=50', moderator)).body;
  const entry = data.find((one: { entityId: number; entityType: string }) => one.entityId === again);
  expect(entry.author.acts.map(({ reason }: { reason: string }) => reason)).toEqual([
    'The second time',
    'The first time',
  ]);
  expect(Date.parse(entry.author.suspendedUntil)).toBeGreaterThan(Date.now());
});

describe('what moderators remove', () => {
  const sealOf = async (kind: 'QUESTION' | 'COMMENT' | 'REPLY', id: number) =>
    (
      await test.db
        .select()
        .from(sealedRemovals)
        .where(and(eq(sealedRemovals.kind, kind), eq(sealedRemovals.entityId, String(id))))
    )[0];
  const words = (body: string) => ({ title: 'Give me your number, I get it done', body });

  it('is sealed for 180 days: nothing can be read from the table without the secret', async () => {
    const id = await ask(await join(test.services, { firstName: 'Kiran', lastName: '' }), words('Pay by Friday.'));
    await act('DELETE', 'QUESTION', id);
    const row = (await sealOf('QUESTION', id))!;
    expect(daysUntil(row.expiresAt)).toBe(180);
    expect(JSON.stringify(row)).not.toContain('Friday');
    const name = sealId('QUESTION', String(id));
    expect(unseal(sealKey(test.services.config), name, row.content)).toMatchObject({
      ...words('Pay by Friday.'),
      author: { name: 'Kiran' },
    });
    expect(unseal(sealKey({ authSecret: 'another secret of another server' }), name, row.content)).toBeNull();
    expect(unseal(sealKey(test.services.config), sealId('QUESTION', '1'), row.content)).toBeNull();
    await test.db
      .update(sealedRemovals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sealedRemovals.id, row.id));
    await sweepSeals(test.db);
    expect(await sealOf('QUESTION', id)).toBeUndefined();
  });

  it('is sealed where a moderator deletes it by the ordinary call, and when several reports hide it', async () => {
    const id = await ask();
    const commentId = await answer(id);
    await call('DELETE', `/communities/comment/delete/${commentId}`, moderator);
    expect(await sealOf('COMMENT', commentId)).toBeDefined();
    for (let count = 0; count < 3; count += 1) {
      const member = await join(test.services);
      await ask(member);
      await post('/communities/report', member, { entityType: 'QUESTION', entityId: id, reason: 'SPAM' });
    }
    expect(await sealOf('QUESTION', id)).toBeDefined();
  });

  it('is not sealed where its author deletes it, nor where a law forbids it, which is logged', async () => {
    const own = await ask();
    await call('DELETE', `/communities/question/delete/${own}`, asker);
    expect(await sealOf('QUESTION', own)).toBeUndefined();
    const id = await ask();
    await act('HIDE', 'QUESTION', id);
    expect(await sealOf('QUESTION', id)).toBeDefined();
    await act('DELETE', 'QUESTION', id, { keepsNothing: true });
    expect(await sealOf('QUESTION', id)).toBeUndefined();
    expect((await actsOn('QUESTION', id)).map(({ keepsNothing }) => keepsNothing)).toContain(true);
  });

  it('stays sealed when its author deletes what was hidden, and no longer when it stands again', async () => {
    const hidden = await ask();
    await act('HIDE', 'QUESTION', hidden);
    await call('DELETE', `/communities/question/delete/${hidden}`, asker);
    expect(await sealOf('QUESTION', hidden)).toBeDefined();
    const restored = await ask();
    await act('HIDE', 'QUESTION', restored);
    await act('RESTORE', 'QUESTION', restored);
    expect(await sealOf('QUESTION', restored)).toBeUndefined();
  });
});

it('the author of a suspended post is told once', async () => {
  const writer = await join(test.services);
  const id = await ask(writer);
  await act('SUSPEND', 'QUESTION', id, { days: 1 });
  const told = await test.db.select().from(notifications).where(eq(notifications.userId, writer.id));
  expect(told.map((row) => row.act)).toEqual(['SUSPEND']);
});
