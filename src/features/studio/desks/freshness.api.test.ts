// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { articles, pieceChecks, studioActs, studioRevisions } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { listStalePieces } from '../../publishing/stale-pieces.queries.server.ts';
import { prepared } from '../../../testing/prepared.ts';

type Line = {
  kind: string;
  id: number;
  checkedAs: string;
  checkedOn: string | null;
  nextOn: string;
  isOverdue: boolean;
};

const test = openTestApp();
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const admin = prepared(() => colleague(test, 'admin'));

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(test.services.clock());
async function live(fields: object = {}): Promise<number> {
  const { id } = dataOf<{ id: number }>(
    await editor.post('/articles', { title: 'Ration cards by phone', body: 'It takes 15 days.', ...fields }),
  );
  dataOf(await admin.post(`/articles/${id}/publish`, { revision: 1, emergencyReason: 'A test' }));
  return id;
}
const list = async (query = '') => (await checker.get(`/freshness?pageSize=50${query}`)).json<{ data: Line[] }>().data;
const find = async (id: number, query = '') => (await list(query)).find((line) => line.id === id);
const page = async (id: number, prefix = '') => {
  const { canonicalUrl } = (await test.app.inject({ url: `/api/article/${id}` })).json<{
    data: { canonicalUrl: string };
  }>().data;
  return (await test.app.inject({ url: prefix + canonicalUrl })).body;
};

describe('the desk of freshness', () => {
  it('refuses what it cannot check', async () => {
    const check = { kind: 'articles', id: await live() };
    expect((await checker.post('/freshness/checks', { ...check, kind: 'tags' })).statusCode).toBe(400);
    expect((await checker.post('/freshness/checks', { ...check, on: '2030-01-01' })).statusCode).toBe(400);
    expect((await checker.post('/freshness/checks', { kind: 'articles', id: 999_999 })).statusCode).toBe(404);
    expect((await checker.get('/freshness?state=never')).statusCode).toBe(400);
  });

  it('lists a piece by its own interval, with owner and source, the overdue ones first', async () => {
    const source = { title: 'NFSA', url: 'https://nfsa.gov.in/' };
    const old = await live({ lastCheckedAt: '2025-01-02', sources: [source] });
    const fresh = await live({ lastCheckedAt: today() });
    expect(await find(old)).toMatchObject({
      checkedAs: 'article',
      checkedOn: '2025-01-02',
      nextOn: '2026-01-02',
      isOverdue: true,
      source,
    });
    expect((await find(fresh))!.isOverdue).toBe(false);
    expect(await find(fresh, '&state=overdue')).toBeUndefined();
    const all = await list();
    expect(all.map(({ nextOn }) => nextOn)).toEqual(all.map(({ nextOn }) => nextOn).toSorted());
    expect(await find(old, '&kind=scheme')).toBeUndefined();
    await test.db.execute(
      sql`insert into schemes (article_id, name, level, details) values (${old}, 'A scheme', 'central', '{}')`,
    );
    expect(await find(old, '&kind=scheme')).toMatchObject({ nextOn: '2025-07-01' });
  });

  it('a piece never checked counts from its publication; a draft is not in it', async () => {
    const id = await live();
    expect(await find(id)).toMatchObject({ checkedOn: null, isOverdue: false });
    const { id: draft } = dataOf<{ id: number }>(await editor.post('/articles', { title: 'A draft', body: 'Text.' }));
    expect(await find(draft)).toBeUndefined();
    expect((await editor.post('/freshness/checks', { kind: 'articles', id: draft })).statusCode).toBe(409);
  });

  it('"still right" moves the day for the desk, the terminal and readers, and changes no text', async () => {
    const id = await live({ lastCheckedAt: '2025-01-02' });
    expect(await page(id)).toContain('We last checked this on 2 Jan 2025; it may have changed.');
    expect(dataOf(await checker.post('/freshness/checks', { kind: 'articles', id }))).toEqual({
      kind: 'articles',
      id,
      checkedOn: today(),
    });
    dataOf(await editor.post('/freshness/checks', { kind: 'articles', id }));
    expect(await find(id)).toMatchObject({ checkedOn: today(), isOverdue: false });
    expect(await page(id)).not.toContain('it may have changed');
    const stale = await listStalePieces(test.db, { days: 180, limit: 1_000 });
    expect(stale.rows.some((piece) => piece.id === id)).toBe(false);
    const { overdue } = dataOf<{ overdue: { id: number }[] }>(await checker.get('/work'));
    expect(overdue.some((piece) => piece.id === id)).toBe(false);
    const [row] = await test.db.select().from(articles).where(eq(articles.id, id));
    expect(row!.lastCheckedAt).toBe('2025-01-02');
    expect(await test.db.$count(studioRevisions, eq(studioRevisions.pieceId, id))).toBe(1);
    expect(await test.db.$count(pieceChecks, eq(pieceChecks.pieceId, id))).toBe(1);
    const acts = await test.db.select().from(studioActs).where(eq(studioActs.pieceId, id));
    expect(acts.filter(({ act }) => act === 'check').map(({ actor }) => actor)).toEqual([checker.id, editor.id]);
  });

  it('readers of a Hindi piece are told in Hindi', async () => {
    const id = await live({ lang: 'hi', title: 'राशन कार्ड', lastCheckedAt: '2025-01-02' });
    expect(await page(id)).toContain('हमने इसे आखिरी बार 2 जनवरी 2025 को जाँचा था; हो सकता है कि अब यह बदल गया हो।');
  });

  it('facts of the code are listed with their day', async () => {
    const facts = dataOf<{ kind: string; nextOn: string | null }[]>(await editor.get('/freshness/facts'));
    expect(facts.some(({ kind, nextOn }) => kind === 'helpline' && nextOn !== null)).toBe(true);
  });
});
