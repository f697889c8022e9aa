import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import {
  articles,
  authors,
  categories,
  importedPosts,
  importRunFiles,
  importRuns,
  knownScams,
  questions,
  referrals,
  studioPieces,
  studioRevisions,
  tags,
  textPages,
  users,
} from '../../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { join as joinSite, type Member } from '../../../testing/join.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { system } from '../../studio/studio.policy.ts';
import { planUndo, undoImportRun } from './undo-run.server.ts';

let test: TestApp;
let editor: Colleague;
let checker: Colleague;
let reader: Member;
let root: string;
let printed: string[] = [];
const db = () => test.services.connection.db;

const run = (...args: string[]) =>
  importCommand.run(args, commandContext(test.services, { cwd: root, tell: (line) => void printed.push(line) }));
const take = (...more: string[]) => run('content', '--publish', ...more);
const told = () => printed.join('\n');
const write = (name: string, text: string) => writeContent(root, name, text);
const article = (title: string, body: string, more = '') =>
  `---\ntitle: "${title}"\nsummary: "A summary"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01T06:30\n${more}---\n\n${body}\n`;
const cta = (title: string) => `---
title: "${title}"
description: "Find out in a minute."
questions:
  - { id: age, fact: age }
rules:
  version: 1
  all:
    - { fact: age, gte: 60 }
nextSteps: ['Ask at the office.']
officialUrl: 'https://nsap.nic.in/'
---
`;
const scam = (title: string) => `---
title: "${title}"
advice: ["Do not press the link."]
texts:
  - lang: en
    text: "Dear customer your bank account is blocked today update your KYC at once"
---

A bank does not send such messages.
`;
const page = (words: string) => `---\ntitle: "Our rules"\ndescription: "Rules"\nupdatedAt: 2026-10-01\n---\n${words}\n`;
const rail = (number: string) =>
  `helplines:\n  - number: '${number}'\n    name: 'Help'\n    note: 'All day'\ndates: []\n`;
const home = (title: string) =>
  `sections:\n  - title: "${title}"\n    layout: CardMain\n    latest: { kind: article, limit: 6 }\n`;

beforeAll(async () => {
  test = await buildTestApp();
  [editor, checker] = await Promise.all([colleague(test, 'editor', 'admin'), colleague(test, 'checker')]);
  reader = await joinSite(test.services, { joinedDaysAgo: 60 });
});
afterAll(() => test.close());
beforeEach(async () => {
  if (root) rmSync(root, { recursive: true, force: true });
  root = mkdtempSync(join(tmpdir(), 'nagrik-undo-folder-'));
  await db().execute(
    sql`truncate articles, videos, webstories, categories, authors, tags, text_pages, ctas, known_scams, feed_sections, feed_rail, redirects,
      search_documents, studio_revisions, studio_pieces, studio_publications, import_runs, imported_posts, questions, takedowns, cache_purges cascade`,
  );
  await db().delete(users).where(eq(users.isImported, true));
  write('categories/food.md', '---\nname: "Food"\n---\nAbout food.\n');
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  write('tags/ration.md', '---\ndisplayName: "Ration"\n---\n');
  write('articles/rice.md', article('Rice', 'Five kilos.', 'tags: [ration]\noldPaths: [/old-rice]\n'));
  write('pages/rules.md', page('Be kind.'));
  write('ctas/pension.md', cta('Who gets a pension'));
  write('scams/kyc.md', scam('Blocked account'));
  write('feed/home.yaml', home('Newest'));
  write('feed/rail.yaml', rail('1967'));
  if ((await take('--reason', 'first edition')) !== 0) throw new Error(told());
  printed = [];
});

const newest = async () => {
  const [one] = await db().select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
  return one!;
};
const pieceOf = async (kind: 'articles' | 'pages' | 'tags' | 'categories' | 'feed' | 'ctas' | 'scams', key: string) => {
  const rows = await db().select().from(studioPieces).where(eq(studioPieces.kind, kind));
  return rows.find((row) => row.key === key);
};
const rowOf = async (key: string) =>
  (
    await db()
      .select()
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0];
/** All that readers could see, but not the moments at which it was written. */
async function everything() {
  const { rows } = await db().execute<Record<string, unknown>>(sql`select
    (select jsonb_agg(to_jsonb(t) order by id) from articles t) as articles,
    (select jsonb_agg(to_jsonb(t) order by key) from text_pages t) as pages,
    (select jsonb_agg(to_jsonb(t) order by id) from categories t) as categories,
    (select jsonb_agg(to_jsonb(t) order by id) from tags t) as tags,
    (select jsonb_agg(to_jsonb(t) order by id) from authors t) as authors,
    (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from ctas t) as ctas,
    (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from known_scams t) as scams,
    (select jsonb_agg(to_jsonb(t) order by position) from feed_sections t) as home,
    (select jsonb_agg(to_jsonb(t)) from feed_rail t) as rail,
    (select jsonb_agg(to_jsonb(t) order by article_id, category_id) from article_categories t) as in_categories,
    (select jsonb_agg(to_jsonb(t) order by article_id, tag_id) from article_tags t) as with_tags,
    (select jsonb_agg(to_jsonb(t) order by article_id) from schemes t) as schemes,
    (select jsonb_agg(to_jsonb(t) - 'created_at' order by from_path) from redirects t) as redirects,
    (select jsonb_agg(to_jsonb(t) - 'title_vector' - 'vector' order by kind, entity_id) from search_documents t) as search,
    (select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'source', source_key, 'state', state, 'title', title,
      'live', live = revision, 'hash', file_hash, 'front', file_front) order by kind, key) from studio_pieces t) as pieces`);
  return rows[0]!;
}

/** Every kind of file changed, and one of each made. */
function writeSecondEdition() {
  write('categories/food.md', '---\nname: "Food and fuel"\n---\nOther words.\n');
  write('categories/work.md', '---\nname: "Work"\n---\n');
  write('categories/pay.md', '---\nname: "Pay"\nparent: work\n---\n');
  write('authors/asha.md', '---\nname: "Asha Menon"\nbio: "Writes."\n---\n');
  write('authors/ravi.md', '---\nname: "Ravi"\n---\n');
  write('tags/ration.md', '---\ndisplayName: "Ration cards"\n---\n');
  write('tags/wages.md', '---\ndisplayName: "Wages"\n---\n');
  write(
    'articles/rice.md',
    article('Rice and wheat', 'Seven kilos.', 'tags: [wheat]\noldPaths: [/old-rice, /old-wheat]\n'),
  );
  write('articles/job.md', article('A job', 'Words.').replace('asha', 'ravi').replace('[food]', '[pay]'));
  write('articles/job-hi.md', article('काम', 'शब्द।', 'lang: hi\ntranslationOf: job\n'));
  write('pages/rules.md', page('Be kinder.'));
  write('pages/help.md', page('Ask us.'));
  write('ctas/pension.md', cta('Who gets a bigger pension'));
  write('ctas/loan.md', cta('Who gets a loan'));
  write('scams/kyc.md', scam('Blocked account, again'));
  write('scams/job.md', scam('A job for a fee').replace('KYC', 'PAN'));
  write('feed/home.yaml', home('Most read'));
  write('feed/rail.yaml', rail('14445'));
  write(
    'questions/card.md',
    `---\ntitle: "Where is my card?"\nby: Meena\naskedAt: 2026-10-01T06:30\ncategories: [food]\nanswers:\n  - by: Latha\n    at: 2026-10-02T06:30\n    text: "At the shop."\n    replies:\n      - by: Meena\n        at: 2026-10-02T07:30\n        text: "Thanks."\n---\nI lost it.\n`,
  );
}

describe('the undo of a content folder', () => {
  it('deletes what is new, and gives back what was there before, in every kind of file', async () => {
    const before = await everything();
    writeSecondEdition();
    expect([await take(), told()]).toEqual([0, expect.any(String)]);
    const { id, counts, format, state } = await newest();
    expect({ format, state, counts }).toMatchObject({
      format: 'content',
      state: 'finished',
      counts: { created: 10, changed: 9 },
    });
    expect(await everything()).not.toEqual(before);

    printed = [];
    const now = await everything();
    expect(await run('--undo', String(id), '--dry-run')).toBe(0);
    expect(told()).toContain('would be undone: 12 removed, 9 as before the import, 0 kept');
    expect(await everything()).toEqual(now);

    printed = [];
    expect([await run('--undo', String(id)), told()]).toEqual([
      0,
      expect.stringContaining('is undone: 12 removed, 9 as before'),
    ]);
    expect(told()).toContain('media folder stay');
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
    const answered = await test.app.inject({
      method: 'POST',
      url: '/api/communities/comment/create',
      headers: reader.headers,
      payload: { questionId: question!.id, body: 'Ask the inspector.' },
    });
    expect(answered.statusCode).toBeLessThan(300);
    printed = [];
    expect(await run('--undo', String(id), '--dry-run')).toBe(1);
    const planned = told();
    printed = [];
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
    for (const line of lines) for (const said of [planned, told()]) expect(said).toContain(line);
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
    printed = [];
    expect(await run('--undo', String(first.id))).toBe(1);
    expect(told()).toContain(`import ${second.id} changed it since: undo that one first`);
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
    expect([await run('--undo', String((await newest()).id)), told()]).toEqual([0, expect.any(String)]);
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
      .update(importRunFiles)
      .set({ runId: (await newest()).id })
      .where(eq(importRunFiles.runId, id));
    expect([await run('--undo', String((await newest()).id)), told()]).toEqual([0, expect.any(String)]);
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
      printed = [];
      expect([await take(), told()]).toEqual([0, expect.stringMatching(/1 {2}new\s+1 {2}changed/)]);
      expect(await rowOf(taker)).toMatchObject({ id: 78, title: 'Tea with milk' });
      const { id, title } = (await rowOf('tea'))!;
      expect([id === 78, title]).toEqual([false, 'Green tea']);
      expect(await pieceOf('articles', 'tea')).toMatchObject({ id, revision: 1, live: 1 });
      expect(await pieceOf('articles', taker)).toMatchObject({ id: 78, revision: 2, live: 2 });
      const { id: made } = await newest();
      printed = [];
      expect([await take(), told()]).toEqual([0, expect.not.stringMatching(/\d +(new|changed)/)]);
      expect([await run('--undo', String(made)), told()]).toEqual([0, expect.any(String)]);
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
    printed = [];
    expect([await take(), told()]).toEqual([0, expect.any(String)]);
    expect([await rowOf('pepper'), await rowOf('salt'), await rowOf('milk')]).toMatchObject([
      { id: 80, title: 'Salt' },
      { id: 79, title: 'Milk' },
      undefined,
    ]);
    expect([await run('--undo', String((await newest()).id)), told()]).toEqual([0, expect.any(String)]);
    expect(await everything()).toEqual(before);
  });

  it('no file is written over the row of another piece', async () => {
    write('articles/salt.md', article('Salt', 'A pinch.', 'id: 80\n'));
    write('articles/milk.md', article('Milk', 'A litre.', 'id: 79\n'));
    await take();
    // As a former import left it: the piece was renamed, its row was not.
    await db()
      .update(studioPieces)
      .set({ key: 'pepper', sourceKey: 'content:pepper' })
      .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, 80)));
    rmSync(join(root, 'content/articles/milk.md'));
    write('articles/salt.md', article('Milk', 'Two litres.', 'id: 79\n'));
    expect(await take()).toBe(1);
    expect(told()).toContain('The number 80 belongs to another piece.');
    expect(await rowOf('salt')).toMatchObject({ id: 80, title: 'Salt' });
    rmSync(join(root, 'content/articles/salt.md'));
  });

  it('deletes a new category once none that was changed stands below it', async () => {
    const before = await everything();
    write('categories/drink.md', '---\nname: "Drink"\n---\nAbout drinks.\n');
    write('categories/food.md', '---\nname: "Food"\nparent: drink\n---\nAbout food.\n');
    await take();
    expect(await run('--undo', String((await newest()).id))).toBe(0);
    expect(await everything()).toEqual(before);
  });

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
    expect([await take(), told()]).toEqual([0, expect.any(String)]);
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

  it('does it once where two undo at once, and goes on where it was broken off', async () => {
    const before = await everything();
    for (let number = 0; number < 620; number += 1)
      write(`tags/number-${number}.md`, `---\ndisplayName: "Number ${number}"\n---\n`);
    writeSecondEdition();
    await take();
    const { id } = await newest();
    expect(await run('--undo', String(id), '--dry-run')).toBe(0);
    expect(told()).toContain('would be undone: 632 removed, 9 as before');
    const stop = new AbortController();
    stop.abort();
    await expect(undoImportRun({ ...commandContext(test.services), signal: stop.signal }, system, id)).rejects.toThrow(
      'Stopped',
    );
    expect((await newest()).state).toBe('undoing');
    // The first step takes the pieces, and leaves the terms.
    expect(await db().$count(importRunFiles, eq(importRunFiles.runId, id))).toBe(633);
    const [one, other] = await Promise.all([1, 2].map(() => undoImportRun(commandContext(test.services), system, id)));
    expect([one!.removed, one!.restored]).toEqual([other!.removed, other!.restored]);
    expect(one!.removed).toBe(632);
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
});
