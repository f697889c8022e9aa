// @runs on both databases
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../commands/commands.server.ts';
import { articles, studioActs, studioPieces, studioRevisions } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const root = newFolder();
let lines: string[] = [];

const run = (name: string, ...args: string[]) =>
  commands[name]!.run(args, commandContext(test.services, { cwd: root, tell: (line) => void lines.push(line) }));
const take = (...more: string[]) => run('import', 'content', ...more);
const told = () => lines.join('\n');
const write = (name: string, text: string) => writeContent(root, name, text);
const article = (title: string, body: string, more = '') =>
  `---\ntitle: "${title}"\nsummary: "A summary" # said once\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01T06:30\n${more}---\n\n${body}\n`;
const pieceOf = async (key: string) =>
  (
    await test.db
      .select()
      .from(studioPieces)
      .where(eq(studioPieces.sourceKey, `content:${key}`))
  )[0]!;
const rowOf = async (key: string) =>
  (
    await test.db
      .select()
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0];
const revisionsOf = (id: number) =>
  test.db.$count(studioRevisions, and(eq(studioRevisions.kind, 'articles'), eq(studioRevisions.pieceId, id)));
const publicText = async (id: number) =>
  (await test.app.inject({ url: `/api/article/${id}` })).json<{ data?: { body: string } }>().data?.body.trim();

beforeAll(async () => {
  write('categories/food.md', '---\nname: "Food"\n---\n');
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  write('pages/about.md', '---\ntitle: "About"\ndescription: "Us"\nupdatedAt: 2026-10-01\n---\nWords.\n');
  for (const key of ['one', 'two', 'three', 'four', 'five'])
    write(`articles/${key}.md`, article(`Piece ${key}`, 'Words.'));
  if ((await take('--publish', '--reason', 'first edition')) !== 0) throw new Error(told());
});
beforeEach(() => {
  lines = [];
});

async function changeHere(key: string, fields: object): Promise<number> {
  const { id, revision } = await pieceOf(key);
  return dataOf<{ revision: number }>(await editor.put(`/articles/${id}`, { baseRevision: revision, ...fields }))
    .revision;
}
async function publishHere(key: string): Promise<void> {
  const { id, revision } = await pieceOf(key);
  dataOf(await editor.post(`/articles/${id}/submit`, { revision }));
  dataOf(await checker.post(`/articles/${id}/approve`, { revision }));
  dataOf(await editor.post(`/articles/${id}/publish`, { revision, changeNote: 'It is different now.' }));
}

describe('import --publish', () => {
  it('makes live revision 1 by the system, which every editor is told of, and remembers the file', async () => {
    const piece = await pieceOf('one');
    const file = readFileSync(join(root, 'content/articles/one.md'), 'utf8');
    expect(piece).toMatchObject({ state: 'live', live: 1, revision: 1, fileRevision: 1, createdBy: null });
    expect(`${piece.fileFront}Words.\n`).toBe(file);
    expect(piece.id).toBe((await rowOf('one'))!.id);
    const { data } = (await editor.get('/work')).json<{ data: { emergencies: { note: string }[] } }>();
    expect(data.emergencies.map(({ note }) => note)).toContain('8 pieces made live from files: first edition');
  });

  it('a second run makes no revision', async () => {
    expect(await take('--publish')).toBe(0);
    expect((await pieceOf('one')).revision).toBe(1);
    expect(told()).toMatch(/8 {2}unchanged/);
  });

  it('a changed file is the next live revision', async () => {
    write('articles/one.md', article('Piece one', 'Other words.'));
    expect(await take('--publish')).toBe(0);
    expect(await pieceOf('one')).toMatchObject({ state: 'live', live: 2, revision: 2, fileRevision: 2 });
    expect(await publicText((await pieceOf('one')).id)).toBe('Other words.');
  });

  it('a piece that was changed here stays, whether its file is changed or not, and both are told', async () => {
    await changeHere('two', { body: 'Words from the studio.\n' });
    await publishHere('two');
    expect(await take('--publish')).toBe(0);
    const { id } = await pieceOf('two');
    expect(await publicText(id)).toBe('Words from the studio.');
    write('articles/two.md', article('Piece two, anew', 'Words from a file.'));
    expect(await take('--publish')).toBe(1);
    expect(told()).toContain(`content/articles/two.md: "Piece two" (articles ${id}, revision 2)`);
    for (const line of ['Words from the studio.', 'Words from a file.', 'title (changed in the file only)'])
      expect(told()).toContain(line);
    expect(await publicText(id)).toBe('Words from the studio.');
    expect(await revisionsOf(id)).toBe(2);
    write('articles/two.md', article('Piece two', 'Words from the studio.'));
    expect(await take('--publish')).toBe(0);
    expect(await pieceOf('two')).toMatchObject({ revision: 2, live: 2, fileRevision: 2 });
    // After both agree, the file may change it again; the public note stays with the corrections.
    write('articles/two.md', article('Piece two', 'Words from a later file.'));
    expect(await take('--publish')).toBe(0);
    expect(await publicText(id)).toBe('Words from a later file.');
    expect((await rowOf('two'))!.corrections.map(({ text }) => text)).toEqual(['It is different now.']);
  });

  it('a new file may have the name that a piece gave up, also where the renamed file is in conflict', async () => {
    write('articles/six.md', article('Piece six', 'Words.', 'id: 600\n'));
    await take('--publish');
    await changeHere('six', { body: 'Changed here.' });
    write('articles/seven.md', article('Piece seven', 'Other words.', 'id: 600\n'));
    write('articles/six.md', article('Another six', 'New words.'));
    lines = [];
    expect(await take('--publish')).toBe(1);
    expect(told()).toContain('Neither was overwritten');
    expect(await publicText(600)).toBe('Words.');
    expect([(await rowOf('seven'))!.id, (await rowOf('six'))!.title]).toEqual([600, 'Another six']);
    rmSync(join(root, 'content/articles/seven.md'));
    rmSync(join(root, 'content/articles/six.md'));
  });

  it('an unpublished piece stays hidden, a scheduled one keeps its text and time, a removed one is gone', async () => {
    const three = await pieceOf('three');
    dataOf(await editor.post(`/articles/${three.id}/unpublish`, { reason: 'Wrong' }));
    expect(await take('--publish')).toBe(0);
    expect((await rowOf('three'))!.status).toBe('draft');
    write('articles/three.md', article('Piece three', 'Corrected words.'));
    await take('--publish');
    expect(await publicText(three.id)).toBeUndefined();
    expect(await pieceOf('three')).toMatchObject({ live: null, revision: 2 });

    const revision = await changeHere('four', { title: 'Piece four, later' });
    const { id } = await pieceOf('four');
    dataOf(await editor.post(`/articles/${id}/submit`, { revision }));
    dataOf(await checker.post(`/articles/${id}/approve`, { revision }));
    dataOf(await editor.post(`/articles/${id}/publish`, { revision, at: '2099-01-01T06:00' }));
    write('articles/four.md', article('Piece four', 'Words of the file.'));
    expect(await take('--publish')).toBe(1);
    expect(await pieceOf('four')).toMatchObject({
      state: 'scheduled',
      revision,
      scheduledAt: new Date('2099-01-01T00:30Z'),
    });

    const five = await pieceOf('five');
    await run('remove', 'article:five', '--reason', 'An order');
    write('articles/five.md', article('Piece five', 'Again.'));
    await take('--publish');
    expect(await rowOf('five')).toBeUndefined();
    expect((await test.app.inject({ url: `/api/article/${five.id}` })).statusCode).toBe(410);
    rmSync(join(root, 'content/articles/four.md'));
  });
});

describe('import', () => {
  it('makes drafts: of new pieces, and of changes beside what readers see', async () => {
    write('articles/new.md', article('A new one', 'New words.'));
    write('articles/one.md', article('Piece one', 'A third edition.'));
    expect(await take()).toBe(0);
    expect(told()).toContain('They are drafts in the studio');
    const begun = await pieceOf('new');
    expect(begun).toMatchObject({ state: 'draft', live: null, revision: 1, createdBy: null });
    expect(await rowOf('new')).toBeUndefined();
    const one = await pieceOf('one');
    expect(one).toMatchObject({ state: 'draft', live: 2, revision: 3 });
    expect(await publicText(one.id)).toBe('Other words.');
    expect(await take()).toBe(0);
    expect(await pieceOf('new')).toMatchObject({ id: begun.id, revision: 1 });
  });

  it('--publish makes those drafts live under the numbers that they have', async () => {
    const { id } = await pieceOf('new');
    expect(await take('--publish')).toBe(0);
    expect(await pieceOf('new')).toMatchObject({ id, state: 'live', live: 1, revision: 1 });
    expect(await publicText(id)).toBe('New words.');
    expect(await publicText((await pieceOf('one')).id)).toBe('A third edition.');
  });

  it('a draft that somebody took up is theirs', async () => {
    write('articles/taken-up.md', article('Taken up', 'Words.'));
    await take();
    await changeHere('taken-up', { body: 'My words.' });
    expect(await take('--publish')).toBe(0);
    expect(await rowOf('taken-up')).toBeUndefined();
    expect(await pieceOf('taken-up')).toMatchObject({ state: 'draft', live: null, revision: 2 });
  });

  it('--prune without --publish is wrong use', async () => {
    await expect(take('--prune')).rejects.toThrow('--publish');
  });
});

it('an import and an editor at the same moment: both texts are kept, and one of them is told', async () => {
  for (let round = 0; round < 6; round += 1) {
    const key = `race-${round}`;
    write(`articles/${key}.md`, article('Race', 'Start.'));
    expect(await take('--publish')).toBe(0);
    write(`articles/${key}.md`, article('Race', 'From the file.'));
    const { id, revision } = await pieceOf(key);
    lines = [];
    const [status, answer] = await Promise.all([
      take('--publish'),
      editor.put(`/articles/${id}`, { baseRevision: revision, body: 'From the editor.' }),
    ]);
    const bodies = (
      await test.db
        .select()
        .from(studioRevisions)
        .where(and(eq(studioRevisions.kind, 'articles'), eq(studioRevisions.pieceId, id)))
    ).map(({ body }) => body.trim());
    const isEditors = answer.statusCode === 200;
    expect([answer.statusCode, status, bodies.sort(), await publicText(id)]).toEqual(
      isEditors
        ? [200, 1, ['From the editor.', 'Start.'], 'Start.']
        : [409, 0, ['From the file.', 'Start.'], 'From the file.'],
    );
    expect(told().includes('From the file.')).toBe(isEditors);
    rmSync(join(root, `content/articles/${key}.md`));
  }
  expect(await test.db.$count(studioActs, eq(studioActs.act, 'import'))).toBeGreaterThan(5);
});
