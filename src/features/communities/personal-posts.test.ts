import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { articles, authors, comments, questions, totals, users, videos } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { exported } from '../../testing/exported.ts';
import { join, type Member } from '../../testing/join.ts';
import { exportCommunityOf, forgetCommunityOf, moveCommunityOf } from './personal-posts.server.ts';

const test = openTestApp();
let leaver: Member;
let stayer: Member;
beforeEach(async () => {
  [leaver, stayer] = [
    await join(test.services, { firstName: 'Canary', lastName: 'Leaver' }),
    await join(test.services),
  ];
});

let serial = 0;
const send = async (who: Member, path: string, payload: object) =>
  (await test.send('POST', `/api/communities/${path}`, payload, who.headers)).json().data;
const ask = async (who: Member): Promise<number> =>
  (await send(who, 'question/create', { title: `Canary question number ${(serial += 1)}?`, body: 'canary body' })).id;
const answer = async (who: Member, questionId: number): Promise<number> =>
  (await send(who, 'comment/create', { questionId, body: `canary comment ${(serial += 1)}` })).id;
const reply = async (who: Member, commentId: number): Promise<number> =>
  (await send(who, 'reply/create', { commentId, body: `canary reply ${(serial += 1)}` })).id;
const like = (who: Member, entityType: string, entityId: number) =>
  send(who, 'reaction', { entityType, entityId, liked: true, disliked: false });
const read = async (id: number) => (await test.app.inject(`/api/communities/question/get/${id}`)).json();
const commentsOf = async (id: number) =>
  (await test.send('POST', `/api/communities/question/${id}/comments`, {})).json().data;
const repliesOf = async (id: number) =>
  (await test.send('POST', `/api/communities/comment/${id}/replies`, {})).json().data;

const forget = (keepText: boolean) =>
  test.db.transaction(async (tx) => {
    const tags = await forgetCommunityOf(tx, leaver.id, { keepText });
    await tx.delete(users).where(eq(users.id, leaver.id));
    return tags;
  });

async function expectTrueCounts(): Promise<void> {
  const { rows } = await test.db.execute(sql`
    select 'question ' || id as wrong from questions q where comment_count <> (select count(*) from comments c where c.question_id = q.id and c.is_live)
      or like_count <> (select count(*) from reactions where entity_type = 'QUESTION' and entity_id = q.id and is_like)
    union all select 'comment ' || id from comments c where reply_count <> (select count(*) from replies r where r.comment_id = c.id and r.is_live)
      or like_count <> (select count(*) from reactions where entity_type = 'COMMENT' and entity_id = c.id and is_like)
    union all select 'total ' || value from totals where name = 'questions' and value <> (select count(*) from questions where is_live)
    union all select 'accepted ' || id from questions q where accepted_comment_id is not null and not exists (select 1 from comments c where c.id = q.accepted_comment_id and c.is_live)`);
  expect(rows).toEqual([]);
}

async function aLife() {
  const reader = await join(test.services);
  const [lonely, answered, theirs] = [await ask(leaver), await ask(leaver), await ask(stayer)];
  await answer(leaver, lonely);
  const theirAnswer = await answer(stayer, answered);
  const [bare, replied, accepted] = [
    await answer(leaver, theirs),
    await answer(leaver, theirs),
    await answer(leaver, theirs),
  ];
  await reply(stayer, replied);
  await send(stayer, `question/${theirs}/accept`, { commentId: accepted });
  const [answeredReply] = [await reply(leaver, theirAnswer)];
  await reply(stayer, theirAnswer);
  const last = await reply(leaver, theirAnswer);
  for (const [type, id] of [
    ['QUESTION', theirs],
    ['COMMENT', theirAnswer],
  ] as const) {
    await like(leaver, type, id);
    await like(reader, type, id);
  }
  const readers = await ask(reader);
  await like(leaver, 'QUESTION', readers);
  await like(stayer, 'QUESTION', readers);
  return { readers, lonely, answered, theirs, theirAnswer, bare, replied, accepted, answeredReply, last };
}

it('what others built on stays with a former member; the rest goes, and counts follow', async () => {
  const life = await aLife();
  const tags = await forget(true);
  expect(tags).toEqual(expect.arrayContaining([`question:${life.theirs}`, `question:${life.answered}`, 'questions']));
  expect((await read(life.lonely)).status).toBe(404);
  expect((await read(life.answered)).data).toMatchObject({
    isDeleted: false,
    createdBy: { displayName: 'a former member' },
    body: 'canary body',
    commentCount: 1,
  });
  expect((await read(life.theirs)).data).toMatchObject({
    likeCount: 1,
    commentCount: 2,
    acceptedCommentId: life.accepted,
  });
  expect(
    (await commentsOf(life.theirs)).map(({ id, createdBy }: { id: number; createdBy: { displayName: string } }) => [
      id,
      createdBy.displayName,
    ]),
  ).toEqual([
    [life.accepted, 'a former member'],
    [life.replied, 'a former member'],
  ]);
  expect((await repliesOf(life.theirAnswer)).map(({ id }: { id: number }) => id)).not.toContain(life.last);
  expect((await repliesOf(life.theirAnswer))[0]).toMatchObject({
    id: life.answeredReply,
    createdBy: { displayName: 'a former member' },
  });
  expect((await commentsOf(life.answered))[0]).toMatchObject({ likeCount: 1, replyCount: 2 });
  await expectTrueCounts();
});

it('with the text too, tombstones stay where others stand on them, and no word of it is left', async () => {
  const life = await aLife();
  await forget(false);
  expect((await read(life.answered)).data).toMatchObject({ isDeleted: true, title: null, createdBy: null });
  expect(await commentsOf(life.theirs)).toMatchObject([{ id: life.replied, isDeleted: true, body: null }]);
  expect((await read(life.theirs)).data).toMatchObject({ acceptedCommentId: null, commentCount: 0 });
  expect(await repliesOf(life.theirAnswer)).toHaveLength(1);
  const left = [
    ...(await test.db.select({ authorId: questions.authorId, text: questions.body }).from(questions)),
    ...(await test.db.select({ authorId: comments.authorId, text: comments.body }).from(comments)),
  ];
  expect(
    left.filter(({ authorId, text }) => authorId === null && text.includes('canary body')).length,
  ).toBeLessThanOrEqual(1);
  await expectTrueCounts();
});

it('what others deleted goes with the replies that kept it in place', async () => {
  const question = await ask(stayer);
  const [left, gone] = [await answer(stayer, question), await answer(stayer, question)];
  await reply(leaver, gone);
  const call = { method: 'DELETE', url: `/api/communities/comment/delete/${gone}`, headers: stayer.headers } as const;
  expect((await test.app.inject(call)).statusCode).toBe(200);
  expect((await commentsOf(question)).map(({ id }: { id: number }) => id).toSorted()).toEqual([left, gone].toSorted());
  await forget(true);
  expect((await commentsOf(question)).map(({ id }: { id: number }) => id)).toEqual([left]);
  await expectTrueCounts();
});

it('who wrote and liked nothing leaves every page as it is', async () => {
  expect(await forget(true)).toEqual([]);
});

it('likes of an article and of a video are taken back, and their pages are named', async () => {
  await test.db.insert(authors).values({ id: 7, key: 'a', name: 'A' });
  const piece = { sourceHash: '', title: 'T', authorId: 7, status: 'published' as const, publishedAt: new Date(0) };
  await test.db.insert(articles).values({ ...piece, id: 1, sourceKey: 't:1', summary: '', body: '', bodyHtml: '' });
  await test.db
    .insert(videos)
    .values({ ...piece, id: 2, sourceKey: 't:2', description: '', videoUrl: '/media/v.mp4', durationSeconds: 9 });
  for (const who of [leaver, stayer]) {
    await like(who, 'ARTICLE', 1);
    await like(who, 'VIDEO', 2);
  }
  expect(await forget(true)).toEqual(expect.arrayContaining(['article:1', 'video:2']));
  const { rows } = await test.db.execute(sql`select like_count from articles union all select like_count from videos`);
  expect(rows).toEqual([{ like_count: 1 }, { like_count: 1 }]);
});

it('the words of a question that is gone are no spellings any more, nor those that an edit took out; words of others stay', async () => {
  const known = async () =>
    (
      await test.db.execute<{ word: string }>(
        sql`select word from search_words where word like 'kanari%' or word = 'ration' order by word`,
      )
    ).rows.map(({ word }) => word);
  const title = (words: string) => `Does ${words} get a ration card?`;
  const id = (await send(leaver, 'question/create', { title: title('Kanarione'), body: '' })).id as number;
  await send(stayer, 'question/create', { title: title('Kanaritwo'), body: 'And Kanarithree' });
  expect(await known()).toEqual(['kanarione', 'kanaritwo', 'ration']);
  const edited = await test.send(
    'PATCH',
    `/api/communities/question/${id}`,
    { title: title('Kanarithree') },
    leaver.headers,
  );
  expect([edited.statusCode, await known()]).toEqual([200, ['kanarithree', 'kanaritwo', 'ration']]);
  await send(leaver, 'question/create', { title: title('Kanarifour'), body: '' });
  await forget(true);
  // Another person's post still contains the third word.
  expect(await known()).toEqual(['kanarithree', 'kanaritwo', 'ration']);
});

type Exported = Record<'questions' | 'comments' | 'replies' | 'reactions' | 'notifications', { id: number }[]> & {
  reports: { entityId: number }[];
};
const exportOf = ({ id }: Member) => exported<Exported>(exportCommunityOf(test.db, id));

it('an export has what a person wrote, liked, reported and was told', async () => {
  const life = await aLife();
  await send(leaver, 'report', { entityType: 'QUESTION', entityId: life.theirs, reason: 'SPAM', note: 'canary note' });
  const own = await exportOf(leaver);
  expect(own.questions.map(({ id }) => id)).toEqual([life.lonely, life.answered]);
  expect(own.comments).toHaveLength(4);
  expect(own.replies).toHaveLength(2);
  expect(own.reactions).toHaveLength(3);
  expect(own.reports).toMatchObject([{ note: 'canary note' }]);
  expect(own.notifications.length).toBeGreaterThan(0);
});

it('what both accounts of one person reported is reported once, and the rest of it by the one that stays', async () => {
  const author = await join(test.services);
  const [both, one, other] = [await ask(author), await ask(author), await ask(author)];
  const report = (who: Member, entityId: number) =>
    send(who, 'report', { entityType: 'QUESTION', entityId, reason: 'SPAM' });
  await report(leaver, both);
  await report(leaver, one);
  await report(stayer, both);
  await report(stayer, other);
  await test.db.transaction((tx) => moveCommunityOf(tx, leaver.id, stayer.id));
  const reported = async (who: Member) => (await exportOf(who)).reports.map(({ entityId }) => entityId).toSorted();
  expect(await reported(stayer)).toEqual([both, one, other].toSorted());
  expect(await reported(leaver)).toEqual([]);
});

it('two accounts of one person become one: what both liked counts once, and nobody likes an own post', async () => {
  const life = await aLife();
  await test.db.transaction((tx) => moveCommunityOf(tx, leaver.id, stayer.id));
  expect((await read(life.lonely)).data.createdBy.id).toBe(stayer.id);
  expect((await read(life.readers)).data.likeCount).toBe(1);
  expect((await read(life.theirs)).data.likeCount, 'the thumb of the leaver is gone').toBe(1);
  expect(await exportOf(leaver)).toMatchObject({
    questions: [],
    comments: [],
    replies: [],
    reactions: [],
    notifications: [],
  });
  await expectTrueCounts();
  const [total] = await test.db.select().from(totals).where(eq(totals.name, 'questions'));
  expect(total!.value).toBeGreaterThan(0);
});
