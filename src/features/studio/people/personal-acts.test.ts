import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  authors,
  pieceChecks,
  sessionProofs,
  sessions,
  studioInvitations,
  studioMedia,
  studioPieces,
  studioRevisions,
  studioShares,
  studioUploads,
  users,
} from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';

const test = openTestApp();
let leaver: Colleague;
let stayer: Colleague;
let serial = 0;
beforeEach(async () => {
  [leaver, stayer] = [await colleague(test, 'writer'), await colleague(test, 'writer')];
});

const call = (who: Colleague, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  test.send(method, `/api${url}`, payload, who.headers);
/** Something of each kind that names a person. */
async function work(who: Colleague) {
  const title = `Ration cards ${(serial += 1)}`;
  const { id } = dataOf<{ id: number }>(await who.post('/articles', { title, body: 'Text.' }));
  await test.db.update(studioPieces).set({ scheduledBy: who.id }).where(eq(studioPieces.id, id));
  await test.db.insert(pieceChecks).values({ kind: 'articles', pieceId: id, checkedOn: '2026-11-01', by: who.id });
  const path = `/media/studio/${id}.webp`;
  await test.db.insert(studioMedia).values({ path, kind: 'picture', bytes: 9, uploadedBy: who.id });
  const upload = randomUUID();
  const words = { description: `Words of ${title}` };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await test.db.insert(studioUploads).values({ id: upload, userId: who.id, length: 9, words, expiresAt });
  await test.db.insert(authors).values({ key: `author-${id}`, name: 'A', userId: who.id });
  const invitation = { identifier: who.phone, roles: ['editor' as const], expiresAt };
  await test.db.insert(studioInvitations).values(invitation);
  return { id, title, path, upload };
}
/** Whom each of these rows names. */
async function namedIn({ id, path, upload }: Awaited<ReturnType<typeof work>>) {
  const [piece] = await test.db.select().from(studioPieces).where(eq(studioPieces.id, id));
  const [revision] = await test.db.select().from(studioRevisions).where(eq(studioRevisions.pieceId, id));
  const [check] = await test.db.select().from(pieceChecks).where(eq(pieceChecks.pieceId, id));
  const [picture] = await test.db.select().from(studioMedia).where(eq(studioMedia.path, path));
  const [begun] = await test.db.select().from(studioUploads).where(eq(studioUploads.id, upload));
  const [author] = await test.db
    .select()
    .from(authors)
    .where(eq(authors.key, `author-${id}`));
  return {
    piece: [piece!.createdBy, piece!.updatedBy, piece!.scheduledBy],
    revision: revision!.authorId,
    check: check!.by,
    picture: picture!.uploadedBy,
    upload: begun!.userId,
    author: author!.userId,
  };
}
const allOf = ({ id }: Colleague) => ({
  piece: [id, id, id],
  revision: id,
  check: id,
  picture: id,
  upload: id,
  author: id,
});

describe('what a person did in the studio', () => {
  it('is in the export of that person alone, the newest act first', async () => {
    const { id, title } = await work(leaver);
    await work(stayer);
    dataOf(await leaver.put(`/articles/${id}`, { baseRevision: 1, title: `${title}, again` }));
    const { studio } = (await call(leaver, 'GET', '/user/export')).json().data;
    expect(studio.pieces).toEqual([{ kind: 'articles', id, title: `${title}, again` }]);
    expect(studio.acts).toEqual([
      { at: expect.any(String), act: 'change', kind: 'articles', pieceId: id, note: null },
      { at: expect.any(String), act: 'begin', kind: 'articles', pieceId: id, note: null },
    ]);
  });

  it('keeps a bare id when the account is deleted; the link to an author, the invitation and the words of uploads go', async () => {
    const [gone, kept] = [await work(leaver), await work(stayer)];
    expect((await call(leaver, 'DELETE', '/user')).statusCode).toBe(200);
    expect(await namedIn(gone)).toEqual({ ...allOf(leaver), author: null });
    expect(await namedIn(kept)).toEqual(allOf(stayer));
    const invited = (await test.db.select().from(studioInvitations)).map(({ identifier }) => identifier);
    expect([invited.includes(leaver.phone), invited.includes(stayer.phone)]).toEqual([false, true]);
    const uploads = new Map((await test.db.select().from(studioUploads)).map((one) => [one.id, one]));
    expect(uploads.get(gone.upload)!.words).toEqual({});
    expect(uploads.get(gone.upload)!.expiresAt.getTime()).toBeLessThan(Date.now() + 60_000);
    expect(uploads.get(kept.upload)!.words).toEqual({ description: `Words of ${kept.title}` });
    expect(uploads.get(kept.upload)!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
  });

  it("is the other account's once two are joined, and what was shared with either is shared once", async () => {
    const third = await colleague(test, 'writer');
    const [moved, own, foreign] = [await work(leaver), await work(stayer), await work(third)];
    const share = (pieceId: number, who: Colleague) => ({ kind: 'articles' as const, pieceId, userId: who.id });
    await test.db
      .insert(studioShares)
      .values([share(foreign.id, leaver), share(foreign.id, stayer), share(own.id, leaver), share(own.id, third)]);
    const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, stayer.id));
    await test.db.insert(sessionProofs).values({ sessionId: session!.id, identifier: leaver.phone });
    expect((await call(stayer, 'POST', '/user/merge', { mobile: leaver.phone })).statusCode).toBe(409);
    // An account with a role is not joined: an admin takes the role away first.
    await test.db.update(users).set({ roles: [] }).where(eq(users.id, leaver.id));

    expect((await call(stayer, 'POST', '/user/merge', { mobile: leaver.phone })).json()).toMatchObject({
      data: { id: stayer.id },
    });
    expect(await namedIn(moved)).toEqual(allOf(stayer));
    expect(await namedIn(own)).toEqual(allOf(stayer));
    expect(await namedIn(foreign)).toEqual(allOf(third));
    const shares = await test.db
      .select()
      .from(studioShares)
      .orderBy(sql`piece_id, user_id = ${third.id}`);
    expect(shares).toEqual([share(own.id, stayer), share(own.id, third), share(foreign.id, stayer)]);
    const [joined] = await test.db.select().from(users).where(eq(users.id, stayer.id));
    expect(joined!.roles).toEqual(['writer']);
  });
});
