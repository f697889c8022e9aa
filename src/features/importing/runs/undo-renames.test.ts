// @runs slow, on both databases
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { importRunPieces, studioPieces, studioRevisions } from '../../../database/schema.ts';
import {
  article,
  db,
  editor,
  everything,
  forgetPrinted,
  newest,
  openContentRuns,
  pieceOf,
  root,
  rowOf,
  run,
  take,
  test,
  printedText,
  video,
  write,
} from '../../../testing/content-runs.ts';
import { dataOf } from '../../../testing/studio.ts';

openContentRuns();

describe('the undo of a content folder', () => {
  it('gives back the name of a file that was renamed, and what --prune took from readers', async () => {
    write('articles/rice.md', article('Rice', 'Five kilos.', 'id: 77\n'));
    write('articles/oil.md', article('Oil', 'A litre.'));
    write('articles/tea.md', article('Tea', 'A packet.', 'id: 78\n'));
    await take();
    const before = await everything();
    for (const name of ['oil', 'tea']) rmSync(join(root, `content/articles/${name}.md`));
    rmSync(join(root, 'content/ctas/pension.md'));
    write('articles/chai.md', article('Tea with milk', 'A cup.', 'id: 78\n'));
    await take('--prune');
    expect((await rowOf('oil'))!.status).toBe('draft');
    expect(await rowOf('chai')).toMatchObject({ id: 78, status: 'published' });
    expect([await run('--undo', String((await newest()).id)), printedText()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
    expect((await test.app.inject({ url: '/api/article/78' })).json().data.title).toBe('Tea');
  });

  it('gives back a name that a new file has taken meanwhile', async () => {
    write('articles/tea.md', article('Tea', 'A packet.', 'id: 78\n'));
    await take();
    const before = await everything();
    rmSync(join(root, 'content/articles/tea.md'));
    write('articles/chai.md', article('Tea with milk', 'A cup.', 'id: 78\n'));
    await take();
    const { id } = await newest();
    write('articles/tea.md', article('Green tea', 'A bag.'));
    await take();
    expect(await rowOf('chai')).toMatchObject({ id: 78 });
    expect((await rowOf('tea'))!.id).not.toBe(78);
    // One run, as while the folder is watched.
    await db()
      .update(importRunPieces)
      .set({ runId: (await newest()).id })
      .where(eq(importRunPieces.runId, id));
    expect([await run('--undo', String((await newest()).id)), printedText()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
  });

  it.each(['chai', 'zest'])(
    'gives back a number that %s took over beside a new file of the old name',
    async (taker) => {
      write('articles/tea.md', article('Tea', 'A packet.', 'id: 78\n'));
      await take();
      const before = await everything();
      write(`articles/${taker}.md`, article('Tea with milk', 'A cup.', 'id: 78\n'));
      write('articles/tea.md', article('Green tea', 'A bag.'));
      forgetPrinted();
      expect([await take(), printedText()]).toEqual([0, expect.stringMatching(/1 {2}new\s+1 {2}changed/)]);
      expect(await rowOf(taker)).toMatchObject({ id: 78, title: 'Tea with milk' });
      const { id, title } = (await rowOf('tea'))!;
      expect([id === 78, title]).toEqual([false, 'Green tea']);
      expect(await pieceOf('articles', 'tea')).toMatchObject({ id, revision: 1, live: 1 });
      expect(await pieceOf('articles', taker)).toMatchObject({ id: 78, revision: 2, live: 2 });
      const { id: made } = await newest();
      forgetPrinted();
      expect([await take(), printedText()]).toEqual([0, expect.not.stringMatching(/\d +(new|changed)/)]);
      expect([await run('--undo', String(made)), printedText()]).toEqual([0, expect.any(String)]);
      expect(await everything()).toEqual(before);
      for (const name of [taker, 'tea']) rmSync(join(root, `content/articles/${name}.md`));
    },
  );

  it('a renamed file of a piece that a person edited takes its name along, and another may have the former one', async () => {
    write('articles/salt.md', article('Salt', 'A pinch.', 'id: 80\n'));
    write('articles/milk.md', article('Milk', 'A litre.', 'id: 79\n'));
    await take();
    const before = await everything();
    // By a person, and exported since: the file says the same.
    await db().update(studioRevisions).set({ authorId: editor.id }).where(eq(studioRevisions.pieceId, 80));
    rmSync(join(root, 'content/articles/milk.md'));
    write('articles/pepper.md', article('Salt', 'A pinch.', 'id: 80\n'));
    write('articles/salt.md', article('Milk', 'A litre.', 'id: 79\n'));
    forgetPrinted();
    expect([await take(), printedText()]).toEqual([0, expect.any(String)]);
    expect([await rowOf('pepper'), await rowOf('salt'), await rowOf('milk')]).toMatchObject([
      { id: 80, title: 'Salt' },
      { id: 79, title: 'Milk' },
      undefined,
    ]);
    expect([await run('--undo', String((await newest()).id)), printedText()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
  });

  it.each(['id: 79\n', ''])('no file is written over the row of another piece: %j', async (number) => {
    write('articles/salt.md', article('Salt', 'A pinch.', 'id: 80\n'));
    write('articles/milk.md', article('Milk', 'A litre.', 'id: 79\n'));
    await take();
    // As a former import left it: the piece was renamed, its row was not.
    await db()
      .update(studioPieces)
      .set({ key: 'pepper', sourceKey: 'content:pepper' })
      .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, 80)));
    rmSync(join(root, 'content/articles/milk.md'));
    write('articles/salt.md', article('Milk', 'Two litres.', number));
    expect(await take()).toBe(1);
    expect(printedText()).toContain('The number 80 belongs to another piece.');
    expect(await rowOf('salt')).toMatchObject({ id: 80, title: 'Salt' });
    expect(await pieceOf('articles', 'milk')).toMatchObject({ id: 79, sourceKey: 'content:milk' });
    rmSync(join(root, 'content/articles/salt.md'));
  });

  it('nor by the studio, where a former import gave the piece the name of that row', async () => {
    write('articles/salt.md', article('Salt', 'A pinch.', 'id: 80\n'));
    write('articles/milk.md', article('Milk', 'A litre.', 'id: 79\n'));
    await take();
    const rename = (id: number, key: string) =>
      db()
        .update(studioPieces)
        .set({ key, sourceKey: `content:${key}` })
        .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, id)));
    dataOf(await editor.post('/articles/80/unpublish', { reason: 'It is old.' }));
    await rename(80, 'pepper');
    await rename(79, 'salt');
    dataOf(await editor.put('/articles/79', { baseRevision: 1, summary: 'In other words' }));
    const answer = await editor.post('/articles/79/publish', { revision: 2, emergencyReason: 'A court asks for it.' });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('number 80')]);
    expect([await rowOf('salt'), await rowOf('milk')]).toMatchObject([
      { id: 80, title: 'Salt', summary: 'A summary' },
      { id: 79, title: 'Milk', summary: 'A summary' },
    ]);
  });

  it('a renamed file that is refused leaves its piece its name, and no other file takes the piece', async () => {
    const film = 'video: media/videos/cooking.mp4\n';
    write('videos/tea.md', video('Tea', `id: 78\n${film}`));
    await take();
    const before = await everything();
    // Without `video:`, its film has its own new name.
    write('videos/chai.md', video('Tea with milk', 'id: 78\n'));
    write('videos/tea.md', video('Green tea', film));
    forgetPrinted();
    expect(await take()).toBe(1);
    expect(printedText()).toContain('content/media/videos/chai.mp4 is missing');
    expect(printedText()).toContain('Another file, which was refused, has the number 78 of this piece.');
    expect(await everything()).toEqual(before);

    write('videos/chai.md', video('Tea with milk', `id: 78\n${film}`));
    forgetPrinted();
    expect([await take(), printedText()]).toEqual([0, expect.stringMatching(/1 {2}new\s+1 {2}changed/)]);
    expect(await pieceOf('videos', 'chai')).toMatchObject({ id: 78, revision: 2, live: 2 });
    expect((await test.app.inject({ url: '/api/video/78' })).json().data.title).toBe('Tea with milk');
    expect([await run('--undo', String((await newest()).id)), printedText()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
  });

  it('the undo of a renamed video gives back its name', async () => {
    write('videos/tea.md', video('Tea', 'id: 78\nvideo: media/videos/cooking.mp4\n'));
    await take();
    const before = await everything();
    rmSync(join(root, 'content/videos/tea.md'));
    write('videos/chai.md', video('Tea', 'id: 78\nvideo: media/videos/cooking.mp4\n'));
    await take();
    expect(await pieceOf('videos', 'chai')).toMatchObject({ id: 78 });
    expect([await run('--undo', String((await newest()).id)), printedText()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
  });
});
