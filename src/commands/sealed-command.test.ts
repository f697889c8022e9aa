import { readFileSync } from 'node:fs';
import { join as pathJoin } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { sealedFiles, sealedLog, sealedRemovals, users } from '../database/schema.ts';
import { WrongUse } from '../platform/process/command.ts';
import { openMediaStore } from '../platform/media/media-store.server.ts';
import { commandContext } from '../testing/command-context.ts';
import { openCommunity } from '../testing/community.ts';
import { join } from '../testing/join.ts';
import { commands } from './commands.server.ts';
import { newFolder } from '../testing/new-folder.ts';

const { test, moderator, post, call, ask, answer } = await openCommunity();
afterAll(() => test.close());
const { connection, config } = test.services;
const { db } = connection;
const admin = await join(test.services, { role: 'admin' });

async function run(name: string, ...args: string[]) {
  const said: string[] = [];
  const tell = (line: string) => void said.push(line);
  const status = await commands[name]!.run(args, commandContext({ connection, config }, { cwd: newFolder(), tell }));
  return { status, said: said.join('\n') };
}
const numberOf = (said: string, what: string) =>
  /^(\d+)/m.exec(said.split('\n').find((one) => one.includes(what))!)![1]!;

it('lists sealed content without its text, opens it for a reason only, and logs that permanently', async () => {
  const writer = await join(test.services, { firstName: 'Kiran' });
  const id = await ask();
  const commentId = await answer(id, writer);
  await post('/moderation/act', moderator, {
    entityType: 'COMMENT',
    entityId: commentId,
    act: 'DELETE',
    reason: 'Names a neighbour',
  });
  const { said } = await run('sealed');
  expect(said).toContain(`comment:${commentId}`);
  expect(said).toContain('Names a neighbour');
  expect(said).not.toContain('nearest office');
  const number = numberOf(said, `comment:${commentId}`);
  for (const args of [
    ['open', number, '--by', admin.phone],
    ['open', '--by', admin.phone],
    ['open', 'x', '--by', admin.phone, '--reason', 'y'],
    ['open', number, '--reason', 'y'],
    ...[moderator.id, moderator.phone, writer.id, '+916000000000', 'nobody@example.in', ''].flatMap((person) =>
      ['open', 'hold'].map((act) => [act, number, '--by', person, '--reason', 'y', '--until', '2099-12-31']),
    ),
    ['read', number],
    ['hold', number, '--reason', 'y'],
  ])
    await expect(run('sealed', ...args)).rejects.toBeInstanceOf(WrongUse);
  expect(await db.select().from(sealedLog)).toHaveLength(0);
  const opened = await run('sealed', 'open', number, '--by', admin.phone, '--reason', 'The police of Nashik ask');
  expect(opened.status).toBe(0);
  expect(opened.said).toContain('nearest office');
  expect(opened.said).toContain('Kiran');
  expect((await run('sealed', 'log')).said).toContain(`${admin.id}  The police of Nashik ask`);
  await expect(db.transaction((tx) => tx.delete(sealedLog))).rejects.toMatchObject({
    cause: { message: 'sealed_log is append-only' },
  });
  expect((await run('sealed', 'hold', number, '--until', '2099-12-31', '--reason', 'Order')).said).toContain('2099');
  await run('sealed', 'hold', number, '--until', '2099-12-31', '--by', admin.id, '--reason', 'Order of an admin');
  const logged = await db.select().from(sealedLog).orderBy(sealedLog.id);
  expect(logged.map(({ act, actor, reason }) => [act, actor, reason.split(' (')[0]])).toEqual([
    ['OPEN', admin.id, 'The police of Nashik ask'],
    ['HOLD', 'system', 'Order'],
    ['HOLD', admin.id, 'Order of an admin'],
  ]);
  expect((await run('sealed', 'open', '99999', '--by', admin.id, '--reason', 'x')).status).toBe(1);
});

it('is opened by nobody who was an admin and is none now, or is suspended', async () => {
  const former = await join(test.services, { role: 'admin' });
  const open = () => run('sealed', 'open', '99999', '--by', former.id, '--reason', 'x');
  expect((await open()).status).toBe(1);
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 60_000) })
    .where(eq(users.id, former.id));
  await expect(open()).rejects.toBeInstanceOf(WrongUse);
  await db
    .update(users)
    .set({ suspendedUntil: null, roles: ['moderator'] })
    .where(eq(users.id, former.id));
  await expect(open()).rejects.toBeInstanceOf(WrongUse);
});

it('stays when the account is deleted with its posts', async () => {
  const writer = await join(test.services);
  const id = await ask(writer);
  await post('/moderation/act', moderator, { entityType: 'QUESTION', entityId: id, act: 'HIDE', reason: 'Sells SIMs' });
  expect((await call('DELETE', '/user', writer)).status).toBe(200);
  const number = numberOf((await run('sealed')).said, `question:${id}`);
  const { said } = await run('sealed', 'open', number, '--by', admin.id, '--reason', 'Complaint 1001');
  expect(said).toContain('How do I get a ration card');
  expect(said).not.toContain(writer.phone);
});

it('keeps a removed file, part by part, unless nothing may be kept', async () => {
  const store = await openMediaStore(config, connection);
  const bytes = Buffer.alloc(700_000, 'picture of somebody ');
  await store.put('articles/one.webp', bytes);
  await store.put('articles/two.webp', bytes);
  expect((await run('remove-media', '/media/articles/one.webp', '--reason', 'Order 12')).status).toBe(0);
  expect((await run('remove-media', '/media/articles/two.webp', '--keep-nothing')).status).toBe(0);
  expect((await store.list()).map(({ path }) => path)).not.toContain('articles/one.webp');
  expect(JSON.stringify(await db.select().from(sealedFiles))).not.toContain('picture');
  const { said } = await run('sealed');
  expect(said).not.toContain('two.webp');
  const folder = newFolder();
  const number = numberOf(said, 'media:articles/one.webp');
  await run('sealed', 'open', number, '--by', admin.id, '--reason', 'Appeal', '--out', folder);
  expect(readFileSync(pathJoin(folder, '1-one.webp')).equals(bytes)).toBe(true);
  expect(await db.select().from(sealedRemovals)).not.toHaveLength(0);
});
