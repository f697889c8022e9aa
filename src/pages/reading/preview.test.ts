// @runs slow
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { StudioKind } from '../../database/schema.ts';
import { studioKinds } from '../../features/studio/studio.contract.ts';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts, naughtyStrings, spread } from '../../testing/corpora.ts';
import { dangersIn } from '../../testing/html-dangers.ts';
import { locationOf } from '../../testing/page-forms.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({
  content: 'demo',
  log: (line) => lines.push(line),
  clock: () => new Date(Date.now() + later),
  limits: { previewMisses: memoryLimit(5, 60), previews: memoryLimit(4, 60), previewComments: memoryLimit(30, 60) },
});
const editor = prepared(() => colleague(test, 'editor'));
const admin = prepared(() => colleague(test, 'admin'));
const lines: string[] = [];
let later = 0;
type Link = { id: string; url: string; expiresAt: string };

const draft = { title: 'Ration cards by phone', body: 'The form costs ₹10.\n\n## Steps\n\n1. Open it.' };
const begin = async (fields: object = draft) => dataOf<{ id: number }>(await editor.post('/articles', fields));
const linkTo = async (id: number, kind: StudioKind = 'articles') =>
  dataOf<Link>(await editor.post(`/${kind}/${id}/preview-links`, { hours: 24 }));
const pathOf = ({ url }: Pick<Link, 'url'>) => url.slice(test.services.config.publicOrigin.length);
const toDraft = async (fields: object = draft) => pathOf(await linkTo((await begin(fields)).id));
let visitors = 0;
/** Each a network of its own, so that one test's limits are not another's. */
const stranger = () => `203.0.113.${(visitors += 1)}`;
const open = (path: string, from = stranger()) => test.app.inject({ url: path, remoteAddress: from });
const own = () => ({ origin: test.services.config.publicOrigin });
const say = (path: string, fields: Record<string, string>, headers: Record<string, string> = own()) =>
  test.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: stranger(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
/** Without structured data, which a preview leaves out. */
const mainOf = (html: string) =>
  /<main[\s\S]*<\/main>/
    .exec(html)?.[0]
    .replace(/<script type="application\/ld\+json">.*?<\/script>/g, '')
    .replace(/ href="[^"]*"(?=>हिन्दी)/, '')
    .replaceAll(/_R_\w*_/g, '');

describe('the page behind a link', () => {
  it.each(studioKinds.filter((kind) => kind !== 'scams'))('is the page that readers of %s have', async (kind) => {
    const pieces = [];
    for (const page of [1, 2, 3]) {
      const list = await editor.get(`/${kind}?pageSize=50&page=${page}`);
      pieces.push(...list.json<{ data: { id: number; canonicalUrl: string; lang: string | null }[] }>().data);
    }
    const piece = pieces.find(({ lang }) => lang === 'en' || lang === null)!;
    const readers = await open(piece.canonicalUrl);
    const page = await open(`${pathOf(await linkTo(piece.id, kind))}?bare=1`);
    expect([readers.statusCode, page.statusCode]).toEqual([200, 200]);
    expect(mainOf(page.body)).toBe(mainOf(readers.body));
    for (const css of readers.body.match(/\/assets\/[\w.-]+\.css/g) ?? []) expect(page.body).toContain(css);
    if (kind === 'feed') return;
    const name = { tags: 'displayName', categories: 'displayName', authors: 'name' }[kind as string] ?? 'title';
    dataOf(await editor.put(`/${kind}/${piece.id}`, { baseRevision: 1, [name]: 'Quite another heading' }));
    const changed = await open(`${pathOf(await linkTo(piece.id, kind))}?bare=1`);
    expect(changed.statusCode).toBe(200);
    expect(mainOf(changed.body)).toContain('Quite another heading');
    expect((await open(piece.canonicalUrl)).body).not.toContain('Quite another heading');
  });

  it('shows the newest working copy, and readers go on seeing theirs', async () => {
    const { id } = await begin();
    const path = pathOf(await linkTo(id));
    expect((await open(path)).body).toContain('The form costs ₹10.');
    dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, body: 'The form costs ₹25.' }));
    const page = await open(path);
    expect(page.body).toContain('The form costs ₹25.');
    expect(page.body).toContain('Revision 2');
    expect((await test.app.inject({ url: `/api/article/${id}` })).statusCode).toBe(404);
  });

  it('tells what a draft lacks, and shows its text', async () => {
    const page = await open(
      await toDraft({ title: 'Only a title', body: 'Half a *thought*.', categories: ['nowhere'] }),
    );
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('There is no category &quot;nowhere&quot;.');
    expect(page.body).toContain('<em>thought</em>');
  });

  it('is below the prefix of its language', async () => {
    const path = await toDraft({ ...draft, title: 'Rashan', lang: 'hi' });
    expect(path).toMatch(/^\/hi\/preview\/[0-9a-f]{40}$/);
    expect((await open(path)).body).toContain('<html lang="hi"');
    const bare = await open(path.slice(3));
    expect([bare.statusCode, locationOf(bare)]).toEqual([303, test.services.config.publicOrigin + path]);
    const english = await toDraft();
    const moved = await open(`/hi${english}`);
    expect([moved.statusCode, locationOf(moved)]).toEqual([303, test.services.config.publicOrigin + english]);
  });

  it('can be dark, and at the width of a phone', async () => {
    const path = await toDraft();
    expect((await open(`${path}?dark=1`)).body).toContain('data-mode="dark"');
    const phone = await open(`${path}?phone=1&dark=1`);
    expect(phone.body).toContain(`src="${path}?dark=1&amp;bare=1"`.replace('?dark=1&amp;bare=1', '?bare=1&amp;dark=1'));
    expect((await open(`${path}?bare=1`)).body).not.toContain('id="comments"');
  });
});

describe('a secret address', () => {
  it('is kept nowhere and told to nobody', async () => {
    const path = await toDraft();
    const page = await open(path);
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(page.headers['content-security-policy']).toContain("script-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('report-to');
    expect(page.headers).not.toHaveProperty('reporting-endpoints');
    expect(page.body).toContain('<meta name="robots" content="noindex, nofollow, noarchive"/>');
    expect(page.body).not.toMatch(/<script|rel="canonical"|og:title|sendBeacon/);
    const again = await open(path);
    expect(again.headers).not.toHaveProperty('x-cache');
    const secret = path.split('/').at(-1)!;
    const listed = await Promise.all(
      ['/sitemap.xml', '/feed.xml', '/robots.txt', '/metrics'].map((each) => open(each)),
    );
    for (const { body } of listed) expect(body).not.toContain(secret);
    expect(lines.join('')).not.toContain(secret);
  });

  it('opens in capital letters too, by its one spelling', async () => {
    const path = await toDraft();
    const shouted = await open(path.toUpperCase());
    expect([shouted.statusCode, locationOf(shouted), shouted.headers['cache-control']]).toEqual([
      301,
      path,
      'private, no-store',
    ]);
  });

  it('opens nothing once it is wrong, ended, expired, or its piece is removed', async () => {
    const { id } = await begin();
    const link = await linkTo(id);
    const other = pathOf(await linkTo(id));
    expect((await open(pathOf(link))).statusCode).toBe(200);
    expect((await open(`/preview/${'0'.repeat(40)}`)).statusCode).toBe(404);
    expect((await open('/preview/x')).statusCode).toBe(404);
    dataOf(await editor.remove(`/preview-links/${link.id}`));
    const ended = await open(pathOf(link));
    expect([ended.statusCode, ended.headers['referrer-policy']]).toEqual([404, 'no-referrer']);
    expect(ended.body).not.toContain('<script');
    expect((await say(pathOf(link), { name: 'A', text: 'B' })).statusCode).toBe(404);
    later = 25 * 3_600_000;
    expect((await open(other)).statusCode).toBe(404);
    later = 0;
    expect((await open(other)).statusCode).toBe(200);
    dataOf(await admin.post(`/articles/${id}/remove`, { reason: 'It harms somebody.' }));
    expect((await open(other)).statusCode).toBe(404);
  });

  it('cannot be guessed by one network for long', async () => {
    const from = stranger();
    const guess = (at: number) => open(`/preview/${String(at).padStart(40, '0')}`, from);
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) statuses.push((await guess(at)).statusCode);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429, 429]);
    const refused = await open(await toDraft(), from);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await open(await toDraft())).statusCode).toBe(200);
  });
});

describe('a right address', () => {
  it('opens so many pages a minute for one network, and wrong ones stay not found', async () => {
    const path = await toDraft();
    const from = stranger();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await open(`${path}?phone=1`, from)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = await open(path, from);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['x-robots-tag']).toContain('noindex');
    expect((await open(`/preview/${'0'.repeat(40)}`, from)).statusCode).toBe(404);
    expect((await open(path)).statusCode).toBe(200);
  });

  it('stands nowhere in clear, though the same call again is told it again', async () => {
    const { id } = await begin();
    const make = () =>
      test.send('POST', `/api/studio/articles/${id}/preview-links`, '{"hours":24}', {
        ...editor.headers,
        'content-type': 'application/json',
        'idempotency-key': 'preview-once',
      });
    const link = dataOf<Link>(await make());
    expect(dataOf<Link>(await make())).toEqual(link);
    const { rows } = await test.db.execute<{ text: string }>(
      sql`select idempotency_keys::text as text from idempotency_keys where key = 'preview-once'
        union all select studio_preview_links::text from studio_preview_links
        union all select studio_acts::text from studio_acts`,
    );
    expect(rows.length).toBeGreaterThan(2);
    const secret = pathOf(link).split('/').at(-1)!;
    for (const { text } of rows) expect(text).not.toContain(secret);
    expect((await open(pathOf(link))).statusCode).toBe(200);
  });
});

describe('comments', () => {
  it('come back to the page and to the editors, as plain text', async () => {
    const { id } = await begin();
    const path = pathOf(await linkTo(id));
    const sent = await say(path, {
      name: 'Adv. Rao',
      text: 'Is <b>₹10</b> right?\n</textarea><script>alert(1)</script>',
    });
    expect([sent.statusCode, locationOf(sent)]).toEqual([303, `${path}?sent=1#comments`]);
    const page = await open(`${path}?sent=1`);
    expect(page.body).toContain('Thank you. The newsroom sees your comment.');
    expect(page.body).toContain('Is &lt;b&gt;₹10&lt;/b&gt; right?');
    expect(page.body).not.toContain('<script');
    const [link] = dataOf<{ comments: { name: string; revision: number }[] }[]>(
      await editor.get(`/articles/${id}/preview-links`),
    );
    expect(link!.comments).toMatchObject([{ name: 'Adv. Rao', revision: 1 }]);
  });

  it('need a name and a text, and come from this page', async () => {
    const path = await toDraft();
    const silent = await say(path, { name: 'Asha', text: ' ' });
    expect([
      silent.statusCode,
      silent.body.includes('Type your comment first.'),
      silent.body.includes('value="Asha"'),
    ]).toEqual([400, true, true]);
    expect((await say(path, { name: 'Asha', text: 'x'.repeat(2_001) })).statusCode).toBe(400);
    expect((await say(path, { name: 'a', text: 'b' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect(
      (await say(path, { name: 'a', text: 'b' }, { origin: 'null', 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(403);
    // A browser leaves the origin out where the page forbids referrers.
    expect(
      (await say(path, { name: 'a', text: 'b' }, { origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(303);
  });

  it('are twenty at most, however they are sent', async () => {
    const path = await toDraft();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) => say(path, { name: 'N', text: `No. ${at}.` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(20).fill(303), ...Array(5).fill(409)]);
    const page = await open(path);
    expect(page.body.match(/No\. \d+\./g)).toHaveLength(20);
    expect(page.body).not.toContain('<textarea');
  });
});

const banned = new Set(['script', 'iframe', 'object', 'embed', 'base', 'meta']);
const anyOther = { has: (tag: string) => !banned.has(tag) } as ReadonlySet<string>;
/** What could run or load in the page below its head, as a browser's parser reads it. */
const harmIn = (html: string) =>
  dangersIn(
    html.slice(html.indexOf('<main')),
    anyOther,
    (_tag, name, value) =>
      /^on/i.test(name) ||
      (/^(?:href|src|action|formAction)$/.test(name) && /^\s*(?:javascript|vbscript|data:text)/i.test(value)),
  ).filter((danger) => danger !== 'comment');
const scripts =
  '<script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))\n\n<iframe src=//evil.example>';
const hostile = corpora ? [scripts, ...spread(crossSiteScripts(), 60), ...spread(naughtyStrings(), 60)] : [scripts];
it('shows hostile text as text, in a draft and in a comment', async () => {
  const { id } = await begin();
  const path = pathOf(await linkTo(id));
  const texts = hostile.map((text) => text.replaceAll('\u0000', '').toWellFormed()).filter((text) => text.trim());
  let revision = 1;
  for (let at = 0; at < texts.length; at += 40) {
    const body = texts.slice(at, at + 40).join('\n\n');
    const saved = await editor.put(`/articles/${id}`, { baseRevision: revision, body });
    if (saved.statusCode !== 200) continue;
    revision = dataOf<{ revision: number }>(saved).revision;
    const page = await open(path);
    expect(page.statusCode).toBe(200);
    expect(harmIn(page.body)).toEqual([]);
  }
  expect(revision).toBeGreaterThan(1);
  for (const text of spread(texts, 19)) await say(path, { name: text.slice(0, 80), text: text.slice(0, 2_000) });
  const page = await open(path);
  expect(page.statusCode).toBe(200);
  expect(harmIn(page.body)).toEqual([]);
});
