// @runs on both databases
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import {
  cachePurges,
  comments,
  importedPosts,
  importRuns,
  questions,
  replies,
  studioActs,
  users,
} from '../../../database/schema.ts';
import { questionPath } from '../../../platform/wire/ids.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { type DumpRow, dumpTime, dumpXml } from '../../../testing/dump.ts';
import { join as joinSite } from '../../../testing/join.ts';
import { system } from '../../studio/studio.policy.ts';
import { undoImportRun } from './undo-run.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const member = prepared(() => joinSite(test.services, { joinedDaysAgo: 60 }));
const moderator = prepared(() => joinSite(test.services, { role: 'moderator', joinedDaysAgo: 60 }));
const folder = newFolder();
let printed: string[] = [];

beforeEach(async () => {
  printed = [];
  await test.db.execute(
    sql`truncate questions, import_runs, imported_posts, tags, search_documents, reactions, reports, recent_posts, cache_purges cascade`,
  );
  await test.db.delete(users).where(eq(users.isImported, true));
  await test.db.execute(
    sql`insert into totals (name, value) values ('questions', 0) on conflict (name) do update set value = 0`,
  );
  await ask('POST', '/communities/question/create', { title: 'A question of our own, asked before' });
});

const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, by = member) => {
  const answer = await test.send(method, `/api${path}`, payload, by.headers);
  expect([path, answer.statusCode, answer.statusCode < 300 || answer.body]).toEqual([path, answer.statusCode, true]);
};
type Transact = typeof test.db.transaction;
/** Does `work` while every transaction runs through `wrap`. */
async function around<Result>(wrap: (plain: Transact) => unknown, work: () => Promise<Result>): Promise<Result> {
  const plain = test.db.transaction.bind(test.db);
  test.db.transaction = wrap(plain) as Transact;
  try {
    return await work();
  } finally {
    test.db.transaction = plain;
  }
}
const say = (line: string) => void printed.push(line);
const run = (args: string[], signal = new AbortController().signal) =>
  importCommand.run(args, commandContext(test.services, { cwd: folder, signal, tell: say, isInsideServer: true }));
const lastRun = async () => (await test.db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1))[0]!;
const undo = async (id?: number) => run(['--undo', String(id ?? (await lastRun()).id)]);
const said = () => printed.join('\n');

type Files = { Posts: DumpRow[]; Comments?: DumpRow[]; Users?: DumpRow[] };
function dump(files: Files): string {
  rmSync(join(folder, 'pots'), { recursive: true, force: true });
  mkdirSync(join(folder, 'pots'));
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(folder, 'pots', `${name}.xml`), dumpXml(name.toLowerCase(), rows));
  return 'pots';
}
const post = { CreationDate: dumpTime(1), Score: 1, Body: '<p>Words</p>', OwnerUserId: 7 };
const question = (Id: number, Title: string, more: DumpRow = {}): DumpRow => ({
  ...post,
  Id,
  PostTypeId: 1,
  Title,
  ...more,
});
const answer = (Id: number, ParentId: number, more: DumpRow = {}): DumpRow => ({
  ...post,
  Id,
  PostTypeId: 2,
  ParentId,
  OwnerUserId: 8,
  ...more,
});
const reply = (Id: number, PostId: number): DumpRow => ({
  Id,
  PostId,
  Score: 0,
  Text: 'A remark',
  CreationDate: dumpTime(2),
  UserId: 9,
});
const people = [7, 8, 9].map((Id) => ({ Id, DisplayName: `Person ${Id}`, CreationDate: dumpTime(1) }));
const small: Files = {
  Posts: [
    question(1, 'How to keep zucchini?', { Tags: '<storage>', AcceptedAnswerId: 2 }),
    answer(2, 1),
    answer(3, 1, { OwnerUserId: 7 }),
    question(4, 'How to keep rice?', { Tags: '<storage>' }),
  ],
  Comments: [reply(1, 2), reply(2, 4)],
  Users: people,
};
const many = (count: number): Files => ({
  Posts: Array.from({ length: count }, (_, index) => [
    question(2 * index + 1, `Question number ${index}`),
    answer(2 * index + 2, 2 * index + 1),
  ]).flat(),
});

/** Every row that an import of a dump writes. */
async function world() {
  const rows = async (query: string) => (await test.db.execute(sql.raw(query))).rows;
  return {
    questions: await rows('select * from questions order by id'),
    comments: await rows('select * from comments order by id'),
    replies: await rows('select * from replies order by id'),
    people: await rows('select * from users order by id'),
    tags: await rows('select * from tags order by id'),
    search: await rows('select * from search_documents order by kind, entity_id'),
    totals: await rows("select * from totals where name = 'questions'"),
    origins: await rows('select * from imported_posts order by 1, 2, 3'),
    notifications: await rows('select * from notifications order by id'),
  };
}
/** What is asked here counts, and so do its answers. */
async function wrongCounts(): Promise<unknown> {
  const { rows } = await test.db.execute(sql`
    select (select count(*)::int from questions q where comment_count <> (select count(*) from comments c where c.question_id = q.id and c.is_live)) as answers,
      (select count(*)::int from comments c where reply_count <> (select count(*) from replies r where r.comment_id = c.id and r.is_live)) as replies,
      (select value::int from totals where name = 'questions') - (select count(*)::int from questions where is_live) as questions`);
  return rows[0];
}
const right = { answers: 0, replies: 0, questions: 0 };
const idOf = async (title: string) => (await test.db.select().from(questions).where(eq(questions.title, title)))[0]!.id;
const titlesNow = async () =>
  (
    await test.db
      .select()
      .from(questions)
      .where(sql`${questions.title} not like '%of our own%'`)
      .orderBy(questions.id)
  ).map(({ title }) => title);
const answersOf = async (id: number) =>
  (await test.db.select().from(comments).where(eq(comments.questionId, id)).orderBy(comments.id)).map((row) => row.id);
const repliesNow = () => test.db.select().from(replies).orderBy(replies.id);

describe('undoing the import of a dump', () => {
  it('shows first what goes, and then leaves nothing of it; another import brings it back', async () => {
    const before = await world();
    expect(await run([dump(small)])).toBe(0);
    const { id, ...begun } = await lastRun();
    expect(begun).toMatchObject({ state: 'finished', format: 'stackexchange', site: 'pots', startedBy: 'system' });
    expect(begun.counts).toMatchObject({ created: 6 });
    const here = await world();
    const path = questionPath('How to keep rice?', await idOf('How to keep rice?'));
    expect((await test.app.inject(path)).statusCode).toBe(200);
    printed = [];
    expect(await run(['--list'])).toBe(0);
    expect(said()).toMatch(new RegExp(`^${id}  .*pots \\(stackexchange, pots\\).*finished`, 'm'));
    expect(await run(['--undo', String(id), '--dry-run'])).toBe(0);
    expect(said()).toContain('would be undone: 6 posts removed, 0 questions kept');
    expect(await world()).toEqual(here);

    await test.db.delete(cachePurges);
    expect(await undo(id)).toBe(0);
    expect(said()).toContain('is undone: 6 posts removed, 0 questions kept');
    expect(await world()).toEqual(before);
    expect((await test.app.inject(path)).statusCode).toBe(404);
    const told = await test.db.select().from(cachePurges);
    expect(told.every(({ isUrgent }) => isUrgent)).toBe(true);
    const purged = told.map((row) => row.path);
    expect(purged).toEqual(expect.arrayContaining([path, '/community', '/']));
    const { rows: words } = await test.db.execute(sql`select word from search_words where word like 'zuc%'`);
    expect(words).toEqual([]);
    const acts = await test.db.select().from(studioActs).where(eq(studioActs.act, 'undo_import'));
    expect(acts.at(-1)).toMatchObject({ actor: 'system', isEmergency: true });

    expect(await run(['pots'])).toBe(0);
    expect((await lastRun()).counts).toMatchObject({ created: 6 });
    const [again] = await test.db.select().from(questions).where(eq(questions.title, 'How to keep zucchini?'));
    expect(again).toMatchObject({ commentCount: 2, acceptedCommentId: expect.any(Number) });
    expect(await wrongCounts()).toEqual(right);
  });

  it('keeps and names each question that people here touched, and takes back the rest', async () => {
    const touched: [title: string, touch: (id: number, answer: number) => Promise<unknown>, reason: string][] = [
      ['Answered', (id) => ask('POST', '/communities/comment/create', { questionId: id, body: 'Ours' }), 'answered'],
      ['Remarked on', (_, on) => ask('POST', '/communities/reply/create', { commentId: on, body: 'Ours' }), 'answered'],
      ['Liked', (id) => reaction('QUESTION', id), 'liked or disliked'],
      ['Its answer liked', (_, on) => reaction('COMMENT', on), 'liked or disliked'],
      ['Reported', (_, on) => ask('POST', '/communities/report', of('COMMENT', on, { reason: 'SPAM' })), 'moderated'],
      ['Hidden', (id) => act('HIDE', 'QUESTION', id), 'moderated'],
      ['Its answer removed', (_, on) => act('DELETE', 'COMMENT', on), 'moderated'],
      [
        'Reopened',
        (id) => ask('POST', `/communities/question/${id}/close`, { isClosed: false }, moderator),
        'moderated',
      ],
      [
        'Edited',
        (_, on) => test.db.update(comments).set({ editedAt: new Date() }).where(eq(comments.id, on)),
        'moderated',
      ],
      [
        'Accepted',
        async (id, on) => {
          await test.db.update(questions).set({ authorId: member.id }).where(eq(questions.id, id));
          await ask('POST', `/communities/question/${id}/accept`, { commentId: on });
        },
        'moderated',
      ],
    ];
    const of = (entityType: string, entityId: number, more: object) => ({ entityType, entityId, ...more });
    const reaction = (type: string, id: number) =>
      ask('POST', '/communities/reaction', of(type, id, { liked: true, disliked: false }));
    const act = (what: string, type: string, id: number) =>
      ask('POST', '/moderation/act', of(type, id, { act: what, reason: 'A rule' }), moderator);
    const posts = [...touched.map(([title]) => title), 'Alone'].flatMap((title, index) => [
      question(10 * index + 1, title, title === 'Reopened' ? { ClosedDate: dumpTime(3) } : {}),
      answer(10 * index + 2, 10 * index + 1),
    ]);
    await run([dump({ Posts: posts })]);
    const { id } = await lastRun();
    const ids = new Map<string, number>();
    for (const [title, touch] of touched) {
      ids.set(title, await idOf(title));
      await touch(ids.get(title)!, (await answersOf(ids.get(title)!))[0]!);
    }
    printed = [];
    expect(await run(['--undo', String(id), '--dry-run'])).toBe(1);
    expect(said()).toContain('would be undone: 2 posts removed, 10 questions kept');
    expect(await titlesNow()).toHaveLength(11);
    printed = [];
    expect(await undo(id)).toBe(1);
    for (const [title, , reason] of touched)
      expect(said()).toMatch(new RegExp(`"${title}" \\(question:${ids.get(title)}\\): .*${reason}`));
    expect(await titlesNow()).toEqual(touched.map(([title]) => title));
    expect(await wrongCounts()).toEqual(right);
    // What a moderator took away does not come back with the next import.
    await run(['pots']);
    expect(await answersOf(ids.get('Its answer removed')!)).toHaveLength(0);
    expect((await titlesNow()).at(-1)).toBe('Alone');
  });

  it('keeps a person who wrote something else, and takes the others', async () => {
    await run([dump(small)]);
    const first = await lastRun();
    await run([dump({ ...small, Posts: [...small.Posts, question(5, 'A newer one', { OwnerUserId: 8 })] })]);
    expect(await undo(first.id)).toBe(0);
    const left = await test.db.select().from(users).where(eq(users.isImported, true));
    expect(left.map(({ firstName }) => firstName)).toEqual(['Person 8']);
    expect(await titlesNow()).toEqual(['A newer one']);
    expect(await wrongCounts()).toEqual(right);
  });

  it('of a newer dump takes its answers from older questions, and the older one waits for it', async () => {
    await run([dump(small)]);
    const first = await lastRun();
    const before = await world();
    const newer = {
      ...small,
      Posts: [...small.Posts, answer(6, 4)],
      Comments: [...small.Comments!, reply(3, 6), reply(4, 3)],
    };
    await run([dump(newer)]);
    const second = await lastRun();
    expect(second.counts).toMatchObject({ created: 3 });
    printed = [];
    expect(await run(['--undo', String(first.id), '--dry-run'])).toBe(1);
    expect(said()).toContain(`import ${second.id} changed it since: undo that one first`);
    expect(await undo(second.id)).toBe(0);
    expect(await world()).toEqual(before);
    expect(await undo(first.id)).toBe(0);
    expect(await titlesNow()).toEqual([]);
    expect(await repliesNow()).toEqual([]);
  });
});

describe('an undo of a large dump', () => {
  it.each([
    ['killed in the middle', true],
    ['stopped between two steps', false],
  ])('that is %s has taken whole threads, and goes on with the same command', async (_, isKilled) => {
    await run([dump(many(120))]);
    const { id } = await lastRun();
    const stop = new AbortController();
    let calls = 0;
    const breakOff = (plain: Transact) => (work: Parameters<Transact>[0]) =>
      plain(async (tx) => {
        const result = await work(tx);
        calls += 1;
        if (isKilled && calls === 2) throw new Error('killed');
        if (!isKilled) stop.abort();
        return result;
      });
    const undoing = around(breakOff, () => run(['--undo', String(id)], stop.signal));
    expect(await undoing.catch(({ message }: Error) => message)).toBe(isKilled ? 'killed' : 130);
    expect(await titlesNow()).toHaveLength(70);
    expect(await test.db.$count(importedPosts)).toBe(140);
    expect(await test.db.$count(comments)).toBe(70);
    expect(await wrongCounts()).toEqual(right);
    expect(await lastRun()).toMatchObject({ state: 'undoing', undo: { removed: 100 } });
    printed = [];
    expect(await undo(id)).toBe(0);
    expect(said()).toContain('is undone: 140 posts removed, 0 questions kept');
    expect(await lastRun()).toMatchObject({ state: 'undone', undo: { removed: 240, keptCount: 0 } });
    expect(await titlesNow()).toEqual([]);
    expect(await wrongCounts()).toEqual(right);
  });

  it('by two at once does it once', async () => {
    await run([dump(many(60))]);
    const { id } = await lastRun();
    const services = { ...test.services, output: { isTty: false, out: say, err: say, progress: say } };
    const both = await Promise.all([undoImportRun(services, system, id), undoImportRun(services, system, id)]);
    expect(both.map(({ removed, kept }) => [removed, kept])).toEqual([
      [120, []],
      [120, []],
    ]);
    expect(await wrongCounts()).toEqual(right);
  });
});

describe('a run of a dump', () => {
  it('that goes on after a stop is one run, and is undone whole', async () => {
    const stop = new AbortController();
    const thenStop =
      (plain: Transact) =>
      async (...args: Parameters<Transact>) => {
        const result = await plain(...args);
        stop.abort();
        return result;
      };
    expect(await around(thenStop, () => run([dump(many(60))], stop.signal))).toBe(130);
    expect(await lastRun()).toMatchObject({ state: 'stopped', counts: { created: expect.any(Number) } });
    expect(await run(['pots'])).toBe(0);
    expect(await test.db.select().from(importRuns)).toMatchObject([
      { state: 'finished', attempt: 2, counts: { created: 120 } },
    ]);
    expect(await undo()).toBe(0);
    expect(await titlesNow()).toEqual([]);
  });

  it('that was undone under a process that still imports stops that process', async () => {
    const thenUndo =
      (plain: Transact) =>
      async (...args: Parameters<Transact>) => {
        const result = await plain(...args);
        await test.db.update(importRuns).set({ state: 'undone' });
        return result;
      };
    await expect(around(thenUndo, () => run([dump(many(60))]))).rejects.toThrow('this one stops');
    expect((await titlesNow()).length).toBeLessThan(60);
  });

  it('is refused while it runs, and where no number is given', async () => {
    await run([dump(small)]);
    await test.db.update(importRuns).set({ state: 'running', seenAt: new Date() });
    await expect(undo()).rejects.toThrow('is running still');
    await expect(run(['--undo', 'content'])).rejects.toThrow('give the number of an import');
    await expect(run(['content', '--undo', '1'])).rejects.toThrow('by its number alone');
    expect(await titlesNow()).toHaveLength(2);
  });
});
