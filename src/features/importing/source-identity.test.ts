import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { articles, authors, importRuns, questions, redirects, takedowns } from '../../database/schema.ts';
import { openImportSite } from '../../testing/import-site.ts';

const site = openImportSite();
const { db, run } = site;
const write = (name: string, text: string) => {
  mkdirSync(join(site.folder, name, '..'), { recursive: true });
  writeFileSync(join(site.folder, name), text);
  return name;
};

const ghost = (name: string, titles: string[], settings: object[] = []) =>
  write(
    `${name}.json`,
    JSON.stringify({
      db: [
        {
          data: {
            posts: titles.map((title, index) => ({
              id: index + 1,
              title,
              slug: title.toLowerCase().replaceAll(' ', '-'),
              html: `<p>${title} of ${name}</p>`,
              status: 'published',
              author_id: 1,
              published_at: `201${titles.length}-01-0${index + 1}T0${name.length % 10}:00:00Z`,
            })),
            users: [{ id: 1, name: 'Admin' }],
            settings,
          },
        },
      ],
    }),
  );
const wxr = (name: string, link: string, titles: string[]) =>
  write(
    `${name}.xml`,
    `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:dc="d"><channel><title>S</title><link>${link}</link><wp:wxr_version>1.2</wp:wxr_version>${titles
      .map(
        (title, index) =>
          `<item><title>${title}</title><link>${link || 'https://x.example'}/${title.toLowerCase().replaceAll(' ', '-')}/</link><content:encoded><![CDATA[${title} here]]></content:encoded><wp:post_id>${index + 1}</wp:post_id><wp:post_date_gmt>2019-05-0${index + 1} 1${name.length % 10}:00:00</wp:post_date_gmt><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>`,
      )
      .join('')}</channel></rss>`,
  );
const titlesNow = async () => (await db().select().from(articles)).map(({ title }) => title).sort();
const titled = (value: string) => [{ key: 'title', value }];

describe('two sources with equal numbers', () => {
  it.each([
    [
      'Ghost',
      () => [
        ghost('one', ['Alpha', 'Beta', 'Gamma'], titled('First blog')),
        ghost('other', ['Delta', 'Eta'], titled('Second blog')),
      ],
    ],
    [
      'WordPress',
      () => [
        wxr('one', 'https://one.example', ['Alpha', 'Beta', 'Gamma']),
        wxr('other', 'https://two.example', ['Delta', 'Eta']),
      ],
    ],
    [
      'WordPress, two blogs of one network',
      () => [
        wxr('one', 'https://net.example/a', ['Alpha', 'Beta', 'Gamma']),
        wxr('other', 'https://net.example/b', ['Delta', 'Eta']),
      ],
    ],
  ])('of %s are both whole, and their old addresses lead to their own pieces', async (_, files) => {
    const paths = files();
    expect(await run(...paths)).toBe(0);
    expect(await run(...paths.toReversed())).toBe(0);
    expect(await titlesNow()).toEqual(['Alpha', 'Beta', 'Delta', 'Eta', 'Gamma']);
    for (const title of ['Alpha', 'Beta', 'Delta', 'Eta', 'Gamma']) {
      const [lead] = await db()
        .select({ title: articles.title })
        .from(redirects)
        .innerJoin(articles, eq(articles.id, redirects.toId))
        .where(like(redirects.fromPath, `%/${title.toLowerCase()}`));
      expect(lead?.title).toBe(title);
    }
  });

  it.each([
    [
      'the first blog of a network',
      () => [
        [wxr('main', 'https://net.example', ['Hello world', 'Alpha'])],
        [wxr('blog', 'https://net.example/a', ['Hello world', 'Beta'])],
      ],
    ],
    [
      'a site called as the other folder',
      () => [
        [write('lines.jsonl', JSON.stringify({ path: 'a.md', raw: '---\ntitle: A\n---\nx' })), '--site', 'posts'],
        [write('posts/a.md', '---\ntitle: A\n---\nx').replace('/a.md', ''), '--site', 'town'],
      ],
    ],
  ])('leave %s its own pieces, though keys end alike and a title is the same', async (_, imported) => {
    const [first, second] = imported();
    await run(...first!);
    const before = await db().select({ id: articles.id, sourceKey: articles.sourceKey }).from(articles);
    await run(...second!);
    const after = await db().select({ id: articles.id, sourceKey: articles.sourceKey }).from(articles);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length * 2);
  });

  it('have writers of their own, though all are called Admin, and tags in common', async () => {
    await run(ghost('one', ['Alpha'], titled('First blog')), ghost('other', ['Delta'], titled('Second blog')));
    const rows = await db().select({ title: articles.title, authorId: articles.authorId }).from(articles);
    expect(new Set(rows.map(({ authorId }) => authorId)).size).toBe(2);
    expect((await db().select().from(authors)).map(({ name }) => name)).toEqual(['Admin', 'Admin']);
  });

  it('that share an old address are told, and the first keeps it', async () => {
    await run(ghost('one', ['Hello world'], titled('First blog')));
    site.printed = [];
    await run(ghost('other', ['Hello world', 'Eta'], titled('Second blog')));
    expect(site.printed.join('\n')).toContain(
      'The old address /hello-world leads to "Hello world" already; it stays so.',
    );
    const [first] = await db().select().from(articles).where(like(articles.sourceKey, 'ghost:first-blog:%'));
    const [lead] = await db().select().from(redirects).where(eq(redirects.fromPath, '/hello-world'));
    expect(lead!.toId).toBe(first!.id);
  });

  it('and one name are refused before anything is written', async () => {
    await run(ghost('one', ['Alpha', 'Beta'], titled('My news')));
    await expect(run(ghost('other', ['Delta', 'Eta'], titled('My news')))).rejects.toThrow(
      /another site was imported under the name "my-news".*--site NAME/,
    );
    expect(await titlesNow()).toEqual(['Alpha', 'Beta']);
    expect(await run('other.json', '--site', 'other')).toBe(0);
    expect(await titlesNow()).toEqual(['Alpha', 'Beta', 'Delta', 'Eta']);
  });
});

describe('a source without a name', () => {
  it.each([
    ['Ghost', () => ghost('nameless', ['Alpha'])],
    ['Ghost as it is made', () => ghost('nameless', ['Alpha'], titled('Ghost'))],
    ['WordPress', () => wxr('nameless', '', ['Alpha'])],
    ['Hugo lines', () => write('lines.jsonl', JSON.stringify({ path: 'post/a.md', raw: '---\ntitle: A\n---\nx' }))],
    ['a Hugo folder', () => write('posts/a.md', '---\ntitle: A\n---\nx').replace('/a.md', '')],
    ['a dump', () => write('dump/Posts.xml', '<posts></posts>').replace('/Posts.xml', '')],
  ])('of %s ends with exit status 2 and says what to do; nothing of the others is written', async (_, make) => {
    const path = make();
    await expect(run(ghost('named', ['Named'], titled('A blog')), path)).rejects.toThrow(
      /needs a name for the site it comes from.*--site my-old-blog/,
    );
    expect(await db().$count(articles)).toBe(0);
    expect(await db().$count(importRuns)).toBe(0);
  });

  it('takes the one that the person gives, and refuses one that is none', async () => {
    expect(await run(ghost('nameless', ['Alpha']), '--site', 'https://Old.Example/blog/')).toBe(0);
    expect((await db().select().from(articles))[0]!.sourceKey).toBe('ghost:old.example/blog:1');
    await expect(run('nameless.json', '--site', 'a b:c')).rejects.toThrow('--site: "a b:c" must be an address or');
  });
});

describe('a Hugo folder', () => {
  it.each([
    ['hugo.toml', 'baseURL = "https://News.example/"', 'news.example'],
    ['config.yaml', 'baseURL: /\ntitle: Our Town\n', 'our-town'],
    ['config/_default/hugo.json', '{"baseURL":"http://example.org/","title":"Town Two"}', 'town-two'],
  ])('is called by its %s, in it or above it', async (file, text, name) => {
    rmSync(join(site.folder, 'town'), { recursive: true, force: true });
    write(`town/${file}`, text);
    write('town/content/post/a.md', '---\ntitle: A\ndate: 2020-01-01\n---\nx');
    expect(await run('town/content')).toBe(0);
    expect((await db().select().from(articles))[0]!.sourceKey).toBe(`hugo:${name}:post/a.md`);
  });
});

describe('what was imported before sources had names', () => {
  it('and was taken down stays away, where the address is the same', async () => {
    await db().delete(takedowns);
    await db().insert(takedowns).values({ kind: 'article', entityId: '77', sourceKey: 'ghost:1', reason: 'An order' });
    await db().insert(redirects).values({ fromPath: '/alpha', toKind: 'article', toId: 77 });
    await run(ghost('other', ['Delta'], titled('Second blog')), ghost('one', ['Alpha', 'Beta'], titled('First blog')));
    expect(await titlesNow()).toEqual(['Beta', 'Delta']);
    await db().delete(takedowns);
  });

  it.each([
    ['wxr:town.example:1', () => [wxr('one', 'https://town.example', ['Alpha', 'Beta'])]],
    [
      'hugo:posts:a.md',
      () => [write('posts/a.md', '---\ntitle: Alpha\n---\nx').replace('/a.md', ''), '--site', 'town'],
    ],
    [
      'hugo:lines:a.md',
      () => [
        write('lines.jsonl', JSON.stringify({ path: 'a.md', raw: '---\ntitle: Alpha\n---\nx' })),
        '--site',
        'town',
      ],
    ],
  ])('and was taken down as %s stays away', async (sourceKey, imported) => {
    await db().insert(takedowns).values({ kind: 'article', entityId: '78', sourceKey, reason: 'An order' });
    await run(...imported());
    expect(await titlesNow()).not.toContain('Alpha');
    await db().delete(takedowns);
  });
});

it('the numbered address of a post is kept for it', async () => {
  await run(wxr('one', 'https://one.example', ['Alpha', 'Beta']));
  const [beta] = await db().select().from(articles).where(eq(articles.title, 'Beta'));
  const [row] = await db().select().from(redirects).where(eq(redirects.fromPath, '/?p=2'));
  expect(row!.toId).toBe(beta!.id);
});

it('an old address that is a page of ours is told', async () => {
  await run(ghost('one', ['About', 'Videos', 'Beta'], titled('First blog')));
  expect(site.printed.join('\n')).toContain(
    'The old address /about is a page of this site; it does not lead to this piece.',
  );
  expect(site.printed.join('\n')).toContain('The old address /videos is a page of this site');
  expect(await db().$count(redirects)).toBe(1);
});

describe('two dumps with equal numbers', () => {
  const dump = (name: string, title: string) =>
    write(
      `${name}/Posts.xml`,
      `<posts><row Id="1" PostTypeId="1" CreationDate="2019-03-01T10:00:00.123" Score="1" Title="${title}" Body="&lt;p&gt;Words&lt;/p&gt;" OwnerUserId="7" /></posts>`,
    ).replace('/Posts.xml', '');

  it('are both whole; under one name the second is refused', async () => {
    expect(
      await run(dump('cooking.example.com', 'How to keep rice'), dump('tax.example.com', 'How to file a return')),
    ).toBe(0);
    expect((await db().select().from(questions)).map(({ title }) => title).sort()).toEqual([
      'How to file a return',
      'How to keep rice',
    ]);
    await expect(run(dump('b/cooking.example.com', 'How to sue a bank'))).rejects.toThrow('--site NAME');
    expect(await run('b/cooking.example.com', '--site', 'law.example.com')).toBe(0);
    expect(await db().$count(questions)).toBe(3);
    expect((await db().select({ id: questions.authorId }).from(questions)).length).toBe(3);
  });
});

it('schemes of two sites do not change each other', async () => {
  const line = (text: string) =>
    JSON.stringify({ scheme_name: 'Same scheme', details: text, level: 'State', benefits: 'b', eligibility: 'e' });
  await run(write('s1.jsonl', line('One text.')));
  await run(write('s2.jsonl', line('Another text.')), '--site', 'state-portal');
  expect(
    (await db().select().from(articles)).map(({ sourceKey }) => sourceKey.split(':').slice(0, 2).join(':')).sort(),
  ).toEqual(['scheme:myscheme', 'scheme:state-portal']);
});
