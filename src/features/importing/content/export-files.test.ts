// @runs slow
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../commands/commands.server.ts';
import { studioPieces, studioRevisions } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { ownContent } from '../../pieces/own-content.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const writer = prepared(() => colleague(test, 'writer'));
const admin = prepared(() => colleague(test, 'admin'));
const root = newFolder();
let lines: string[] = [];
const run = (name: string, ...args: string[]) => {
  lines = [];
  return commands[name]!.run(args, commandContext(test.services, { cwd: root, tell: (line) => void lines.push(line) }));
};
const kinds = ['articles', 'videos', 'webstories', 'pages', 'categories', 'tags', 'authors', 'ctas', 'scams', 'feed'];
const filesOf = (folder: string) =>
  kinds.flatMap((kind) =>
    readdirSync(join(folder, kind), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  );
const textOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const differing = (one: string, other: string) => {
  const [own, others] = [filesOf(one), filesOf(other)];
  return [...new Set([...own, ...others])].filter(
    (name) => !own.includes(name) || !others.includes(name) || textOf(one, name) !== textOf(other, name),
  );
};
const pieceOf = async (kind: 'articles' | 'pages', key: string) =>
  (
    await test.db
      .select()
      .from(studioPieces)
      .where(and(eq(studioPieces.kind, kind), eq(studioPieces.sourceKey, `content:${key}`)))
  )[0]!;
async function change(key: string, fields: object): Promise<number> {
  const { id, revision } = await pieceOf('articles', key);
  const saved = dataOf<{ revision: number }>(
    await admin.put(`/articles/${id}`, { baseRevision: revision, ...fields }),
  ).revision;
  dataOf(await admin.post(`/articles/${id}/publish`, { revision: saved, changeNote: 'New.', emergencyReason: 'Test' }));
  return id;
}

beforeEach(() => {
  lines = [];
});

describe('the demonstration content', () => {
  it('comes back byte for byte, with its media, and an import of it changes nothing', async () => {
    expect(await run('export', 'first'), lines.join('\n')).toBe(0);
    expect(differing(ownContent, join(root, 'first'))).toEqual([]);
    const clip = 'media/videos/aadhaar-new-address.mp4';
    expect(readFileSync(join(root, 'first', clip)).equals(readFileSync(join(ownContent, clip)))).toBe(true);
    const revisions = await test.db.$count(studioRevisions);
    expect(await run('import', 'first', '--publish'), lines.join('\n')).toBe(0);
    expect(lines.join('\n')).not.toMatch(/ {2}(?:new|changed)\b/);
    expect(await test.db.$count(studioRevisions)).toBe(revisions);
  });

  it('one changed piece changes its own file, and there only what was changed', async () => {
    await change('aadhaar-address-update', { title: 'A new address: in Aadhaar', metaTitle: null });
    cpSync(join(root, 'first'), join(root, 'second'), { recursive: true });
    expect(await run('export', 'second'), lines.join('\n')).toBe(0);
    expect(differing(ownContent, join(root, 'second'))).toEqual(['articles/aadhaar-address-update.md']);
    const before = textOf(ownContent, 'articles/aadhaar-address-update.md').split('\n');
    const after = textOf(join(root, 'second'), 'articles/aadhaar-address-update.md').split('\n');
    expect(before.filter((line) => !after.includes(line)).map((line) => line.split(':')[0])).toEqual([
      'title',
      'metaTitle',
    ]);
    expect(after.filter((line) => !before.includes(line))).toEqual(['title: "A new address: in Aadhaar"']);

    const revisions = await test.db.$count(studioRevisions);
    expect(await run('import', 'second', '--publish'), lines.join('\n')).toBe(0);
    expect(await test.db.$count(studioRevisions)).toBe(revisions);
  });

  it('what was begun, unpublished and removed here goes out as it stands, and comes back as nothing new', async () => {
    const { id } = dataOf<{ id: number }>(
      await writer.post('/articles', { title: 'Begun here', body: 'Words of ours.', categories: ['schemes'] }),
    );
    expect(await run('export', 'third')).toBe(0);
    expect(filesOf(join(root, 'third'))).not.toContain('articles/begun-here.md');
    expect(await run('publish', `article:${id}`, '--reason', 'Now')).toBe(0);
    expect(await run('unpublish', 'article:pm-kisan', '--reason', 'Wrong')).toBe(0);
    const other = dataOf<{ id: number }>(await writer.post('/articles', { title: 'To be removed', body: 'Words.' }));
    expect(await run('publish', `article:${other.id}`, '--reason', 'Now')).toBe(0);
    expect(await run('export', 'third'), lines.join('\n')).toBe(0);
    expect(await run('remove', `article:${other.id}`, '--reason', 'An order')).toBe(0);
    expect(await run('export', 'third'), lines.join('\n')).toBe(0);
    expect(lines.join('\n')).toContain('content/articles/to-be-removed.md: it was removed on the site');
    expect(textOf(join(root, 'third'), 'articles/pm-kisan.md')).toContain('\nstatus: draft\n');
    expect(textOf(join(root, 'third'), 'articles/begun-here.md')).toMatch(/publishedAt: .*\+05:30/);
    rmSync(join(root, 'third/articles/to-be-removed.md'));
    const revisions = await test.db.$count(studioRevisions);
    expect(await run('import', 'third', '--publish'), lines.join('\n')).toBe(0);
    expect(await test.db.$count(studioRevisions)).toBe(revisions);
    expect(await pieceOf('articles', 'pm-kisan')).toMatchObject({ live: null });
  });
});

it.each([
  ['home', 1, 'sections'],
  ['rail', 2, 'helplines'],
] as const)(
  'the feed’s part %s goes out again after each change, and comes back as nothing new',
  async (part, id, list) => {
    const folder = `feed-${part}`;
    const name = `feed/${part}.yaml`;
    expect(await run('export', folder), lines.join('\n')).toBe(0);
    for (const left of [1, 2]) {
      const { revision, fields } = dataOf<{ revision: number; fields: Record<string, object[]> }>(
        await admin.get(`/feed/${id}`),
      );
      const less = { baseRevision: revision, [list]: fields[list]!.slice(1) };
      const saved = dataOf<{ revision: number }>(await admin.put(`/feed/${id}`, less)).revision;
      expect(saved).toBe(revision + 1);
      const published = { revision: saved, changeNote: 'One less.', emergencyReason: 'Test' };
      dataOf(await admin.post(`/feed/${id}/publish`, published));
      const before = textOf(join(root, folder), name);
      expect(await run('export', folder), `change ${left}: ${lines.join('\n')}`).toBe(0);
      expect(textOf(join(root, folder), name)).not.toBe(before);
    }
    const revisions = await test.db.$count(studioRevisions);
    expect(await run('import', folder, '--publish'), lines.join('\n')).toBe(0);
    expect(await test.db.$count(studioRevisions)).toBe(revisions);

    writeFileSync(join(root, folder, name), `${list}: []\n`);
    expect(await run('export', folder)).toBe(1);
    expect(lines.join('\n')).toContain(`content/${name}: this text is not from this site`);
    expect(textOf(join(root, folder), name)).toBe(`${list}: []\n`);
  },
);

it('writes over no file that is not from this site, unless told', async () => {
  cpSync(join(root, 'third'), join(root, 'fourth'), { recursive: true });
  const file = join(root, 'fourth/articles/pan-card.md');
  const name = filesOf(join(root, 'fourth')).find((one) => one.startsWith('articles/'))!;
  const strange = join(root, 'fourth', name);
  const foreign = textOf(join(root, 'fourth'), name).replace(/\n\n[^]*$/, '\n\nSomebody else’s words.\n');
  writeFileSync(strange, foreign);
  mkdirSync(join(file, '..'), { recursive: true });
  await change('aadhaar-address-update', { summary: 'Another summary, written here.' });
  const stale = textOf(join(root, 'fourth'), 'articles/aadhaar-address-update.md');
  expect(await run('export', 'fourth')).toBe(1);
  expect(lines.join('\n')).toContain(`content/${name}: this text is not from this site`);
  expect(textOf(join(root, 'fourth'), name)).toBe(foreign);
  expect(textOf(join(root, 'fourth'), 'articles/aadhaar-address-update.md')).toBe(stale);
  expect(await run('export', 'fourth', '--overwrite')).toBe(0);
  expect(textOf(join(root, 'fourth'), name)).not.toBe(foreign);
  await expect(run('export')).rejects.toThrow('Say one folder');
});
