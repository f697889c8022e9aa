// @runs on both databases
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioPresence, users } from '../../../database/schema.ts';
import { memoryLimit } from '../../../platform/guard/limits.server.ts';
import { join, type Member } from '../../../testing/join.ts';
import { openNewsroom } from '../../../testing/studio-instances.ts';
import type { WhoIsHere } from './presence.contract.ts';

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
let flooder: Member;
beforeAll(async () => {
  const few = memoryLimit(3, 60);
  newsroom = await openNewsroom({
    limits: { heartbeats: async (key) => (key === flooder?.id ? few(key) : undefined) },
  });
  flooder = await join(newsroom.test.services, { roles: ['editor'] });
});
afterAll(() => newsroom.close());

/** As `who`, on the first or the second instance. */
async function call(at: number, who: Member, method: 'POST' | 'PUT', path: string, body: object) {
  const { instances } = newsroom;
  const answer = await instances[at % instances.length]!.send(method, `/api/studio${path}`, body, who.headers);
  return { status: answer.statusCode, body: answer.json<{ data: never; code?: string }>() };
}
async function begun(who: Member = newsroom.people.writer): Promise<number> {
  const { body } = await call(0, who, 'POST', '/articles', { title: 'A piece', body: 'Its text.' });
  return (body.data as { id: number }).id;
}
const beat = (at: number, who: Member, id: number, body: object = {}) =>
  call(at, who, 'POST', `/articles/${id}/presence`, { tab: randomUUID(), ...body });
async function told(at: number, who: Member, id: number, body: object = {}): Promise<WhoIsHere> {
  const answer = await beat(at, who, id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
const db = () => newsroom.test.services.connection.db;
const rowsOf = (who: Member) => db().select().from(studioPresence).where(eq(studioPresence.userId, who.id));
const age = (tab: string, seconds: number) =>
  db()
    .update(studioPresence)
    .set({ seenAt: sql`now() - ${seconds} * interval '1 second'` })
    .where(eq(studioPresence.tab, tab));
const nameOf = async (who: Member) => {
  const [row] = await db().select().from(users).where(eq(users.id, who.id));
  return row!.firstName;
};

describe('who has a piece open', () => {
  it('stands there with name, since when and whether they write, on each instance', async () => {
    const { writer, editor } = newsroom.people;
    const id = await begun();
    const tab = randomUUID();
    expect((await told(0, writer, id, { tab })).here).toEqual([]);
    const [first] = (await told(1, editor, id)).here;
    expect(first).toMatchObject({ isYou: false, isTyping: false });
    expect(first!.name).toContain((await nameOf(writer)) ?? '');
    expect(Math.abs(Date.now() - Date.parse(first!.since))).toBeLessThan(60_000);
    await told(0, writer, id, { tab, isTyping: true });
    expect((await told(1, editor, id)).here.find(({ isYou }) => !isYou)).toEqual({ ...first, isTyping: true });
  });

  it('is gone at once when the tab says that it closes, and 40 seconds after its last heartbeat', async () => {
    const { writer, editor, checker } = newsroom.people;
    const id = await begun();
    const [leaving, silent, own] = [randomUUID(), randomUUID(), randomUUID()];
    await told(0, editor, id, { tab: leaving });
    await told(0, checker, id, { tab: silent });
    expect((await told(1, writer, id, { tab: own })).here).toHaveLength(2);
    await told(1, editor, id, { tab: leaving, isLeaving: true });
    await age(silent, 38);
    expect((await told(1, writer, id, { tab: own })).here).toHaveLength(1);
    await age(silent, 41);
    expect((await told(1, writer, id, { tab: own })).here).toEqual([]);
    expect(await db().select().from(studioPresence).where(eq(studioPresence.tab, silent))).toEqual([]);
  });

  it('counts a person once, with however many tabs, and each tab as its own', async () => {
    const { writer, editor } = newsroom.people;
    const id = await begun();
    const tabs = [randomUUID(), randomUUID()];
    for (const tab of tabs) await told(0, editor, id, { tab });
    expect((await told(1, writer, id)).here).toHaveLength(1);
    expect((await told(1, editor, id, { tab: tabs[0] })).here.filter(({ isYou }) => isYou)).toHaveLength(1);
    await told(1, editor, id, { tab: tabs[0], isLeaving: true });
    expect((await told(1, writer, id)).here.filter(({ isYou }) => !isYou)).toHaveLength(1);
  });

  it('tells of a newer revision before the second save is refused', async () => {
    const { writer, editor } = newsroom.people;
    const id = await begun();
    expect(await told(0, writer, id)).toMatchObject({ revision: 1, isSavedByYou: true });
    await call(1, editor, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'By the editor.' });
    const after = await told(0, writer, id);
    expect(after).toMatchObject({ revision: 2, isSavedByYou: false });
    expect(after.savedBy).toContain((await nameOf(editor)) ?? '');
  });
});

describe('who may know it', () => {
  it('a writer: nothing of a draft of others; of a live piece who reads it, not what is being written', async () => {
    const { writer, editor, admin } = newsroom.people;
    const draft = await begun(editor);
    expect(await beat(0, writer, draft)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await told(0, editor, draft)).here).toEqual([]);

    const published = await call(0, admin, 'POST', `/articles/${draft}/publish`, {
      revision: 1,
      emergencyReason: 'A test',
    });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    await call(0, editor, 'PUT', `/articles/${draft}`, { baseRevision: 1, body: 'Not public yet.' });
    await told(0, editor, draft, { isTyping: true });
    const seen = await told(1, writer, draft);
    expect(seen.revision).toBe(1);
    expect(seen.here.map(({ isTyping }) => isTyping)).toEqual([false]);
  });

  it('refuses wrong input, and pieces that are not there', async () => {
    const { editor } = newsroom.people;
    const id = await begun();
    expect((await beat(0, editor, id, { tab: 'tab' })).status).toBe(400);
    expect((await beat(0, editor, id, { isTyping: 'yes' })).status).toBe(400);
    expect((await beat(0, editor, id, { name: 'Somebody else' })).status).toBe(400);
    expect((await beat(0, editor, 2_000_000_000)).status).toBe(404);
  });

  it('is limited, and leaves no pile of rows', async () => {
    const { checker } = newsroom.people;
    const id = await begun();
    const answers = [];
    for (let round = 0; round < 5; round += 1) answers.push((await beat(0, flooder, id)).status);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    for (let round = 0; round < 30; round += 1) await told(round, checker, id);
    expect((await rowsOf(checker)).length).toBeLessThanOrEqual(10);
  });
});

it('many heartbeats, savings and closings at the same moment neither fail nor wait for each other for long', async () => {
  const { writer, editor, checker, admin } = newsroom.people;
  const id = await begun();
  const people = [writer, editor, checker, admin];
  const tabs = people.map(() => randomUUID());
  for (let round = 0; round < 6; round += 1) {
    await Promise.all([
      call(round, writer, 'PUT', `/articles/${id}`, { baseRevision: round + 1, body: `Text ${round}.` }),
      ...people.flatMap((who, at) => [
        told(at, who, id, { tab: tabs[at], isTyping: true }),
        told(at + 1, who, id, { tab: tabs[at] }),
        told(at, who, id, { isLeaving: true }),
      ]),
    ]);
  }
  for (const [at, who] of people.entries()) {
    const mine = and(eq(studioPresence.userId, who.id), eq(studioPresence.pieceId, id));
    expect(await db().select().from(studioPresence).where(mine)).toHaveLength(1);
    const { here, revision } = await told(at, who, id, { tab: tabs[at] });
    expect(here).toHaveLength(people.length - 1);
    expect(revision).toBe(7);
  }
});
