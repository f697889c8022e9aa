// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerRevisions, notifications } from '../../database/schema.ts';
import { join, type Member } from '../../testing/join.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { pageForms } from '../../testing/page-forms.ts';
import { forgetCommunityOf } from './personal-posts.server.ts';
import type { Comment, Question, Revision } from './communities.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const { get, post } = pageForms(() => test);
const author = prepared(() => join(test.services));
const trusted = prepared(() => join(test.services));
let question: Question;
let comment: Comment;
let serial = 0;

/** Has been here for 40 days and given ten answers, three of which worked for the author. */
async function makeTrusted(who: Member): Promise<void> {
  await test.db.execute(sql`update users set created_at = now() - interval '40 days' where id = ${who.id}`);
  await test.db
    .execute(sql`with q as (insert into questions (title, body, body_html) values ('Another question here', '', '') returning id),
    c as (insert into comments (question_id, author_id, body, body_html) select q.id, ${who.id}, 'Yes ' || n, '<p>Yes</p>' from q, generate_series(1, 10) n returning id)
    insert into answer_trials (comment_id, user_id, worked) select id, ${author.id}, true from c order by id limit 3`);
}
async function send<Data>(method: 'GET' | 'POST' | 'PATCH', path: string, who: Member | null, payload?: object) {
  const response = await test.send(method, `/api/communities/${path}`, payload, who?.headers);
  return { status: response.statusCode, data: response.json<{ data: Data }>().data };
}
const edit = (who: Member | null, payload: object) => send<Comment>('PATCH', `comment/${comment.id}`, who, payload);
const revisions = async () => (await send<Revision[]>('GET', `comment/${comment.id}/revisions`, null)).data;
const better = { body: 'The tehsil office, desk 4.', reason: 'The desk has moved.' };

beforeAll(async () => {
  await makeTrusted(trusted);
});
beforeEach(async () => {
  const title = `Which office gives the form number ${(serial += 1)}?`;
  question = (await send<Question>('POST', 'question/create', author, { title, isAnonymous: true })).data;
  const body = `The block office, desk ${serial}.`;
  comment = (await send<Comment>('POST', 'comment/create', author, { questionId: question.id, body })).data;
});

describe('an answer that a trusted member improves', () => {
  it('says who and why, keeps each version for everybody, and its author is told once', async () => {
    expect(await revisions()).toMatchObject([{ body: comment.body, createdBy: null, reason: '' }]);
    const { status, data } = await edit(trusted, better);
    expect([status, data.body]).toEqual([200, better.body]);
    expect(data.improved).toMatchObject({ by: { id: trusted.id }, reason: better.reason });
    expect((await edit(trusted, better)).status).toBe(200);
    expect(await revisions()).toMatchObject([
      { ...better, createdBy: { id: trusted.id } },
      { body: comment.body, createdBy: null, reason: '' },
    ]);
    const told = await test.db.select().from(notifications).where(eq(notifications.commentId, comment.id));
    expect(told).toMatchObject([{ userId: author.id, kind: 'IMPROVED', actorId: trusted.id }]);
    const list = await test.app.inject({ url: '/api/notifications', headers: author.headers });
    expect(list.json<{ data: object[] }>().data[0]).toMatchObject({ kind: 'IMPROVED', createdBy: { id: trusted.id } });
    const page = (await get(question.canonicalUrl)).body;
    expect(page).toContain('Improved by');
    const history = await get(`/community/answer/${comment.id}/history`);
    expect([history.statusCode, history.body]).toEqual([200, expect.stringContaining(comment.body!)]);
    expect(history.body).toContain(better.reason);
    expect(history.body).not.toContain(author.id);
  });

  it('can be taken back by its author, who has a day for that', async () => {
    await test.db.execute(sql`update comments set created_at = now() - interval '3 days' where id = ${comment.id}`);
    expect((await edit(author, { body: 'Too late now.' })).status).toBe(403);
    await edit(trusted, better);
    const { status, data } = await edit(author, { body: 'As I wrote it.' });
    expect([status, data.improved]).toEqual([200, null]);
    expect((await revisions()).map(({ body }) => body)).toEqual(['As I wrote it.', better.body, comment.body]);
    await edit(trusted, better);
    const own = `/community/post/comment-${comment.id}`;
    expect((await get(own, author.cookies)).body).toContain('id="edit"');
    await test.db.execute(sql`update answer_revisions set created_at = now() - interval '2 days'`);
    expect((await edit(author, { body: 'Once more.' })).status).toBe(403);
    expect((await get(own, author.cookies)).body).not.toContain('id="edit"');
  });

  it('is for nobody else, needs a reason, and only as it was read', async () => {
    const member = await join(test.services);
    const moderator = await join(test.services, { role: 'moderator' });
    expect((await edit(null, better)).status).toBe(401);
    for (const who of [member, moderator]) expect((await edit(who, better)).status).toBe(403);
    expect((await edit(trusted, { body: better.body })).status).toBe(400);
    const first = { ...better, editedAt: null };
    const at = await Promise.all([edit(trusted, first), edit(trusted, { ...first, body: 'At the post office.' })]);
    expect(at.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('shows no number that an improvement took out, and no version once it is gone', async () => {
    comment = (
      await send<Comment>('POST', 'comment/create', author, {
        questionId: question.id,
        body: 'Call 98765 43210, he helps.',
      })
    ).data;
    await edit(trusted, better);
    expect((await revisions()).at(-1)!.body).toBe('Call XXXXX X3210, he helps.');
    await test.send('DELETE', `/api/communities/comment/delete/${comment.id}`, undefined, author.headers);
    expect((await send('GET', `comment/${comment.id}/revisions`, null)).status).toBe(404);
    expect((await get(`/community/answer/${comment.id}/history`)).statusCode).toBe(404);
    const left = await test.db.select().from(answerRevisions).where(eq(answerRevisions.commentId, comment.id));
    expect(left).toEqual([]);
  });

  it('names nobody where the asker without a name did it', async () => {
    const title = `Who pays the fee of form number ${(serial += 1)}?`;
    question = (await send<Question>('POST', 'question/create', trusted, { title, isAnonymous: true })).data;
    const body = `The applicant pays, ${serial}.`;
    comment = (await send<Comment>('POST', 'comment/create', author, { questionId: question.id, body })).data;
    expect((await edit(trusted, better)).data.improved).toMatchObject({ by: null });
    expect(await revisions()).toMatchObject([{ createdBy: null }, { createdBy: { id: author.id } }]);
    for (const url of [question.canonicalUrl, `/community/answer/${comment.id}/history`])
      expect((await get(url)).body).not.toContain(trusted.id);
    const list = await test.app.inject({ url: '/api/notifications', headers: author.headers });
    expect(list.json<{ data: object[] }>().data[0]).toMatchObject({ kind: 'IMPROVED', createdBy: null });
  });

  it('is a moderator’s matter with who wrote the words that stand, and goes back with that account', async () => {
    const wicked = await join(test.services);
    await makeTrusted(wicked);
    const moderator = await join(test.services, { role: 'moderator' });
    await edit(wicked, { body: 'Pay the agent at the gate.', reason: 'It is faster.' });
    const act = {
      act: 'SUSPEND',
      entityType: 'COMMENT',
      entityId: comment.id,
      reason: 'A bribe',
      days: 7,
      keepsPost: true,
    };
    const acted = await test.send('POST', '/api/moderation/act', act, moderator.headers);
    expect(acted.statusCode).toBeLessThan(300);
    const { rows } = await test.db.execute(
      sql`select author_id from moderation_acts where entity_id = ${comment.id} and act = 'SUSPEND'`,
    );
    expect(rows).toEqual([{ author_id: wicked.id }]);
    const mine = { ...better, body: 'As the notice says.' };
    expect((await edit(author, { body: mine.body })).status).toBe(200);
    expect((await edit(wicked, better)).status).toBe(403);
    await edit(trusted, better);
    await test.db.transaction((tx) => forgetCommunityOf(tx, trusted.id, { keepText: false }));
    expect((await revisions()).map(({ body }) => body)).not.toContain(better.body);
    const { data } = await send<Comment[]>('POST', `question/${question.id}/comments`, null, {});
    expect(data.find(({ id }) => id === comment.id)!.body).toBe(mine.body);
    await makeTrusted(trusted);
  });

  it('is never the newsroom’s', async () => {
    const editor = await join(test.services, { role: 'editor' });
    const body = `By the gazette, ${serial}.`;
    comment = (await send<Comment>('POST', 'comment/create', editor, { questionId: question.id, body })).data;
    expect((await edit(trusted, better)).status).toBe(403);
  });

  it('what its author changes before leaves no version', async () => {
    await edit(author, { body: 'Another office.' });
    expect(await revisions()).toMatchObject([{ body: 'Another office.' }]);
  });

  it('is changed on its own page, without script', async () => {
    const url = `/community/post/comment-${comment.id}`;
    expect((await get(url, trusted.cookies)).body).toContain('Improve this answer');
    expect((await get(url, (await join(test.services)).cookies)).body).not.toContain('Improve this answer');
    const fields = { intent: 'improve', body: better.body, title: '', editedAt: '' };
    const refused = await post(url, fields, trusted.cookies);
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(better.body)]);
    expect((await post(url, { ...fields, title: better.reason }, trusted.cookies)).statusCode).toBe(303);
    expect(await revisions()).toHaveLength(2);
  });
});
