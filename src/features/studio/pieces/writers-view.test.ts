// @runs slow
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { studioPieces, type StudioKind } from '../../../database/schema.ts';
import { pageTable } from '../../../page-table.ts';
import { cappedTotal } from '../../../platform/wire/paging.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { studioKinds } from '../studio.contract.ts';
import { kindRules } from '../studio-kinds.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const visitor = prepared(() => signIn(test, { role: 'writer' }));

const secret = 'Zanzibar';
const draft = { title: 'Ration cards by phone', body: 'Open the site.', categories: ['schemes'] };
type Line = {
  id: number;
  title: string;
  state: string;
  revision: number;
  live: number | null;
  at: string | null;
  lang: string | null;
  lastCheckedAt: string | null;
  updatedBy: string;
  canonicalUrl: string;
};

/** Live with one revision by the writer, and beside it a change by the editor that nobody has published. */
async function changedBesideLive(fields: object): Promise<number> {
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...draft, lastCheckedAt: '2026-01-02' }));
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
  dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/articles/${id}/publish`, { revision: 1 }));
  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, ...fields }));
  return id;
}
const listed = async (who: Colleague, query = '') =>
  (await who.get(`/articles?pageSize=50&${query}`)).json<{ data: Line[]; total: number }>();
const lineOf = async (who: Colleague, id: number, query = '') =>
  (await listed(who, query)).data.find((line) => line.id === id);

it('a list of more pieces than are counted says that its total is a minimum', async () => {
  await test.db.execute(sql`insert into studio_pieces (kind, id, key, source_key, revision, state, title, created_by)
    select 'articles', 800000 + n, 'crowd-' || n, 'crowd:' || n, 1, 'draft', 'Crowd ' || n, ${writer.id}::uuid
    from generate_series(1, ${cappedTotal + 1}) as n`);
  const total = async (who: Colleague) => {
    const answer = await who.get('/articles?q=Crowd');
    const { total: value, totalIsCapped } = answer.json<{ total: number; totalIsCapped: boolean }>();
    return { value, totalIsCapped };
  };
  expect(await total(editor)).toEqual({ value: cappedTotal, totalIsCapped: true });
  expect(await total(writer)).toEqual({ value: cappedTotal, totalIsCapped: true });
  await test.db.execute(sql`delete from studio_pieces where id = 800001`);
  expect(await total(editor)).toEqual({ value: cappedTotal, totalIsCapped: false });
  await test.db.execute(sql`delete from studio_pieces where source_key like 'crowd:%'`);
});

describe('in a list, a piece of others', () => {
  it('has the title, state, revision, language, day and writer of what readers see', async () => {
    const id = await changedBesideLive({ title: `${secret} by phone`, lang: 'hi', lastCheckedAt: '2026-03-04' });
    const seen = await lineOf(other, id);
    expect(seen).toMatchObject({ title: draft.title, state: 'live', revision: 1, live: 1, at: null, lang: 'en' });
    expect(seen).toMatchObject({ lastCheckedAt: '2026-01-02', updatedBy: writer.id });
    expect(seen!.canonicalUrl).toContain('ration-cards-by-phone');
    expect(await lineOf(writer, id)).toMatchObject({ title: `${secret} by phone`, state: 'draft', revision: 2 });
    expect(await lineOf(checker, id)).toMatchObject({ title: `${secret} by phone`, state: 'draft', revision: 2 });
    // Only lists say which translations are older than their originals.
    const { older, ...line } = seen! as Line & { older?: unknown };
    expect(older).toBeNull();
    expect(dataOf<Line>(await other.get(`/articles/${id}`))).toMatchObject(line);
  });

  it('is found by the words and the state that readers see, and by no others', async () => {
    const id = await changedBesideLive({ title: `${secret} by post` });
    dataOf(await editor.post(`/articles/${id}/submit`, { revision: 2 }));
    const found = async (who: Colleague, query: string) => (await lineOf(who, id, query)) !== undefined;
    for (const query of [`q=${secret}`, 'state=in_review'])
      expect([await found(other, query), await found(writer, query)], query).toEqual([false, true]);
    for (const query of ['q=cards by phone', 'state=live'])
      expect([await found(other, query), await found(writer, query)], query).toEqual([true, false]);
    expect((await listed(other, `q=${secret}`)).total).toBe(0);
  });

  it('does not move when somebody changes it', async () => {
    const first = await changedBesideLive({ title: draft.title, body: 'Once.' });
    const second = await changedBesideLive({ title: draft.title, body: 'Once.' });
    dataOf(await editor.put(`/articles/${first}`, { baseRevision: 2, body: 'Twice.' }));
    const order = async (who: Colleague) =>
      (await listed(who)).data.map(({ id }) => id).filter((id) => id === first || id === second);
    expect([await order(other), await order(editor)]).toEqual([
      [second, first],
      [first, second],
    ]);
  });

  it('is absent where it was never live, until it is shared', async () => {
    const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...draft, title: `${secret} begun` }));
    expect(await lineOf(other, id)).toBeUndefined();
    dataOf(await writer.post(`/articles/${id}/share`, { person: other.phone }));
    expect(await lineOf(other, id)).toMatchObject({ title: `${secret} begun`, state: 'draft' });
  });
});

describe('the acts of a piece of others', () => {
  it('end with what readers see', async () => {
    const id = await changedBesideLive({ title: `${secret} again` });
    dataOf(await editor.post(`/articles/${id}/submit`, { revision: 2 }));
    dataOf(await checker.post(`/articles/${id}/request-changes`, { revision: 2, note: `Not ${secret}.` }));
    dataOf(await writer.post(`/articles/${id}/share`, { person: visitor.user.phone! }));
    dataOf(await writer.post(`/articles/${id}/share`, { person: visitor.user.phone!, isShared: false }));
    const acts = async (who: Colleague) =>
      (await who.get(`/articles/${id}/acts`)).json<{ data: { act: string }[]; total: number }>();
    const seen = await acts(other);
    expect([seen.data.map(({ act }) => act), seen.total]).toEqual([['publish', 'approve', 'submit', 'begin'], 4]);
    const own = ['end_share', 'share', 'request_changes', 'submit', 'change', 'publish', 'approve', 'submit', 'begin'];
    expect((await acts(writer)).data.map(({ act }) => act)).toEqual(own);
    expect((await acts(editor)).data.map(({ act }) => act)).toEqual(own);
  });
});

describe('no call and no page of the studio tells a writer', () => {
  const unseen = 'Timbuktu';
  /** Of each kind one live piece, with a change beside it that was sent back with a note. */
  const changed = new Map<StudioKind, number>();
  beforeAll(async () => {
    for (const kind of studioKinds) {
      const [piece] = await test.db
        .select()
        .from(studioPieces)
        .where(and(eq(studioPieces.kind, kind), eq(studioPieces.state, 'live'), eq(studioPieces.revision, 1)))
        .limit(1);
      const { id } = piece!;
      changed.set(kind, id);
      const fields =
        kind === 'feed'
          ? id === 2
            ? { helplines: [{ number: '112', name: `${unseen} here` }] }
            : { sections: [{ title: `${unseen} here`, layout: 'CardHalf', latest: { kind: 'article', limit: 3 } }] }
          : { [kindRules[kind].titleField]: `${unseen} of ${kind}` };
      dataOf(await editor.put(`/${kind}/${id}`, { baseRevision: 1, ...fields }));
      dataOf(await editor.post(`/${kind}/${id}/submit`, { revision: 2, note: `${unseen} for you` }));
      dataOf(await checker.post(`/${kind}/${id}/request-changes`, { revision: 2, note: `No ${unseen} please` }));
    }
  });
  const calls = () => test.app.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/studio/'));
  const filled = (url: string, n: number) => {
    const kind = studioKinds.find((one) => url.split('/').includes(one));
    return url
      .replace(/\/$/, '')
      .replace(':id', String(changed.get(kind ?? 'articles')))
      .replace(':n', String(n));
  };

  const paths = () =>
    calls().flatMap(({ url }) => {
      const path = filled(url, 1).slice('/api/studio'.length);
      return url.includes(':n') ? [path, path.replace(/1$/, '2')] : [path];
    });

  it('by a call', async () => {
    expect(paths().length).toBeGreaterThan(studioKinds.length * 6);
    for (const path of paths()) {
      const answer = await other.get(path);
      expect(answer.body, path).not.toContain(unseen);
      expect(answer.statusCode, path).toBeLessThan(500);
    }
    for (const kind of studioKinds) {
      const found = (await other.get(`/${kind}?q=${unseen}`)).json<{ total: number }>();
      expect(found, kind).toMatchObject({ total: 0, data: [] });
    }
  });

  it('although it is there for an editor', async () => {
    for (const [kind, id] of changed)
      for (const path of [`/${kind}/${id}`, `/${kind}/${id}/revisions/2`, `/${kind}/${id}/acts`])
        expect((await editor.get(path)).body, path).toContain(unseen);
  });

  it('by a change that is refused', async () => {
    for (const [kind, id] of changed) {
      const answers = [
        await other.put(`/${kind}/${id}`, { baseRevision: 1 }),
        await other.post(`/${kind}/${id}/submit`, { revision: 1 }),
        await other.post(`/${kind}/${id}/approve`, { revision: 1 }),
        await other.post(`/${kind}/${id}/publish`, { revision: 1 }),
      ];
      for (const { statusCode, body } of answers) {
        expect(statusCode, `${kind}: ${body}`).toBe(403);
        expect(body).not.toContain(unseen);
      }
    }
  });

  const pages = pageTable.pages.map(({ pattern }) => pattern).filter((pattern) => /^\/studio\b/.test(pattern));
  const questions: Record<string, string[]> = {
    '/studio/:kind': ['', `?q=${unseen}`, '?state=changes_requested'],
    '/studio/:kind/:piece/history': ['', '?from=1&to=2'],
  };
  it.each(pages)('by the page %s', async (pattern) => {
    for (const [kind, id] of pattern.includes(':kind') ? changed : [...changed].slice(0, 1)) {
      const path = pattern.replace(':kind', kind).replace(':piece', String(id));
      for (const url of (questions[pattern] ?? ['']).map((query) => path + query)) {
        const page = await test.app.inject({ url, headers: { cookie: visitor.cookies } });
        // The word alone stands in the field of the search.
        expect(page.body, url).not.toContain(`${unseen} `);
        expect(page.statusCode, url).toBeLessThan(500);
      }
    }
  });
});
