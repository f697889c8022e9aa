import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import type { Comment } from './communities.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const asker = prepared(() => join(test.services));
const helper = prepared(() => join(test.services));
const editor = prepared(() => join(test.services, { role: 'editor' }));
let questionId: number;
let questionUrl: string;
let commentId: number;

const send = async (method: 'POST' | 'PATCH', path: string, who: Member | null, payload: object) => {
  const response = await test.send(method, `/api/communities/${path}`, payload, who?.headers);
  return { status: response.statusCode, data: response.json<{ data: never }>().data as never };
};
const comment = async () =>
  (await test.send('POST', `/api/communities/question/${questionId}/comments`, {}))
    .json<{ data: Comment[] }>()
    .data.find(({ id }) => id === commentId)!;
const source = { title: 'Gazette of 1 May', url: 'https://egazette.gov.in/1' };
let serial = 0;
beforeEach(async () => {
  const question = await send('POST', 'question/create', asker, {
    title: `Which office gives the form ${(serial += 1)}?`,
    isAnonymous: true,
  });
  ({ id: questionId, canonicalUrl: questionUrl } = question.data as { id: number; canonicalUrl: string });
  const answer = await send('POST', 'comment/create', helper, {
    questionId,
    body: `The block office, desk ${serial}.`,
  });
  commentId = (answer.data as { id: number }).id;
});

describe('a check by the newsroom', () => {
  const check = (who: Member | null, payload: object = { source }) =>
    send('POST', `comment/${commentId}/check`, who, payload);

  it('has its day, source and editor, for everybody, until the answer changes', async () => {
    expect((await comment()).checked).toBeNull();
    const { status, data } = await check(editor, { source, note: 'Rang them up' });
    expect(status).toBe(200);
    const checked = {
      by: { id: editor.id, mark: { kind: 'newsroom' } },
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      source,
    };
    expect(data).toMatchObject({ id: commentId, checked });
    expect((await comment()).checked).toMatchObject(checked);
    const page = await test.app.inject(questionUrl);
    expect(page.body).toContain('Checked by our newsroom on');
    expect(page.body).toContain(source.url);
    expect(page.body).toMatch(/\((?:<!-- -->)?egazette\.gov\.in/);
    expect(page.body).not.toContain('Rang them up');
    expect((await send('PATCH', `comment/${commentId}`, helper, { body: 'The tehsil office.' })).status).toBe(200);
    expect((await comment()).checked).toBeNull();
    expect((await test.app.inject(questionUrl)).body).not.toContain('Checked by our newsroom');
  });

  it('ends with the question that was asked, and with the role of its maker; nobody checks what has changed unread', async () => {
    const stale = { source, editedAt: '2026-01-01T00:00:00.000Z' };
    expect((await check(editor, stale)).status).toBe(409);
    expect((await check(editor, { source, editedAt: null })).status).toBe(200);
    await send('PATCH', `question/${questionId}`, asker, { title: 'Is it safe to share the code?' });
    expect((await comment()).checked).toBeNull();
    const once = await join(test.services, { role: 'checker' });
    await check(once);
    await test.db.update(users).set({ roles: [] }).where(eq(users.id, once.id));
    expect((await comment()).checked).toBeNull();
  });

  it('can be taken back, and made again', async () => {
    await check(editor);
    await check(editor, { source: null });
    expect((await comment()).checked).toBeNull();
    await Promise.all([check(editor), check(await join(test.services, { role: 'writer' }))]);
    expect((await comment()).checked).toMatchObject({ source });
  });

  it('is for nobody else, and never of the own answer', async () => {
    expect((await check(null)).status).toBe(401);
    expect((await check(asker)).status).toBe(403);
    const own = (await send('POST', 'comment/create', editor, { questionId, body: 'Ask at the desk.' })).data as {
      id: number;
    };
    expect((await send('POST', `comment/${own.id}/check`, editor, { source })).status).toBe(409);
    for (const wrong of [
      {},
      { source: { title: '', url: source.url } },
      { source: { ...source, url: 'javascript:1' } },
      { source: { ...source, url: 'https://egazette.gov.in@evil.example' } },
    ])
      expect((await check(editor, wrong)).status).toBe(400);
  });
});

describe('whether it worked', () => {
  const tried = (who: Member | null, payload: object) => send('POST', `comment/${commentId}/worked`, who, payload);

  it('counts once a person, by State', async () => {
    expect((await tried(asker, { worked: true, state: 'Bihar' })).data).toEqual({
      workedCount: 1,
      byState: { Bihar: 1 },
    });
    await Promise.all([tried(asker, { worked: true }), tried(asker, { worked: true })]);
    expect((await tried(editor, { worked: true })).data).toEqual({ workedCount: 2, byState: { Bihar: 1 } });
    expect((await comment()).workedCount).toBe(2);
    expect((await test.app.inject(questionUrl)).body).toContain('It worked for me, 2');
    expect((await tried(asker, { worked: false })).data).toEqual({ workedCount: 1, byState: {} });
    await send('PATCH', `comment/${commentId}`, helper, { body: 'Another office than before.' });
    expect((await comment()).workedCount).toBe(0);
  });

  it('is for who is signed in, and did not write it', async () => {
    expect((await tried(null, { worked: true })).status).toBe(401);
    expect((await tried(helper, { worked: true })).status).toBe(409);
    expect((await tried(asker, { worked: true, state: 'Atlantis' })).status).toBe(400);
    expect((await send('POST', 'comment/999999/worked', asker, { worked: true })).status).toBe(404);
  });
});
