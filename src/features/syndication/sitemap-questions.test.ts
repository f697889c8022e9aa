import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { comments, questions } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join } from '../../testing/join.ts';
import { prepared } from '../../testing/prepared.ts';

const site = openTestApp();
const member = prepared(() => join(site.services));

const read = async (path: string) => {
  const { statusCode: status, body } = await site.app.inject(path);
  return { status, body };
};
const api = async (path: string, payload: object) =>
  (await site.send('POST', `/api${path}`, payload, member.headers)).json().data;
const ask = (title: string) => api('/communities/question/create', { title });
/** The `lastmod` of a path; undefined where the sitemap does not list it. */
const changedAt = async (path: string) =>
  new RegExp(`<loc>http://localhost:3000${path}</loc><lastmod>([^<]+)`).exec(
    (await read('/sitemap-questions-1.xml')).body,
  )?.[1];

it('questions are in the sitemap while they stand, with the day of the last answer', async () => {
  expect((await read('/sitemap.xml')).body).not.toContain('sitemap-questions');
  expect((await read('/sitemap-questions-1.xml')).status).toBe(404);
  // Numbers of questions and answers must not be the same by chance.
  await api('/communities/comment/create', { questionId: (await ask('Another one?')).id, body: 'An answer to it.' });
  const { id, canonicalUrl } = await ask('How do I add <my> newborn & twins?');
  const gone = await ask('This one will be deleted soon');
  await site.db
    .update(questions)
    .set({ updatedAt: sql`'2026-01-02T00:00:00Z'` })
    .where(eq(questions.id, id));
  expect((await read('/sitemap.xml')).body).toContain('<loc>http://localhost:3000/sitemap-questions-1.xml</loc>');
  expect(await changedAt(canonicalUrl)).toBe('2026-01-02T00:00:00.000Z');
  const answer = await api('/communities/comment/create', { questionId: id, body: 'With the birth certificate.' });
  expect(await changedAt(canonicalUrl)).toBe(answer.createdAt);
  await site.db
    .update(comments)
    .set({ createdAt: sql`'2025-01-02T00:00:00Z'` })
    .where(eq(comments.id, answer.id));

  expect(await changedAt(gone.canonicalUrl)).toBeDefined();
  await site.send('DELETE', `/api/communities/question/delete/${gone.id}`, undefined, member.headers);
  expect(await changedAt(gone.canonicalUrl)).toBeUndefined();
  expect(await changedAt(canonicalUrl)).toBe('2026-01-02T00:00:00.000Z');
});

it('a file with a high number exists only where its id range has questions', async () => {
  await site.db
    .insert(questions)
    .values({ id: 12_001, authorId: member.id, title: 'A question of long after', body: '', bodyHtml: '' });
  await ask('One more, so that the lists are made anew');
  expect((await read('/sitemap.xml')).body).toContain('sitemap-questions-3.xml');
  expect((await read('/sitemap.xml')).body).not.toContain('sitemap-questions-2.xml');
  expect((await read('/sitemap-questions-3.xml')).body).toContain('a-question-of-long-after');
  for (const file of ['0', '2', '999999', '9999999', 'x'])
    expect((await read(`/sitemap-questions-${file}.xml`)).status, file).toBe(404);
});
