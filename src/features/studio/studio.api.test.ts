// @runs on both databases
import { describe, expect, it } from 'vitest';
import { and, eq, sql } from 'drizzle-orm';
import { studioActs, studioPieces } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../testing/studio.ts';
import { publishDue } from './pieces/publish-due.server.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const admin = prepared(() => colleague(test, 'admin'));
type Standing = { id: number; revision: number; state: string };

const draft = { title: 'Ration cards by phone', body: 'The form costs ₹10. It takes 15 days.' };
const begin = async (who: Colleague, fields: object = draft) => dataOf<Standing>(await who.post('/articles', fields));
const article = (id: number) => test.app.inject({ url: `/api/article/${id}` });
/** A piece that readers see, written by `writer` and approved by `checker`. */
async function live(fields: object = draft): Promise<number> {
  const { id } = await begin(writer, fields);
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
  dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/articles/${id}/publish`, { revision: 1 }));
  return id;
}

describe('who may', () => {
  it('spells an address otherwise: never past the guard', async () => {
    const reader = await colleague(test);
    for (const path of ['/api/studio/work/', '/api//studio/work', '/api/%73tudio/work', '/api/STUDIO/work'])
      for (const headers of [{}, reader.headers])
        expect([401, 404]).toContain((await test.app.inject({ url: path, headers })).statusCode);
  });

  it('reads what is wrong with a piece in the language of the interface', async () => {
    const { id } = await begin(writer);
    const problemsIn = async (language: string) => {
      const headers = { ...writer.headers, 'accept-language': language };
      const answer = await test.app.inject({ url: `/api/studio/articles/${id}`, headers });
      expect(answer.headers.vary).toContain('Accept-Language');
      return dataOf<{ problems: { message: string }[] }>(answer).problems.map(({ message }) => message);
    };
    expect(await problemsIn('en')).toEqual(['It is in no category yet.']);
    expect(await problemsIn('hi')).toEqual(['यह अभी किसी विषय में नहीं है।']);
  });

  it('a role that ended is gone with the next request', async () => {
    const leaving = await colleague(test, 'writer');
    const { id } = await begin(leaving);
    dataOf(await admin.put(`/people/${leaving.id}/roles`, { roles: [] }));
    expect((await leaving.get(`/articles/${id}`)).statusCode).toBe(404);
  });

  it('a writer changes own pieces and those shared with them, and sees of others what readers see', async () => {
    const { id } = await begin(writer);
    expect((await other.get(`/articles/${id}`)).statusCode).toBe(403);
    expect((await other.put(`/articles/${id}`, { baseRevision: 1, title: 'Mine now' })).statusCode).toBe(403);
    expect((await writer.post(`/articles/${id}/share`, { person: other.phone })).statusCode).toBe(200);
    expect((await other.put(`/articles/${id}`, { baseRevision: 1, title: 'Ours now' })).statusCode).toBe(200);
    const seen = await live();
    dataOf(await writer.put(`/articles/${seen}`, { baseRevision: 1, title: 'A change that nobody has seen' }));
    expect(dataOf<{ title: string }>(await other.get(`/articles/${seen}`)).title).toBe(draft.title);
    expect((await other.get(`/articles/${seen}/revisions/2`)).statusCode).toBe(404);
    expect((await other.post(`/articles/${seen}/submit`, { revision: 2 })).statusCode).toBe(403);
  });
});

describe('a piece', () => {
  it('goes from draft to live, and readers see it', async () => {
    const { id, revision, state } = await begin(writer);
    expect([revision, state]).toEqual([1, 'draft']);
    expect((await article(id)).statusCode).toBe(404);
    const submitted = await writer.post(`/articles/${id}/submit`, { revision: 1 });
    expect(dataOf(submitted)).toEqual({ id, revision: 1, state: 'in_review' });
    expect(dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }))).toMatchObject({ state: 'approved' });
    const published = dataOf<{ at: string }>(await editor.post(`/articles/${id}/publish`, { revision: 1 }));
    expect(published).toEqual({ state: 'live', live: 1, at: expect.any(String) });
    const seen = (await article(id)).json<{ data: { title: string; body: string } }>().data;
    expect([seen.title, seen.body]).toEqual([draft.title, draft.body]);
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({
      ...draft,
      state: 'live',
      live: 1,
      revision: 1,
    });
  });

  it('holds the fields of an article’s file, and refuses unknown ones', async () => {
    const fields = {
      ...draft,
      summary: 'How to get one.',
      lang: 'hi',
      tags: ['Ration'],
      sources: [{ title: 'NFSA', url: 'https://nfsa.gov.in/' }],
    };
    const { id } = await begin(writer, fields);
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject(fields);
    const unknown = await writer.post('/articles', { ...draft, colour: 'red' });
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([400, 'unknown_field']);
    expect((await writer.post('/articles', { ...draft, title: 'With \u0000 in it' })).statusCode).toBe(400);
    expect((await writer.put(`/articles/${id}`, { title: 'Without a base' })).statusCode).toBe(400);
  });

  it('keeps every revision, and takes a field away with null', async () => {
    const { id } = await begin(writer, { ...draft, summary: 'First' });
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, summary: null, title: 'Ration cards, second' }));
    dataOf(await editor.put(`/articles/${id}`, { baseRevision: 2, body: 'Third.' }));
    const list = (await writer.get(`/articles/${id}/revisions`)).json<{
      data: { revision: number; by: string; fromRevision: number | null }[];
    }>();
    expect(list.data.map(({ revision, by, fromRevision }) => [revision, by, fromRevision])).toEqual([
      [3, editor.id, 2],
      [2, writer.id, 1],
      [1, writer.id, null],
    ]);
    const first = dataOf(await writer.get(`/articles/${id}/revisions/1`));
    expect(first).toMatchObject({ ...draft, summary: 'First', revision: 1 });
    expect(dataOf(await writer.get(`/articles/${id}/revisions/2`))).not.toHaveProperty('summary');
    expect((await writer.get(`/articles/${id}/revisions/4`)).statusCode).toBe(404);
  });

  it('is not overwritten by who did not see the newest revision', async () => {
    const { id } = await begin(writer);
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, title: 'The first to save' }));
    for (const baseRevision of [1, 7]) {
      const late = await editor.put(`/articles/${id}`, { baseRevision, title: 'The second to save' });
      const answer = late.json<{
        code: string;
        details: { path: string }[];
        current: { title: string; revision: number };
      }>();
      expect([late.statusCode, answer.code]).toEqual([409, 'conflict']);
      expect(answer.details.map(({ path }) => path)).toEqual(['title']);
      expect(answer.current).toMatchObject({ title: 'The first to save', revision: 2, body: draft.body });
    }
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({ title: 'The first to save', revision: 2 });
  });

  it('takes no change that starts from a revision that does not exist yet, and says so', async () => {
    const { id } = await begin(writer);
    for (const baseRevision of [2, 2_147_483_647]) {
      const ahead = await writer.put(`/articles/${id}`, { baseRevision, title: 'From the future' });
      expect([ahead.statusCode, ahead.json<{ message: string }>().message]).toEqual([
        409,
        `This piece has no revision ${baseRevision}: the newest is 1. Nothing was overwritten.`,
      ]);
      for (const act of ['submit', 'approve', 'publish'])
        expect((await admin.post(`/articles/${id}/${act}`, { revision: baseRevision })).statusCode, act).toBe(409);
    }
    for (const baseRevision of [0, -1, 1.5, 2_147_483_648, '1', null])
      expect((await writer.put(`/articles/${id}`, { baseRevision, title: 'Nowhere' })).statusCode).toBe(400);
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({ title: draft.title, revision: 1 });
  });

  it('is not new where nothing changes', async () => {
    const { id } = await begin(writer);
    expect(dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, ...draft }))).toMatchObject({ revision: 1 });
  });
});

describe('four eyes', () => {
  it('whoever wrote any part since the last live revision cannot approve', async () => {
    const { id } = await begin(writer);
    dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, title: 'One word by the editor' }));
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 2, body: 'All of it again.' }));
    dataOf(await writer.post(`/articles/${id}/submit`, { revision: 3 }));
    expect((await editor.post(`/articles/${id}/approve`, { revision: 3 })).statusCode).toBe(403);
    expect((await writer.post(`/articles/${id}/approve`, { revision: 3 })).statusCode).toBe(403);
    expect((await checker.post(`/articles/${id}/approve`, { revision: 3 })).statusCode).toBe(200);
  });

  it('nothing is published without an approval of exactly that revision', async () => {
    const { id } = await begin(writer);
    const refused = await editor.post(`/articles/${id}/publish`, { revision: 1 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'not_approved']);
    dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
    dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }));
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'Changed after the approval.' }));
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({ state: 'draft' });
    for (const revision of [1, 2, 3])
      expect((await editor.post(`/articles/${id}/publish`, { revision })).statusCode).toBe(409);
    expect((await article(id)).statusCode).toBe(404);
    expect((await checker.post(`/articles/${id}/approve`, { revision: 1 })).statusCode).toBe(409);
  });

  it('changes are asked for with a note', async () => {
    const { id } = await begin(writer);
    dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
    expect((await checker.post(`/articles/${id}/request-changes`, { revision: 1 })).statusCode).toBe(400);
    const asked = await checker.post(`/articles/${id}/request-changes`, { revision: 1, note: 'The fee is ₹20.' });
    expect(dataOf(asked)).toMatchObject({ state: 'changes_requested' });
    const work = dataOf<{ waiting: { id: number }[] }>(await writer.get('/work'));
    expect(work.waiting.map((piece) => piece.id)).toContain(id);
  });

  it('an admin may publish in an emergency, and every editor sees it', async () => {
    const { id } = await begin(writer);
    const reason = { revision: 1, emergencyReason: 'A flood warning' };
    expect((await editor.post(`/articles/${id}/publish`, reason)).statusCode).toBe(403);
    expect(dataOf(await admin.post(`/articles/${id}/publish`, reason))).toMatchObject({ state: 'live', live: 1 });
    const { emergencies } = dataOf<{ emergencies: { pieceId: number; note: string; by: string }[] }>(
      await editor.get('/work'),
    );
    expect(emergencies).toContainEqual(expect.objectContaining({ pieceId: id, note: 'A flood warning', by: admin.id }));
  });

  it('an emergency has no reason that makes it look like a file', async () => {
    const { id } = await begin(writer);
    for (const at of [undefined, '2099-01-01T00:00:00Z']) {
      const asked = await admin.post(`/articles/${id}/publish`, { revision: 1, at, emergencyReason: ' imported' });
      expect([asked.statusCode, asked.json().details]).toEqual([
        400,
        [expect.objectContaining({ path: 'emergencyReason' })],
      ]);
    }
    // One that stands there from before.
    const db = test.db;
    const of = and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, id));
    dataOf(
      await admin.post(`/articles/${id}/publish`, { revision: 1, at: '2099-01-01T00:00:00Z', emergencyReason: 'A' }),
    );
    await db
      .update(studioPieces)
      .set({ scheduledReason: 'imported', scheduledAt: new Date(0) })
      .where(of);
    await publishDue(test.services);
    const acts = await db
      .select()
      .from(studioActs)
      .where(and(eq(studioActs.pieceId, id), eq(studioActs.act, 'publish')));
    expect(acts).toEqual([expect.objectContaining({ actor: admin.id, isEmergency: true })]);
  });
});

describe('a change beside the live piece', () => {
  it('is not seen before it is published', async () => {
    const id = await live();
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, title: 'Ration cards by telephone' }));
    expect(dataOf(await writer.get(`/articles/${id}`))).toMatchObject({ state: 'draft', live: 1, revision: 2 });
    expect((await article(id)).json<{ data: { title: string } }>().data.title).toBe(draft.title);
  });

  it('counts in the totals of lists and tags at once, and no more when it ends', async () => {
    const counts = async () => {
      const list = await test.send('POST', '/api/article/search/v1', {});
      const tags = await test.app.inject({ url: '/api/tags' });
      const named = tags.json<{ data: { name: string; articleCount: number }[] }>().data;
      const tag = named.find(({ name }) => name === 'pension');
      return { total: list.json<{ total: number }>().total, tagged: tag?.articleCount ?? 0 };
    };
    const { total, tagged } = await counts();
    const id = await live({ ...draft, tags: ['pension'] });
    expect(await counts()).toEqual({ total: total + 1, tagged: tagged + 1 });
    dataOf(await editor.post(`/articles/${id}/unpublish`, { reason: 'Wrong.' }));
    expect(await counts()).toEqual({ total, tagged });
  });

  it('needs a public note where a number changed, and none for a typo', async () => {
    const id = await live();
    const next = async (revision: number, change: object, publish: object = {}) => {
      dataOf(await writer.put(`/articles/${id}`, { baseRevision: revision - 1, ...change }));
      dataOf(await writer.post(`/articles/${id}/submit`, { revision }));
      dataOf(await checker.post(`/articles/${id}/approve`, { revision }));
      return editor.post(`/articles/${id}/publish`, { revision, ...publish });
    };
    expect((await next(2, { body: 'The form costs ₹10. It needs 15 days.' })).statusCode).toBe(200);
    const refused = await next(3, { body: 'The form costs ₹20. It needs 15 days.' });
    expect([refused.statusCode, refused.json<{ details: { path: string }[] }>().details[0]?.path]).toEqual([
      400,
      'changeNote',
    ]);
    const changeNote = 'The form costs ₹20 now.';
    expect((await editor.post(`/articles/${id}/publish`, { revision: 3, changeNote })).statusCode).toBe(200);
    const { rows } = await test.db.execute<{ corrections: { text: string }[] }>(
      sql`select corrections from articles where id = ${id}`,
    );
    expect(rows[0]!.corrections.map(({ text }) => text)).toEqual([changeNote]);
  });
});

describe('taking away', () => {
  it('unpublished: 404 for readers, and published again by a click', async () => {
    const id = await live();
    expect((await writer.post(`/articles/${id}/unpublish`, { reason: 'Wrong' })).statusCode).toBe(403);
    const ended = await editor.post(`/articles/${id}/unpublish`, { reason: 'Wrong' });
    expect(dataOf(ended)).toEqual({ id, state: 'unpublished', live: null });
    expect((await article(id)).statusCode).toBe(404);
    expect(dataOf(await editor.post(`/articles/${id}/publish`, { revision: 1 }))).toMatchObject({ state: 'live' });
    expect((await article(id)).statusCode).toBe(200);
  });

  it('removed: 410 for good, and nothing of it in any revision', async () => {
    const id = await live({ title: 'The secret of Zanzibar', body: 'Zanzibar itself.' });
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'Zanzibar again.' }));
    expect((await editor.post(`/articles/${id}/remove`, { reason: 'An order' })).statusCode).toBe(403);
    expect(dataOf(await admin.post(`/articles/${id}/remove`, { reason: 'An order' }))).toMatchObject({
      state: 'removed',
    });
    const removed = await article(id);
    expect([removed.statusCode, removed.json().code]).toEqual([410, 'article_not_found']);
    const { rows } = await test.db.execute(
      sql`select 1 from studio_revisions where body ilike '%zanzibar%' or fields::text ilike '%zanzibar%'
        union all select 1 from studio_pieces where title ilike '%zanzibar%' union all select 1 from articles where title ilike '%zanzibar%'
        union all select 1 from studio_acts where note ilike '%zanzibar%'`,
    );
    expect(rows).toEqual([]);
    expect((await writer.put(`/articles/${id}`, { baseRevision: 2, title: 'Back again' })).statusCode).toBe(410);
    expect((await admin.post(`/articles/${id}/publish`, { revision: 2, emergencyReason: 'No' })).statusCode).toBe(410);
    expect(dataOf(await admin.get(`/articles/${id}`))).toMatchObject({ state: 'removed', live: null });
  });
});

describe('acts', () => {
  it('are rows that nobody can change', async () => {
    const id = await live();
    const acts = (await editor.get(`/articles/${id}/acts`)).json<{ data: { act: string; by: string }[] }>().data;
    expect(acts.map(({ act, by }) => [act, by])).toEqual([
      ['publish', editor.id],
      ['approve', checker.id],
      ['submit', writer.id],
      ['begin', writer.id],
    ]);
    await expect(test.db.update(studioActs).set({ actor: 'nobody' })).rejects.toMatchObject({
      cause: { message: 'studio_acts is append-only' },
    });
    await expect(test.db.update(studioActs).set({ actorName: 'Somebody' })).rejects.toMatchObject({
      cause: { message: 'studio_acts is append-only' },
    });
    await expect(test.db.update(studioActs).set({ actorName: null, note: 'x' })).rejects.toMatchObject({
      cause: { message: 'studio_acts is append-only' },
    });
    await expect(test.db.delete(studioActs)).rejects.toMatchObject({
      cause: { message: 'studio_acts is append-only' },
    });
  });

  it('carry the name of their time; rows of before carry the name of today; a deleted account leaves a bare id', async () => {
    const leaver = await colleague(test, 'writer');
    const rename = (firstName: string) =>
      test.send('PATCH', '/api/user', { firstName, lastName: 'Rao' }, leaver.headers);
    const names = async (id: number) =>
      (await admin.get(`/articles/${id}/acts`))
        .json<{ data: { act: string; by: string; byName: string }[] }>()
        .data.map(({ act, by, byName }) => [act, by === leaver.id, byName]);

    expect((await rename('Meena')).statusCode).toBe(200);
    const { id } = await begin(leaver);
    await test.db.insert(studioActs).values({ actor: leaver.id, act: 'older', kind: 'articles', pieceId: id });
    expect((await rename('Latha')).statusCode).toBe(200);
    dataOf(await leaver.post(`/articles/${id}/submit`, { revision: 1 }));
    expect(await names(id)).toEqual([
      ['submit', true, 'Latha Rao'],
      ['older', true, 'Latha Rao'],
      ['begin', true, 'Meena Rao'],
    ]);

    const gone = await test.send('DELETE', '/api/user', undefined, leaver.headers);
    expect(gone.statusCode, gone.body).toBe(200);
    expect(await names(id)).toEqual([
      ['submit', true, ''],
      ['older', true, ''],
      ['begin', true, ''],
    ]);
    const stored = await test.db.select().from(studioActs).where(eq(studioActs.actor, leaver.id));
    expect(stored.map(({ actorName }) => actorName)).toEqual([null, null, null]);
  });
});

describe('people', () => {
  it('an invited person has the roles from the first visit on', async () => {
    const guest = await colleague(test);
    expect((await guest.get('/me')).statusCode).toBe(404);
    dataOf(await admin.post('/invitations', { phoneNo: guest.phone, roles: ['writer', 'checker'] }));
    const [message] = await test.services.outbox.listForDevelopment();
    expect(message).toMatchObject({ to: guest.phone, text: expect.stringContaining('/studio') });
    expect(dataOf(await guest.get('/me'))).toMatchObject({ roles: ['writer', 'checker'] });
    expect((await editor.post('/invitations', { email: 'a@example.in', roles: ['admin'] })).statusCode).toBe(403);
  });
});

describe('a set time that is taken away', () => {
  const at = '2036-01-26T09:00';
  const states = async (id: number) => {
    const {
      state,
      live,
      at: when,
    } = dataOf<{ state: string; live: number | null; at: string | null }>(await editor.get(`/articles/${id}`));
    return [state, live, when];
  };

  it('leaves the approval, and the revision that readers see', async () => {
    const id = await live();
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'The form costs ₹10. It comes by post.' }));
    dataOf(await writer.post(`/articles/${id}/submit`, { revision: 2 }));
    dataOf(await checker.post(`/articles/${id}/approve`, { revision: 2 }));
    dataOf(await editor.post(`/articles/${id}/publish`, { revision: 2, at, changeNote: 'Days are gone.' }));
    expect(await states(id)).toEqual(['scheduled', 1, '2036-01-26T03:30:00.000Z']);
    for (const who of [writer, checker]) expect((await who.post(`/articles/${id}/unschedule`)).statusCode).toBe(403);
    expect(dataOf(await editor.post(`/articles/${id}/unschedule`))).toEqual({ id, state: 'approved', live: 1 });
    expect(await states(id)).toEqual(['approved', 1, null]);
    expect((await article(id)).statusCode).toBe(200);
    const acts = await test.db.select().from(studioActs);
    expect(acts.filter(({ pieceId, act }) => pieceId === id && act === 'unschedule')).toHaveLength(1);
    expect((await editor.post(`/articles/${id}/unschedule`)).statusCode).toBe(409);
  });

  it('of a piece that nobody has seen yet or approved: a draft again', async () => {
    const { id } = await begin(writer);
    dataOf(await admin.post(`/articles/${id}/publish`, { revision: 1, at, emergencyReason: 'A flood' }));
    expect(await states(id)).toEqual(['scheduled', null, expect.any(String)]);
    dataOf(await admin.post(`/articles/${id}/unschedule`));
    expect(await states(id)).toEqual(['draft', null, null]);
    expect((await editor.post('/articles/999999/unschedule')).statusCode).toBe(404);
  });
});
