// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../testing/studio.ts';
import { mostDrafts } from './pieces/pieces.queries.server.ts';
import { mostLinks } from './sharing/preview-links.server.ts';

const test = openTestApp();

type Made = { id: number; revision: number };
const begin = (who: Colleague, body = 'Text.') => who.post('/articles', { title: 'How to apply', body });
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();

it('a person has so many drafts that were never published, however many are begun at once', async () => {
  const [writer, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  await test.db.execute(sql`insert into studio_pieces (kind, id, key, source_key, revision, state, title, created_by)
    select 'articles', 900000 + n, 'full-' || n, 'content:full-' || n, 1, 'draft', 'Full', ${writer.id}::uuid from generate_series(1, ${mostDrafts - 2}::int) n`);
  // Of several kinds: those of one kind wait for each other because of their keys.
  const kinds = ['articles', 'videos', 'webstories', 'articles', 'videos'];
  const all = await Promise.all(kinds.map((kind) => writer.post(`/${kind}`, { title: 'How to apply' })));
  expect(statuses(all)).toEqual([201, 201, 409, 409, 409]);
  expect((await begin(writer)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('drafts') });
  expect((await begin(other)).statusCode).toBe(201);
  await test.db.execute(sql`update studio_pieces set state = 'removed' where key = 'full-1'`);
  expect((await begin(writer)).statusCode).toBe(201);
});

it('a person stores so many bytes of revisions a day; a small change of a large piece counts as the whole of it', async () => {
  const [writer, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  const before = test.services.limits.revisionKilobytesPerDay;
  test.services.limits.revisionKilobytesPerDay = memoryLimit(250, 86_400);
  const { id, revision } = dataOf<Made>(await begin(writer, 'Long. '.repeat(17_000)));
  const put = (who: Colleague, baseRevision: number, title: string) =>
    who.put(`/articles/${id}`, { baseRevision, title });
  const second = dataOf<Made>(await put(writer, revision, 'How one may apply'));
  const refused = await put(writer, second.revision, 'How all may apply');
  expect(refused.json()).toMatchObject({ status: 429, message: expect.stringContaining('in a day') });
  // What changes nothing costs nothing.
  expect((await put(writer, second.revision, 'How one may apply')).statusCode).toBe(200);
  expect((await begin(other)).statusCode).toBe(201);
  test.services.limits.revisionKilobytesPerDay = before;
});

it('a piece has so many open preview links, and one that is ended makes room', async () => {
  const [writer, editor] = await Promise.all([colleague(test, 'writer'), colleague(test, 'editor')]);
  const { id } = dataOf<Made>(await begin(writer));
  const link = () => editor.post(`/articles/${id}/preview-links`, { hours: 24 });
  for (let at = 1; at < mostLinks; at += 1) expect((await link()).statusCode).toBe(201);
  const answers = await Promise.all([link(), link(), link()]);
  expect(statuses(answers)).toEqual([201, 409, 409]);
  const made = answers.find(({ statusCode }) => statusCode === 201)!;
  await editor.remove(`/preview-links/${dataOf<{ id: string }>(made).id}`);
  expect((await link()).statusCode).toBe(201);
});
