import { expect, it } from 'vitest';
import { moderationActs } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { asAuthor, asModerator, asReader, type SignedIn } from '../../testing/sign-in.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const author = prepared(() => asAuthor(test));
const reader = prepared(() => asReader(test));
const moderator = prepared(() => asModerator(test));

const get = (url: string, who: SignedIn | null) =>
  test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const api = async (path: string, who: SignedIn, payload: object) =>
  (await test.send('POST', `/api${path}`, payload, who.headers)).json().data;

it('moderators read every act, authors what was done to their own posts, and nobody else anything', async () => {
  const { id } = await api('/communities/question/create', author, { title: 'Who sells cheap phones here?' });
  await api('/moderation/act', moderator, {
    entityType: 'QUESTION',
    entityId: id,
    act: 'HIDE',
    reason: 'Sells <b>phones</b>.',
  });
  await api('/moderation/act', moderator, { entityType: 'QUESTION', entityId: id, act: 'DELETE', reason: 'Again.' });
  const all = await get('/moderation/log', moderator);
  expect([all.statusCode, all.headers['cache-control']]).toEqual([200, 'private, no-store']);
  for (const words of [
    'Sells &lt;b&gt;phones&lt;/b&gt;.',
    'Again.',
    `by ${moderator.user.displayName}`,
    `href="/community/post/question-${id}"`,
  ])
    expect(all.body).toContain(words);
  const own = await get('/moderation/log', author);
  expect(own.body).toContain('Sells &lt;b&gt;phones&lt;/b&gt;.');
  expect(own.body).toContain('href="/grievance"');
  expect(own.body).not.toContain(moderator.user.displayName);
  const others = await get('/moderation/log', reader);
  expect(others.body).toContain('Nothing was done');
  expect(others.body).not.toContain('phones');
  expect((await get('/moderation/log', null)).headers.location).toContain('error=SessionRequired');
});

it('has pages', async () => {
  await test.db.insert(moderationActs).values(
    Array.from({ length: 60 }, (_, index) => ({
      act: 'HIDE' as const,
      entityType: 'REPLY' as const,
      entityId: index + 1,
      reason: `Reason ${index}.`,
    })),
  );
  const [first, second] = [await get('/moderation/log', moderator), await get('/moderation/log?page=2', moderator)];
  expect(first.body).toContain('Reason 59.');
  expect(first.body).toContain('by several reports');
  expect(first.body).toContain('/moderation/log?page=2');
  expect(second.body).toContain('Reason 0.');
  for (const page of ['3', '0', 'x'])
    expect((await get(`/moderation/log?page=${page}`, moderator)).statusCode).toBe(404);
});
