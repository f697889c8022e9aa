// @runs on both databases
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioPieces, studioPublications, users } from '../../../database/schema.ts';
import { memoryLimit } from '../../../platform/guard/limits.server.ts';
import { join, type Member } from '../../../testing/join.ts';
import { openNewsroom } from '../../../testing/studio-instances.ts';
import { publishDue } from '../pieces/publish-due.server.ts';
import { resetFactor } from './second-factor.server.ts';

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
let late = 60_000;
beforeAll(async () => {
  newsroom = await openNewsroom({
    clock: () => new Date(Date.now() - late),
    limits: { factorCodes: memoryLimit(10, 900) },
  });
});
afterAll(() => newsroom.close());

/** As `who`, on the first or the second instance. */
async function call(at: number, who: Member, method: 'POST' | 'PUT' | 'GET', path: string, body?: object) {
  const { instances } = newsroom;
  const answer = await instances[at % instances.length]!.app.inject({
    method,
    url: `/api/studio${path}`,
    headers: { ...who.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: answer.statusCode, body: answer.json<{ data: Record<string, unknown>; code?: string }>() };
}
async function begun(): Promise<number> {
  const { body } = await call(0, newsroom.people.writer, 'POST', '/articles', { title: 'A piece', body: 'Its text.' });
  return body.data.id as number;
}
async function approved(): Promise<number> {
  const id = await begun();
  await call(0, newsroom.people.writer, 'POST', `/articles/${id}/submit`, { revision: 1 });
  expect((await call(1, newsroom.people.checker, 'POST', `/articles/${id}/approve`, { revision: 1 })).status).toBe(200);
  return id;
}
const rowOf = async (id: number) => {
  const { db } = newsroom.test.services.connection;
  const rows = await db.select().from(studioPieces).where(eq(studioPieces.id, id));
  return rows.find(({ kind }) => kind === 'articles')!;
};
const publicationsOf = async (id: number) =>
  newsroom.test.services.connection.db.select().from(studioPublications).where(eq(studioPublications.pieceId, id));

describe('two at the same moment', () => {
  it('save: one is taken, the other is told and keeps its text', async () => {
    const { writer, editor } = newsroom.people;
    for (let round = 0; round < 5; round += 1) {
      const id = await begun();
      const answers = await Promise.all([
        call(0, writer, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'By the writer.' }),
        call(1, editor, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'By the editor.' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await rowOf(id)).revision).toBe(2);
    }
  });

  it('approve and change: what is approved is never what was changed', async () => {
    const { writer, checker } = newsroom.people;
    for (let round = 0; round < 5; round += 1) {
      const id = await begun();
      await call(0, writer, 'POST', `/articles/${id}/submit`, { revision: 1 });
      await Promise.all([
        call(0, checker, 'POST', `/articles/${id}/approve`, { revision: 1 }),
        call(1, writer, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'Changed meanwhile.' }),
      ]);
      const row = await rowOf(id);
      expect([row.revision, row.approved, row.state]).toEqual([2, null, 'draft']);
    }
  });

  it('publish and change: readers have the approved revision, or nothing', async () => {
    const { writer, editor } = newsroom.people;
    for (let round = 0; round < 5; round += 1) {
      const id = await approved();
      const [publishing] = await Promise.all([
        call(0, editor, 'POST', `/articles/${id}/publish`, { revision: 1 }),
        call(1, writer, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'Changed meanwhile.' }),
      ]);
      const row = await rowOf(id);
      expect([200, 409]).toContain(publishing!.status);
      expect(row.live).toBe(publishing!.status === 200 ? 1 : null);
      expect(row.revision).toBe(2);
    }
  });

  it('a schedule that is cancelled as it falls due: published once, or not at all', async () => {
    const { writer, editor } = newsroom.people;
    for (let round = 0; round < 5; round += 1) {
      const id = await approved();
      const at = new Date(Date.now() - 5_000).toISOString();
      expect((await call(0, editor, 'POST', `/articles/${id}/publish`, { revision: 1, at })).body.data.state).toBe(
        'scheduled',
      );
      const [, cancelled] = await Promise.all([
        Promise.all(newsroom.instances.map((instance) => publishDue(instance))),
        call(1, writer, 'PUT', `/articles/${id}`, { baseRevision: 1, body: 'Not yet!' }),
      ]);
      expect(cancelled!.status).toBe(200);
      const row = await rowOf(id);
      expect(row.scheduledAt).toBeNull();
      expect((await publicationsOf(id)).length).toBe(row.live === null ? 0 : 1);
    }
  });

  it('a role that ends while its holder acts: the act is before it, or refused', async () => {
    const { admin } = newsroom.people;
    const checker = await join(newsroom.test.services, { roles: ['checker'] });
    const id = await begun();
    await call(0, newsroom.people.writer, 'POST', `/articles/${id}/submit`, { revision: 1 });
    const [approving, ending] = await Promise.all([
      call(0, checker, 'POST', `/articles/${id}/approve`, { revision: 1 }),
      call(1, admin, 'PUT', `/people/${checker.id}/roles`, { roles: [] }),
    ]);
    expect(ending!.status).toBe(200);
    expect([200, 403, 404]).toContain(approving!.status);
    for (const at of [0, 1])
      expect(
        (await call(at, checker, 'POST', `/articles/${id}/request-changes`, { revision: 1, note: 'x' })).status,
      ).toBe(404);
  });

  it('two admins who take each other’s role leave one admin', async () => {
    const { db } = newsroom.test.services.connection;
    const isAdmin = async (id: string) => {
      const [row] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, id));
      return row!.roles.includes('admin');
    };
    const [one, other] = await Promise.all([
      join(newsroom.test.services, { roles: ['admin'] }),
      join(newsroom.test.services, { roles: ['admin'] }),
    ]);
    expect(
      (await call(0, one!, 'PUT', `/people/${newsroom.people.admin.id}/roles`, { roles: ['writer'] })).status,
    ).toBe(200);
    const answers = await Promise.all([
      call(0, one!, 'PUT', `/people/${other!.id}/roles`, { roles: [] }),
      call(1, other!, 'PUT', `/people/${one!.id}/roles`, { roles: [] }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = [await isAdmin(one!.id), await isAdmin(other!.id)];
    expect(left.filter(Boolean)).toHaveLength(1);
    const last = left[0] ? one! : other!;
    expect((await call(0, last, 'PUT', `/people/${last.id}/roles`, { roles: [] })).status).toBe(409);
    await call(0, last, 'PUT', `/people/${newsroom.people.admin.id}/roles`, { roles: ['admin'] });
  });
});

it('a base revision from the future is not taken', async () => {
  const id = await begun();
  const { status, body } = await call(0, newsroom.people.writer, 'PUT', `/articles/${id}`, {
    baseRevision: 2,
    body: 'x',
  });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(
    (await call(0, newsroom.people.checker, 'POST', `/articles/${id}/approve`, { revision: 2 })).status,
  ).toBeGreaterThan(399);
});

describe('the second factor', () => {
  const codeAt = (secret: string, ms: number) =>
    new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
      timestamp: ms,
    });
  const now = () => Date.now() - late;
  async function editorWithSecret() {
    const editor = await join(newsroom.test.services, { roles: ['editor'] });
    const { body } = await call(0, editor, 'POST', '/second-factor');
    return { editor, secret: body.data.secret as string };
  }
  const give = (editor: Member, code: string, at = 0) => call(at, editor, 'POST', '/second-factor/verify', { code });

  it('takes a code once, on whichever instance', async () => {
    const { editor, secret } = await editorWithSecret();
    const code = codeAt(secret, now());
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => give(editor, code, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('allows half a minute of drift, and no more', async () => {
    const { editor, secret } = await editorWithSecret();
    expect((await give(editor, codeAt(secret, now() - 120_000))).status).toBe(400);
    expect((await give(editor, codeAt(secret, now() + 120_000))).status).toBe(400);
    expect((await give(editor, codeAt(secret, now() - 30_000))).status).toBe(200);
  });

  it('cannot be guessed for long, and is reset by the operator alone', async () => {
    const { editor, secret } = await editorWithSecret();
    expect((await give(editor, codeAt(secret, now()))).status).toBe(200);
    expect((await call(0, editor, 'POST', '/second-factor')).status).toBe(409);
    const wrong = codeAt(secret, now() + 3_600_000);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await give(editor, wrong)).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(400));
    expect(statuses.slice(9)).toEqual([429, 429]);
    expect(await resetFactor(newsroom.test.services.connection.db, editor.id)).toBe(true);
    expect((await call(0, editor, 'GET', '/me')).body.data.secondFactor).toBe('missing');
    expect((await call(0, editor, 'POST', '/second-factor')).status).toBe(201);
  });
});
