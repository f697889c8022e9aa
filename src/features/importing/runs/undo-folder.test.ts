// @runs slow, on both databases
import { join } from 'node:path';
import { eq, inArray, sql, and } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  articles,
  authors,
  categories,
  importedPosts,
  importRuns,
  knownScams,
  questions,
  referrals,
  tags,
  textPages,
  users,
  importRunPieces,
  studioPieces,
  studioRevisions,
} from '../../../database/schema.ts';
import {
  article,
  checker,
  db,
  editor,
  everything,
  forgetPrinted,
  newest,
  openContentRuns,
  pieceOf,
  print,
  rail,
  reader,
  root,
  rowOf,
  run,
  take,
  test,
  printedText,
  write,
  writeSecondEdition,
  video,
} from '../../../testing/content-runs.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { dataOf } from '../../../testing/studio.ts';
import { importAsRun } from '../content/import-as-run.server.ts';
import { createReport } from '../report.ts';
import { system } from '../../studio/studio.policy.ts';
import { planUndo, undoImportRun } from './undo-run.server.ts';
import { rmSync } from 'node:fs';

openContentRuns();

describe('the undo of a content folder', () => {
  it('deletes what is new, and gives back what was there before, in every kind of file', async () => {
    const before = await everything();
    writeSecondEdition();
    expect([await take(), printedText()]).toEqual([0, expect.any(String)]);
    const { id, counts, format, state } = await newest();
    expect({ format, state, counts }).toMatchObject({
      format: 'content',
      state: 'finished',
      counts: { created: 12, changed: 11 },
    });
    expect(await everything()).not.toEqual(before);

    forgetPrinted();
    const now = await everything();
    expect(await run('--undo', String(id), '--dry-run')).toBe(0);
    expect(printedText()).toContain('would be undone: 14 removed, 11 as before the import, 0 kept');
    expect(await everything()).toEqual(now);

    forgetPrinted();
    expect([await run('--undo', String(id)), printedText()]).toEqual([
      0,
      expect.stringContaining('is undone: 14 removed, 11 as before'),
    ]);
    expect(printedText()).toContain('media folder stay');
    expect(await everything()).toEqual(before);
    expect(await db().select().from(questions)).toEqual([]);
    expect(await db().select().from(importedPosts)).toEqual([]);
    expect(await db().$count(users, eq(users.isImported, true))).toBe(0);
    expect((await newest()).state).toBe('undone');
    // Revisions are kept: the text of before is the third.
    expect(await pieceOf('articles', 'rice')).toMatchObject({ revision: 3, live: 3, state: 'live', title: 'Rice' });
    expect((await test.app.inject({ url: '/old-rice' })).statusCode).toBe(301);

    // The folder can be imported again, from its beginning, and be undone again.
    expect(await take()).toBe(0);
    expect((await rowOf('rice'))!.title).toBe('Rice and wheat');
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it('keeps what an editor touched since, and what it needs, and names each', async () => {
    writeSecondEdition();
    await take();
    const { id } = await newest();
    const job = (await pieceOf('articles', 'job'))!;
    dataOf(await editor.put(`/articles/${job.id}`, { baseRevision: 1, body: 'By hand.' }));
    const rules = (await pieceOf('pages', 'rules'))!;
    dataOf(await editor.put(`/pages/${rules.id}`, { baseRevision: rules.revision, title: 'My rules' }));
    const loan = (await pieceOf('ctas', 'loan'))!;
    await db().insert(referrals).values({
      ctaId: loan.id,
      mobile: '+919876543210',
      referralId: 1,
      name: 'Meena',
      answers: {},
      reasons: [],
      consentVersion: '1',
      sentBy: 'x',
      isProven: true,
    });
    const [question] = await db().select().from(questions);
    const answered = await test.send(
      'POST',
      '/api/communities/comment/create',
      { questionId: question!.id, body: 'Ask the inspector.' },
      reader.headers,
    );
    expect(answered.statusCode).toBeLessThan(300);
    forgetPrinted();
    expect(await run('--undo', String(id), '--dry-run')).toBe(1);
    const planned = printedText();
    forgetPrinted();
    expect(await run('--undo', String(id))).toBe(1);
    const lines = [
      `"A job" (article:${job.id}): somebody has worked on it here since`,
      `"My rules" (page:${rules.id}): somebody has worked on it here since`,
      `"Who gets a loan" (cta:${loan.id}): somebody here has answered it`,
      `"Where is my card?" (question:${question!.id}): somebody here has answered it`,
      '"Ravi" (author:',
      '"Work" (category:',
      '"Pay" (category:',
    ];
    for (const line of lines) for (const said of [planned, printedText()]) expect(said).toContain(line);
    expect((await rowOf('job'))!.title).toBe('A job');
    expect((await rowOf('rice'))!.title).toBe('Rice');
    expect((await db().select().from(textPages)).map(({ key }) => key).sort()).toEqual(['rules']);
    expect((await db().select().from(categories)).map(({ name }) => name).sort()).toEqual(['Food', 'Pay', 'Work']);
    expect((await db().select().from(questions)).length).toBe(1);
    // Once the piece that needed them is gone, a second undo takes the rest.
    dataOf(await editor.post(`/articles/${job.id}/remove`, { reason: 'A mistake' }));
    await run('--undo', String(id));
    expect((await db().select().from(categories)).map(({ name }) => name)).toEqual(['Food']);
    expect((await db().select().from(authors)).map(({ key }) => key)).toEqual(['asha']);
  });

  it('of two imports the later one is undone first, then the earlier', async () => {
    const before = await everything();
    writeSecondEdition();
    await take();
    const first = await newest();
    write('articles/rice.md', article('Rice once more', 'Nine kilos.'));
    write('feed/rail.yaml', rail('112'));
    await take();
    const second = await newest();
    expect(second.id).not.toBe(first.id);
    forgetPrinted();
    expect(await run('--undo', String(first.id))).toBe(1);
    expect(printedText()).toContain(`import ${second.id} changed it since: undo that one first`);
    expect((await rowOf('rice'))!.title).toBe('Rice once more');
    expect(await run('--undo', String(second.id))).toBe(0);
    expect((await rowOf('rice'))!.title).toBe('Rice and wheat');
    expect(await run('--undo', String(first.id))).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it('takes drafts back, and leaves alone what readers see', async () => {
    const before = await everything();
    write('articles/rice.md', article('Rice and wheat', 'Seven kilos.'));
    write('articles/salt.md', article('Salt', 'One kilo.'));
    expect(await run('content')).toBe(0);
    expect(await pieceOf('articles', 'rice')).toMatchObject({ revision: 2, live: 1, state: 'draft' });
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect(await pieceOf('articles', 'salt')).toBeUndefined();
    expect(await pieceOf('articles', 'rice')).toMatchObject({ revision: 3, live: 3, state: 'live' });
    expect(await everything()).toEqual(before);
  });

  it('deletes a new category once none that was changed stands below it', async () => {
    const before = await everything();
    write('categories/drink.md', '---\nname: "Drink"\n---\nAbout drinks.\n');
    write('categories/food.md', '---\nname: "Food"\nparent: drink\n---\nAbout food.\n');
    await take();
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it('goes back to the text of people, which the file had written over', async () => {
    const rice = (await pieceOf('articles', 'rice'))!;
    const { revision } = dataOf<{ revision: number }>(
      await editor.put(`/articles/${rice.id}`, { baseRevision: 1, body: 'Six kilos, by hand.\n' }),
    );
    dataOf(await editor.post(`/articles/${rice.id}/submit`, { revision }));
    dataOf(await checker.post(`/articles/${rice.id}/approve`, { revision }));
    dataOf(await editor.post(`/articles/${rice.id}/publish`, { revision, changeNote: 'It is six.' }));
    const text = article('Rice', 'Six kilos, by hand.', 'tags: [ration]\noldPaths: [/old-rice]\n');
    write('articles/rice.md', text);
    await take();
    const before = await everything();
    write('articles/rice.md', text.replace('Six', 'Eight'));
    expect([await take(), printedText()]).toEqual([0, expect.any(String)]);
    expect((await rowOf('rice'))!.body).toContain('Eight');
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect((await rowOf('rice'))!.body).toContain('Six kilos, by hand.');
    expect(await everything()).toEqual(before);
  });

  it('changes nothing of another source, and leaves a piece that was taken down', async () => {
    writeSecondEdition();
    await take();
    const { id } = await newest();
    await db()
      .insert(articles)
      .values({
        sourceKey: 'ghost:old-blog:1',
        sourceHash: 'x',
        title: 'From elsewhere',
        summary: '',
        body: '',
        bodyHtml: '',
        authorId: (await db().select().from(authors).where(eq(authors.key, 'ravi')))[0]!.id,
        status: 'published',
        publishedAt: new Date(0),
      });
    const job = (await pieceOf('articles', 'job'))!;
    const { rows: kept } = await db().execute(
      sql`select before::text as text from import_run_files where kind = 'articles'`,
    );
    expect(JSON.stringify(kept)).toContain('Five kilos');
    dataOf(await editor.post(`/articles/${job.id}/remove`, { reason: 'A court said so' }));
    const rice = (await pieceOf('articles', 'rice'))!;
    dataOf(await editor.post(`/articles/${rice.id}/remove`, { reason: 'A court said so' }));
    // A takedown erases the text of before as well.
    const { rows: left } = await db().execute(
      sql`select before::text as text from import_run_files where kind = 'articles'`,
    );
    expect(JSON.stringify(left)).not.toContain('Five kilos');
    await run('--undo', String(id));
    expect((await db().select().from(articles)).map(({ title }) => title)).toEqual(['From elsewhere']);
    expect((await test.app.inject({ url: `/api/article/${job.id}` })).statusCode).toBe(410);
    expect((await db().select().from(authors)).map(({ key }) => key).sort()).toEqual(['asha', 'ravi']);
  });

  it('gives an old address back to the piece that it led to', async () => {
    const rice = (await rowOf('rice'))!;
    write('articles/salt.md', article('Salt', 'One kilo.', 'oldPaths: [/old-rice]\n'));
    await take();
    const leadsTo = async () =>
      (await db().execute(sql`select to_id from redirects where from_path = '/old-rice'`)).rows[0];
    expect(await leadsTo()).toEqual({ to_id: (await rowOf('salt'))!.id });
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect(await leadsTo()).toEqual({ to_id: rice.id });
  });

  it('names that were not there before go, unless something uses them', async () => {
    write('articles/salt.md', article('Salt', 'One kilo.', 'tags: [ration, iodine, health]\n'));
    await take();
    const { id } = await newest();
    const [health] = await db().select().from(tags).where(eq(tags.name, 'health'));
    await db()
      .update(questions)
      .set({ tagIds: [health!.id] });
    await db()
      .insert(questions)
      .values({ title: 'Mine', body: '', bodyHtml: '', authorId: null, tagIds: [health!.id], bornOn: 1 });
    expect(await run('--undo', String(id))).toBe(0);
    const left = await db()
      .select()
      .from(tags)
      .where(inArray(tags.name, ['ration', 'iodine', 'health']));
    expect(left.map(({ name }) => name).sort()).toEqual(['health', 'ration']);
    expect(await db().$count(knownScams)).toBe(1);
  });

  it('a run that wrote nothing is gone, but not one whose end could not be noted: the watch knows it still', async () => {
    const session = { runId: null };
    const take = (database = db()) => {
      const connection = { ...test.services.connection, db: database };
      const context = commandContext({ ...test.services, connection }, { cwd: root, tell: print });
      const options = { prune: false, isPublishing: true };
      return importAsRun(join(root, 'content'), context, options, createReport('content', context.output), { session });
    };
    const { id } = await newest();
    await take();
    expect([session.runId, (await newest()).id]).toEqual([null, id]);
    const update = (table: unknown) => {
      if (table === importRuns) throw new Error('The connection is gone.');
      return db().update(table as typeof importRuns);
    };
    await expect(take(Object.create(db(), { update: { value: update } }))).rejects.toThrow('The connection is gone.');
    expect(session.runId).toBe((await newest()).id);
    expect(await newest()).toMatchObject({ state: 'running' });
  });
});

describe('the undo of a content folder', () => {
  it('is only read where it is large or somebody holds a piece: the plan writes nothing', async () => {
    write('articles/salt.md', article('Salt', 'One kilo.'));
    await take();
    const { id } = await newest();
    let tried = 0;
    const held = Object.create(db(), {
      transaction: {
        value: () => {
          tried += 1;
          return Promise.reject(new Error('Failed query', { cause: { code: '55P03' } }));
        },
      },
    });
    const plan = () => planUndo({ connection: { ...test.services.connection, db: held } }, id);
    expect([await plan(), tried]).toEqual([expect.objectContaining({ removed: 1, restored: 0 }), 1]);
    const asked = { authorId: reader.id, title: 'A question', body: 'A question', bodyHtml: '' };
    await db()
      .insert(questions)
      .values(Array.from({ length: 500 }, (_, at) => ({ ...asked, id: 9_000 + at })));
    await db()
      .execute(sql`insert into imported_posts (source, kind, source_id, entity_type, entity_id, run_id, question_id)
      select 'content', 'POST', n, 'QUESTION', n, ${id}, n from generate_series(9000, 9499) n`);
    await db().execute(sql`analyze imported_posts, questions`);
    await plan();
    expect(tried).toBe(1);
  });

  it('has an end that is noted, or the import fails', async () => {
    await db().execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no end'; end $$`,
    );
    await db().execute(sql`create trigger refuse before update on import_runs
      for each row when (new.state = 'finished') execute function refuse()`);
    try {
      write('articles/salt.md', article('Salt', 'One kilo.'));
      const ended = await take().catch((error: Error) => error);
      expect(ended).not.toBe(0);
    } finally {
      await db().execute(sql`drop trigger refuse on import_runs`);
      await db().execute(sql`drop function refuse`);
    }
  });

  it('does it once where two undo at once, and goes on where it was broken off', async () => {
    const before = await everything();
    for (let number = 0; number < 620; number += 1)
      write(`tags/number-${number}.md`, `---\ndisplayName: "Number ${number}"\n---\n`);
    writeSecondEdition();
    await take();
    const { id } = await newest();
    expect(await run('--undo', String(id), '--dry-run')).toBe(0);
    expect(printedText()).toContain('would be undone: 634 removed, 11 as before');
    const stop = new AbortController();
    stop.abort();
    await expect(undoImportRun({ ...commandContext(test.services), signal: stop.signal }, system, id)).rejects.toThrow(
      'Stopped',
    );
    expect((await newest()).state).toBe('undoing');
    // The first step takes the pieces, and leaves the terms.
    expect(await db().$count(importRunPieces, eq(importRunPieces.runId, id))).toBe(635);
    const [one, other] = await Promise.all([1, 2].map(() => undoImportRun(commandContext(test.services), system, id)));
    expect([one!.removed, one!.restored]).toEqual([other!.removed, other!.restored]);
    expect(one!.removed).toBe(634);
    expect(await everything()).toEqual(before);
  });

  it('a run that wrote nothing is not listed, and one that runs cannot be undone', async () => {
    const count = await db().$count(importRuns);
    expect(await take()).toBe(0);
    expect(await db().$count(importRuns)).toBe(count);
    const { id } = await newest();
    await db()
      .update(importRuns)
      .set({ state: 'running', seenAt: sql`now()` })
      .where(eq(importRuns.id, id));
    await expect(run('--undo', String(id))).rejects.toThrow('is running still');
  });
});

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
