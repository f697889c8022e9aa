// @runs slow, on both databases
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
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
} from '../../../testing/content-runs.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { dataOf } from '../../../testing/studio.ts';
import { importAsRun } from '../content/import-as-run.server.ts';
import { createReport } from '../report.ts';

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
