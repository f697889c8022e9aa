// @runs on both databases
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  categories,
  comments,
  importedPosts,
  notifications,
  questions,
  replies,
  users,
} from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { dumpTime as at, type DumpRow, dumpXml as xml } from '../../../testing/dump.ts';
import { asModerator } from '../../../testing/sign-in.ts';
import { importCommand } from '../../../commands/import-command.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';

const test = openTestApp();
const folder = newFolder();
beforeAll(async () => {
  await test.db.insert(categories).values([{ id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' }]);
});

const api = async (method: 'GET' | 'POST', path: string, payload?: object, headers: Record<string, string> = {}) =>
  (await test.send(method, `/api${path}`, payload, headers)).json();

async function run(path: string, signal = new AbortController().signal): Promise<{ status: number; said: string }> {
  let said = '';
  const say = (line: string) => void (said += `${line}\n`);
  const context = commandContext(test.services, { cwd: folder, signal, tell: say, isInsideServer: true });
  const status = await importCommand.run([path], context);
  return { status, said };
}

const posts: DumpRow[] = [
  {
    Id: 1,
    PostTypeId: 1,
    AcceptedAnswerId: 3,
    CreationDate: at(1),
    Score: 1,
    Title: 'How do I & my brother keep rice?',
    Tags: '<storage><schemes>',
    OwnerUserId: 7,
    LastEditDate: at(2),
    LastActivityDate: at(5),
    Body: '<h2>My pot</h2>\n<p>It is <b>old</b>, see <a href="https://example.org/a_b">this</a> and <img src="https://example.org/pot.png" alt="the pot">.</p><ul><li>rice</li><li>dal</li></ul><pre><code>x &lt; y\n</code></pre><script>alert(1)</script>',
  },
  {
    Id: 2,
    PostTypeId: 2,
    ParentId: 1,
    CreationDate: at(2),
    Score: -2,
    OwnerUserId: 8,
    Body: '<p>In a *tin*, 1_000 grains.</p>',
  },
  {
    Id: 3,
    PostTypeId: 2,
    ParentId: 1,
    CreationDate: at(3),
    Score: 5,
    Body: '<p>In a jar.</p>',
    OwnerDisplayName: 'gone',
  },
  { Id: 4, PostTypeId: 5, CreationDate: at(3), Score: 0, Body: '<p>What a tag means</p>' },
  { Id: 5, PostTypeId: 2, ParentId: 99, CreationDate: at(3), Score: 0, Body: '<p>To nothing</p>' },
  {
    Id: 6,
    PostTypeId: 1,
    CreationDate: at(4),
    ClosedDate: at(5),
    Score: 0,
    Title: 'Is this closed?',
    Tags: '|storage|',
    Body: '',
    OwnerUserId: -1,
  },
];
const dump = {
  Posts: xml('posts', posts),
  Comments: xml('comments', [
    {
      Id: 11,
      PostId: 3,
      Score: 4,
      Text: 'Glass? See [this](https://example.org) <img src=x onerror=alert(1)>',
      CreationDate: at(4),
      UserId: 7,
    },
    { Id: 12, PostId: 1, Score: 0, Text: 'How much rice?', CreationDate: at(1), UserId: 8 },
  ]),
  Users: xml('users', [
    { Id: 7, DisplayName: 'Asha\nRao', CreationDate: at(1), AboutMe: 'private-life' },
    { Id: 8, DisplayName: 'Ravi', CreationDate: at(1) },
    { Id: 9, DisplayName: 'Lurker', CreationDate: at(1) },
  ]),
  Votes: xml(
    'votes',
    [1, 1, 1, 2]
      .map((PostId, index) => ({ Id: index, PostId, VoteTypeId: 2, CreationDate: at(1) }))
      .concat([
        { Id: 9, PostId: 2, VoteTypeId: 3, CreationDate: at(1) },
        { Id: 10, PostId: 2, VoteTypeId: 10, CreationDate: at(1) },
      ]),
  ),
};
function write(site: string, files: Record<string, string | Buffer>): string {
  mkdirSync(join(folder, site), { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, site, name.includes('.') ? name : `${name}.xml`), content);
  return join(folder, site);
}
/** Snapshot of everything that an import may change. */
async function everything(): Promise<unknown> {
  const { rows } = await test.db
    .execute(sql`select (select json_agg(q order by id) from questions q) as questions, (select json_agg(c order by id) from comments c) as comments, (select json_agg(r order by id) from replies r) as replies,
    (select json_agg(u order by id) from users u) as users, (select json_agg(t order by name) from totals t) as totals, (select count(*) from search_documents) as found, (select json_agg(p order by source, kind, source_id) from imported_posts p) as places`);
  return rows[0];
}

describe('a dump', () => {
  it('comes as questions, answers and replies by people who cannot sign in, with its votes', async () => {
    const { status, said } = await run(write('pots', dump));
    expect([status, said]).toEqual([0, expect.stringContaining('2 people who wrote have their names')]);
    expect(said).toContain('neither a question nor an answer');
    expect(said).toContain('what it answers is not in the dump');
    const { data } = await api('POST', '/search/question/recent', {});
    expect(data).toMatchObject([
      { title: 'Is this closed?', isClosed: true, commentCount: 0, createdBy: { displayName: 'a former member' } },
      {
        title: 'How do I & my brother keep rice?',
        createdAt: '2019-03-01T10:00:00.123Z',
        editedAt: '2019-03-02T10:00:00.123Z',
        commentCount: 3,
        likeCount: 3,
        dislikeCount: 0,
        createdBy: { displayName: 'Asha Rao' },
        categories: [{ id: 252 }],
        tags: [{ name: 'storage' }],
      },
    ]);
    expect(data[1].bodyHtml).toBe(
      '<p><strong>My pot</strong></p>\n<p>It is <strong>old</strong>, see <a href="https://example.org/a_b" rel="nofollow ugc noopener">this</a> and <a href="https://example.org/pot.png" rel="nofollow ugc noopener">Picture: the pot</a>.</p>\n<ul>\n<li>rice</li>\n<li>dal</li>\n</ul>\n<pre><code>x &#x3C; y\n</code></pre>',
    );
    const answers = (await api('POST', `/communities/question/${data[1].id}/comments`, {})).data;
    expect(answers).toMatchObject([
      { bodyHtml: '<p>In a jar.</p>', isAccepted: true, replyCount: 1, createdBy: { displayName: 'a former member' } },
      { body: 'How much rice?', createdBy: { displayName: 'Ravi' } },
      {
        bodyHtml: '<p>In a *tin*, 1_000 grains.</p>',
        likeCount: 1,
        dislikeCount: 1,
        createdBy: { displayName: 'Ravi' },
      },
    ]);
    const [reply] = (await api('POST', `/communities/comment/${answers[0].id}/replies`, {})).data;
    expect(reply).toMatchObject({ likeCount: 4, createdBy: { displayName: 'Asha Rao' } });
    expect(reply.bodyHtml).not.toContain('<img');
    expect((await api('POST', '/search/questions', { questionText: 'keep rice' })).data).toMatchObject([
      { id: data[1].id },
    ]);

    const people = await test.db.select().from(users).where(eq(users.isImported, true));
    expect(people.map(({ firstName }) => firstName).sort()).toEqual(['Asha Rao', 'Ravi']);
    expect(
      people.every(({ id, phone, email }) => /^[\da-f]{8}-[\da-f]{4}-7/.test(id) && phone === null && email === null),
    ).toBe(true);
    expect(JSON.stringify(await everything())).not.toMatch(/private-life|Lurker/);
    expect(await test.db.$count(notifications)).toBe(0);
  });

  it('changes nothing when it comes again, and brings nothing back that was deleted here', async () => {
    const [first] = await test.db
      .select({ id: importedPosts.entityId })
      .from(importedPosts)
      .where(sql`source_id = 2 and kind = 'POST'`);
    await test.send(
      'DELETE',
      `/api/communities/comment/delete/${first!.id}`,
      undefined,
      (await asModerator(test)).headers,
    );
    const before = await everything();
    expect(await run(join(folder, 'pots'))).toMatchObject({ status: 0, said: expect.stringContaining('unchanged') });
    expect(await run(join(folder, 'pots', 'Posts.xml'))).toMatchObject({ status: 0 });
    expect(await everything()).toEqual(before);
  });

  it('goes on where it was stopped, and two at once are as good as one', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({
      Id: index + 1,
      PostTypeId: index % 2 === 0 ? 1 : 2,
      ...(index % 2 === 0 ? { Title: `Question number ${index}`, Tags: '' } : { ParentId: index }),
      CreationDate: at(1),
      Score: 1,
      Body: `<p>Words ${index}</p>`,
      OwnerUserId: 1 + (index % 5),
    }));
    const path = write('large', { 'Posts.xml.gz': gzipSync(xml('posts', many)) });
    const taken = () => test.db.$count(importedPosts, eq(importedPosts.source, 'stackexchange:large'));
    const stopping = new AbortController();
    const first = run(path, stopping.signal);
    await vi.waitFor(async () => expect(await taken()).toBeGreaterThan(0), { interval: 5, timeout: 20_000 });
    stopping.abort();
    expect(await first).toMatchObject({ status: 130, said: expect.stringContaining('What is in is safe') });
    expect(await taken()).toBeLessThan(250);
    const both = await Promise.all([run(path), run(path)]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(await taken()).toBe(250);
    const { rows } = await test.db.execute<{ wrong: number }>(
      sql`select count(*)::int as wrong from questions q where comment_count <> (select count(*) from comments c where c.question_id = q.id and c.is_live)`,
    );
    expect(rows[0]!.wrong).toBe(0);
  });
});

describe('a file that is not what it should be', () => {
  const whole = {
    Id: 1,
    PostTypeId: 1,
    Title: 'A whole question',
    CreationDate: at(1),
    Score: 0,
    Body: '<p>x</p>',
    Tags: '',
  };
  it.each<[string, string | Buffer, string, number]>([
    [
      'declares entities',
      `<?xml version="1.0"?><!DOCTYPE posts [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><posts><row Id="1" PostTypeId="1" Title="&b;" /></posts>`,
      'declares XML entities of its own',
      0,
    ],
    [
      'uses an entity that nobody declared',
      '<posts><row Id="1" PostTypeId="1" Title="&secret;" /></posts>',
      'The XML breaks off or is wrong',
      0,
    ],
    ['is cut off', xml('posts', [whole, { ...whole, Id: 2 }]).slice(0, -60), 'The XML breaks off or is wrong', 1],
    [
      'is an archive that is cut off',
      gzipSync(xml('posts', [whole])).subarray(0, -12),
      'The archive ends in the middle',
      1,
    ],
    ['nests without end', `<posts>${'<b>'.repeat(500)}`, 'nested too deep', 0],
    ['is another file', xml('badges', [{ Id: 1 }]), 'it begins with <badges>, not <posts>', 0],
    ['is no XML', 'Id,Title\n1,Hello', 'The XML breaks off or is wrong', 0],
    ['is empty', '', 'The XML breaks off or is wrong', 0],
    [
      'is not UTF-8',
      Buffer.concat([Buffer.from('<posts><row Id="1" Title="'), Buffer.from([0xff, 0xfe]), Buffer.from('"/></posts>')]),
      'not UTF-8',
      0,
    ],
    [
      'has one endless row',
      `<posts><row Id="1" Body="${'a'.repeat(6_000_000)}"/></posts>`,
      'One row has more than 5 MB',
      0,
    ],
  ])('%s: it says so, and takes what can be read', async (name, content, words, taken) => {
    const site = name.replaceAll(' ', '-');
    const { status, said } = await run(write(site, { 'Posts.xml': content }));
    expect([status, said]).toEqual([1, expect.stringContaining(words)]);
    expect(await test.db.$count(importedPosts, eq(importedPosts.source, `stackexchange:${site}`))).toBe(taken);
  });

  it('a document type that is described elsewhere refuses nothing, and nothing is fetched for it', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const named = xml('posts', [whole]).replace(
      '<posts>',
      '<!DOCTYPE posts SYSTEM "https://e.org/posts.dtd">\n<posts>',
    );
    expect(named).toContain('<!DOCTYPE');
    expect((await run(write('document-type', { 'Posts.xml': named }))).status).toBe(0);
    expect(await test.db.$count(importedPosts, eq(importedPosts.source, 'stackexchange:document-type'))).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('rows that cannot be posts are named, and the others are taken', async () => {
    const bad: DumpRow[] = [
      { ...whole, Id: 'x' },
      { ...whole, Id: 2, CreationDate: 'soon' },
      { ...whole, Id: 3, Title: ' ' },
      { ...whole, Id: 4, Body: 'a'.repeat(1_000_001) },
      { ...whole, Id: 5, CreationDate: '2999-01-01T00:00:00' },
    ];
    const { status, said } = await run(write('odd', { Posts: xml('posts', [...bad, { ...whole, Id: 6 }]) }));
    expect(status).toBe(1);
    for (const reason of ['It has no number', 'It has no date', 'It has no title', 'at most 1 MB'])
      expect(said).toContain(reason);
    expect(await test.db.$count(importedPosts, eq(importedPosts.source, 'stackexchange:odd'))).toBe(1);
  });

  it('formatting beyond reason is shown as it was typed', async () => {
    const path = write('signs', {
      Posts: xml('posts', [
        { ...whole, Body: `<p>${'*a_ '.repeat(2_000)}</p>` },
        { ...whole, Id: 2, Body: `${'<blockquote>'.repeat(5_000)}deep` },
      ]),
    });
    expect(await run(path)).toMatchObject({ status: 0, said: expect.stringContaining('without formatting') });
    expect(await test.db.$count(importedPosts, eq(importedPosts.source, 'stackexchange:signs'))).toBe(2);
  });
});

const stackExchange = process.env.NAGRIK_DATA ? join(process.env.NAGRIK_DATA, 'qa', 'stackexchange') : '';
it.skipIf(!existsSync(stackExchange))('a real dump comes whole, and once', async () => {
  const real = join(stackExchange, 'conlang.meta');
  const before = await test.db.$count(questions);
  expect((await run(real)).status).toBe(0);
  expect((await test.db.$count(questions)) - before).toBeGreaterThan(50);
  expect(await test.db.$count(comments)).toBeGreaterThan(100);
  expect(await test.db.$count(replies)).toBeGreaterThan(50);
  const state = await everything();
  expect((await run(real)).status).toBe(0);
  expect(await everything()).toEqual(state);
});
