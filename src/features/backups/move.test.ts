import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '../../database/connect.server.ts';
import { applyMigrations } from '../../database/migrate.server.ts';
import { newsletters, siteBrand } from '../../database/schema.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { runProcess } from '../../testing/run-process.ts';
import { onServer, postgresServer } from '../../testing/test-database.ts';
import { seedIfEmpty } from '../importing/seed.server.ts';
import { appendErasures } from '../privacy/erasure-log.server.ts';
import { listTables } from './count-rows.server.ts';
import { nameOf } from './move-pglite.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const strange = 'Tabs\tand \\N and \\. and \\\\ and नमस्ते 🙏\n\\.\nend of "it"\\';

/** Every row of every table in PostgreSQL's text format, except sessions and codes, which a restore ends. */
async function everyRow({ pool }: Connection): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of await listTables(pool)) {
    if (['sessions', 'session_proofs', 'otp_codes', 'code_challenges'].includes(table.name)) continue;
    rows[table.name] = (
      await pool.query<{ row: string }>(`select each::text as row from ${nameOf(table)} as each order by 1`)
    ).rows.map(({ row }) => row);
  }
  return rows;
}

describe.skipIf(!postgresServer)('a site that began with PGlite', () => {
  const folder = newFolder();
  const dataDir = joinPath(folder, 'data');
  const name = `nagrik_test_${randomUUID().replaceAll('-', '')}`;
  // A role that owns the database and has no other privilege. Evaluated also when the tests are skipped.
  const owned = new URL(`${postgresServer || 'postgres://nobody'}/${name}`);
  owned.username = name;
  const databaseUrl = owned.href;
  let asker: Member;
  let moderator: Member;
  let questionId: number;
  let before: Record<string, string[]>;

  const open = async (at?: string): Promise<TestApp> => {
    const connection = await connect({ dataDir, databaseUrl: at });
    return buildTestApp({ database: { connection, dataDir, close: () => connection.close() } });
  };
  const calls =
    ({ app }: TestApp) =>
    async (path: string, who: Pick<Member, 'headers'>, payload: object) => {
      const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers: who.headers, payload });
      expect([path, answer.statusCode, answer.body]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 300),
        expect.anything(),
      ]);
      return answer.json<{ data: { id: number } }>().data;
    };
  const run = async (script: string, args: string[], env: Record<string, string> = {}) => {
    const command = runProcess([`scripts/${script}.ts`, ...args], {
      DATA_DIR: dataDir,
      PUBLIC_ORIGIN: 'http://localhost',
      ...env,
    });
    return { status: (await command.ends()).status, output: command.output() };
  };
  const backUp = async (to: string) => {
    expect(await run('backup', [joinPath(folder, to)])).toMatchObject({ status: 0 });
    return joinPath(folder, to, readdirSync(joinPath(folder, to))[0]!);
  };

  beforeAll(async () => {
    await onServer(`create role ${name} login`);
    await onServer(`create database ${name} owner ${name}`);
    const connection = await connect({ dataDir });
    await applyMigrations(connection);
    await seedIfEmpty(connection, readConfig({ DATA_DIR: dataDir, SEED_SAMPLES: 'on' }), () => {});
    await connection.close();
    writeFileSync(joinPath(dataDir, 'media/picture.webp'), 'a picture');

    const site = await open();
    const post = calls(site);
    asker = await join(site.services, { firstName: 'Meena' });
    const others = await Promise.all([1, 2, 3].map(() => join(site.services)));
    moderator = await join(site.services, { role: 'moderator' });
    ({ id: questionId } = await post('/communities/question/create', asker, {
      title: 'How do I move?',
      body: strange,
      categoryIds: [252],
    }));
    for (const other of others) {
      const comment = await post('/communities/comment/create', other, { questionId, body: `${strange} ${other.id}` });
      await post('/communities/reply/create', asker, { commentId: comment.id, body: `Thank you, ${other.id}` });
      await post('/communities/reaction', other, {
        entityType: 'QUESTION',
        entityId: questionId,
        liked: true,
        disliked: false,
      });
      await post('/communities/report', moderator, { entityType: 'COMMENT', entityId: comment.id, reason: 'SPAM' });
    }
    const hidden = await post('/communities/comment/create', others[0]!, { questionId, body: 'Buy this' });
    await post('/moderation/act', moderator, {
      entityType: 'COMMENT',
      entityId: hidden.id,
      act: 'HIDE',
      reason: 'An advertisement',
    });
    await post('/profile/create', asker, { relation: 'SELF', firstName: 'Meena', answers: {} });
    await post('/support/contactUs', asker, {
      name: 'Meena',
      email: 'meena@example.org',
      subject: 'Moving',
      message: strange,
    });
    const logo = Buffer.from([0, 9, 10, 13, 92, 255]);
    await site.db.insert(siteBrand).values({ name: 'Jan Awaaz', logo });
    const newsletter = { lang: 'en', introduction: 'New', updatedBy: asker.id, sendAt: new Date() };
    await site.db.insert(newsletters).values([
      { ...newsletter, subject: 'On its way', state: 'sending' },
      { ...newsletter, subject: 'Due', state: 'scheduled' },
    ]);
    before = await everyRow(site.services.connection);
    await site.close();
  }, 120_000);
  afterAll(async () => {
    await onServer(`drop database if exists ${name} with (force)`);
    await onServer(`drop role if exists ${name}`);
  });

  it('moves to PostgreSQL with every row, and goes on from there', async () => {
    for (const table of [
      'users',
      'questions',
      'comments',
      'replies',
      'reactions',
      'reports',
      'moderation_acts',
      'notifications',
      'profiles',
      'tickets',
      'articles',
    ])
      expect(before[table]!.length, table).toBeGreaterThan(0);
    const backup = await backUp('first');
    rmSync(joinPath(dataDir, 'media'), { recursive: true });
    expect(await run('restore', [backup, '--keep-sessions'], { DATABASE_URL: databaseUrl })).toMatchObject({
      status: 0,
      output: expect.stringContaining('every row is there') as string,
    });
    expect(readFileSync(joinPath(dataDir, 'media/picture.webp'), 'utf8')).toBe('a picture');

    const site = await open(databaseUrl);
    try {
      expect(await everyRow(site.services.connection)).toEqual(before);
      const read = async (path: string) => (await site.app.inject(`/api${path}`)).json<{ data: object }>();
      expect(await read(`/communities/question/get/${questionId}`)).toMatchObject({
        data: { body: strange, commentCount: 3, likeCount: 3, createdBy: { id: asker.id } },
      });
      expect((await site.app.inject('/article/x-MTAwMg')).statusCode).toBe(301);

      const post = calls(site);
      const next = await post('/communities/question/create', asker, { title: 'Am I there?', body: '' });
      expect(next.id).toBe(questionId + 1);
      await post('/communities/comment/create', asker, { questionId, body: 'It has moved.' });
      expect(await read(`/communities/question/get/${questionId}`)).toMatchObject({ data: { commentCount: 4 } });
      const { rows } = await site.services.connection.pool.query(
        'select conname from pg_constraint where not convalidated union all select tgname from pg_trigger where not tgisinternal and tgenabled <> $1',
        ['O'],
      );
      expect(rows).toEqual([]);
    } finally {
      await site.close();
    }
  }, 120_000);

  it('does not move over what is there unless told so, and whoever was deleted since stays deleted', async () => {
    const backup = joinPath(folder, 'first', readdirSync(joinPath(folder, 'first'))[0]!);
    expect(await run('restore', [backup], { DATABASE_URL: databaseUrl })).toMatchObject({
      status: 1,
      output: expect.stringContaining('--overwrite') as string,
    });
    await appendErasures(joinPath(dataDir, 'erasures.jsonl'), [{ userId: moderator.id, withPosts: true }]);
    expect(await run('restore', [backup, '--overwrite'], { DATABASE_URL: databaseUrl })).toMatchObject({
      status: 0,
      output: expect.stringContaining('Deleted again: 1 account.') as string,
    });
    const connection = await connect({ dataDir, databaseUrl });
    const { rows } = await connection.pool.query('select subject, state, send_at from newsletters order by id');
    await connection.close();
    // They may have gone out since the backup.
    expect(rows).toMatchObject([
      { subject: 'On its way', state: 'stopped' },
      { subject: 'Due', state: 'approved', send_at: null },
    ]);
  }, 120_000);

  it('that cannot move whole leaves what is there', async () => {
    const connection = await connect({ dataDir });
    await connection.pool.query('set session_replication_role = replica');
    await connection.pool.query('delete from users where id = $1', [asker.id]);
    await connection.close();
    const backup = await backUp('second');
    const present = await connect({ dataDir, databaseUrl });
    const kept = await everyRow(present);
    await present.close();
    expect(await run('restore', [backup, '--overwrite'], { DATABASE_URL: databaseUrl })).toMatchObject({
      status: 1,
      output: expect.stringContaining('violates foreign key constraint') as string,
    });
    const after = await connect({ dataDir, databaseUrl });
    expect(await everyRow(after)).toEqual(kept);
    await after.close();
  }, 120_000);
});
