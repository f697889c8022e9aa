import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commands } from '../../../commands/commands.server.ts';
import { studioActs, studioRevisions } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
let lines: string[] = [];
const run = (name: string, ...args: string[]) => {
  lines = [];
  return commands[name]!.run(args, commandContext(test.services, { tell: (line) => void lines.push(line) }));
};
const seen = async (id: number) => (await test.app.inject({ url: `/api/article/${id}` })).statusCode;
const emergencies = async () =>
  dataOf<{ emergencies: { act: string; by: string; note: string; title: string | null }[] }>(
    await editor.get('/work'),
  ).emergencies.map(({ act, by, note, title }) => [act, by, note, title]);

it('publishes, hides and removes a piece as the system, and every editor sees why', async () => {
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { title: 'Flood', body: 'Leave the river.' }));
  expect(await run('publish', `article:${id}`, '--reason', 'A flood warning'), lines.join()).toBe(0);
  expect(await seen(id)).toBe(200);
  expect((await emergencies())[0]).toEqual(['publish', 'system', 'A flood warning', 'Flood']);

  expect(await run('unpublish', `article:${id}`, '--reason', 'The river fell')).toBe(0);
  expect(await seen(id)).toBe(404);
  expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({ state: 'unpublished', live: null });
  expect((await emergencies())[0]).toEqual(['unpublish', 'system', 'The river fell', 'Flood']);
  expect(await run('unpublish', `article:${id}`)).toBe(0);
  expect(lines.join()).toContain('nothing has changed');

  expect(await run('publish', 'article:flood')).toBe(0);
  expect((await emergencies())[0]![2]).toContain('gave no reason');
  expect(await run('remove', `article:${id}`, '--reason', 'An order')).toBe(0);
  expect(await seen(id)).toBe(410);
  expect((await emergencies())[0]).toEqual(['remove', 'system', 'An order', '']);
  const bodies = await test.db
    .select({ body: studioRevisions.body })
    .from(studioRevisions)
    .where(eq(studioRevisions.pieceId, id));
  expect(bodies).toEqual([{ body: '' }]);
});

it('an unfit piece is told with its fields, and the others still go', async () => {
  const bad = dataOf<{ id: number }>(await writer.post('/articles', { title: 'Without a text' }));
  const good = dataOf<{ id: number }>(await writer.post('/articles', { title: 'With a text', body: 'Text.' }));
  expect(await run('publish', `article:${bad.id}`, `article:${good.id}`, '--reason', 'Both')).toBe(1);
  expect(lines.join('\n')).toContain('There is no text yet');
  expect([await seen(bad.id), await seen(good.id)]).toEqual([404, 200]);
  await expect(run('publish', 'article:nowhere')).rejects.toThrow('Nothing is called');
  await expect(run('publish', `article:${good.id}`, '--at', '2099-01-01')).rejects.toThrow('Unpublish it first');
});

it('a page is hidden and shown again, and a role that the operator gives is seen', async () => {
  const admin = await colleague(test, 'admin');
  const { id } = dataOf<{ id: number }>(
    await admin.post('/pages', { title: 'Our rules', description: 'Rules', body: 'Be kind.' }),
  );
  expect(await run('publish', `page:${id}`, '--reason', 'First'), lines.join()).toBe(0);
  expect(await run('unpublish', 'page:our-rules', '--reason', 'Wrong')).toBe(0);
  const person = await colleague(test);
  expect(await run('grant', person.id, 'writer', '--reason', 'New colleague')).toBe(0);
  expect((await emergencies())[0]).toEqual([
    'grant_role',
    'system',
    expect.stringMatching(/: Writer: New colleague$/),
    null,
  ]);
  expect(await test.db.$count(studioActs, eq(studioActs.actor, 'system'))).toBeGreaterThan(5);
});
