// @runs slow, on both databases
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { articles } from '../../database/schema.ts';
import { openImportSite } from '../../testing/import-site.ts';

const site = openImportSite();
const { db } = site;
const run = (...args: string[]) => site.run(...args, '--site', 'news');

type Post = {
  number?: number;
  title: string;
  slug?: string;
  text?: string;
  at?: string;
  own?: string;
  type?: string;
  status?: string;
};
const slugOf = ({ title, slug }: Post) => slug ?? title.toLowerCase().replaceAll(' ', '-');
/** Twelve words that no other subject has. */
const words = (about: string) => Array.from({ length: 12 }, (_, index) => `${about}${index}`).join(' ');
const dayOf = (index: number) => `2019-05-${String((index % 28) + 1).padStart(2, '0')}`;
let files = 0;
const write = (type: string, text: string) => {
  const name = `export-${(files += 1)}.${type}`;
  writeFileSync(join(site.folder, name), text);
  return name;
};

const makers = {
  Ghost: (posts: Post[]) =>
    write(
      'json',
      JSON.stringify({
        data: {
          posts: posts.map((post, index) => ({
            id: post.number ?? index + 1,
            uuid: post.own,
            title: post.title,
            slug: slugOf(post),
            type: post.type,
            status: post.status ?? 'published',
            html: `<p>${post.text ?? words(slugOf(post))}</p>`,
            published_at: post.at ?? `${dayOf(index)}T10:00:00.000Z`,
          })),
        },
      }),
    ),
  WordPress: (posts: Post[]) =>
    write(
      'xml',
      `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title><link>https://x.example</link><wp:wxr_version>1.2</wp:wxr_version>${posts
        .map(
          (post, index) =>
            `<item><title>${post.title}</title><link>https://x.example/${slugOf(post)}/</link>${post.own ? `<guid isPermaLink="false">https://${post.own}/?p=${post.number ?? index + 1}</guid>` : ''}<content:encoded><![CDATA[${post.text ?? words(slugOf(post))}]]></content:encoded><wp:post_id>${post.number ?? index + 1}</wp:post_id><wp:post_date_gmt>${(post.at ?? `${dayOf(index)}T10:00:00`).slice(0, 19).replace('T', ' ')}</wp:post_date_gmt><wp:post_type>${post.type ?? 'post'}</wp:post_type><wp:status>${post.status === 'draft' ? 'draft' : 'publish'}</wp:status></item>`,
        )
        .join('')}</channel></rss>`,
    ),
  Hugo: (posts: Post[]) =>
    write(
      'jsonl',
      posts
        .map((post, index) =>
          JSON.stringify({
            path: `post/${index + 1}.md`,
            raw: `---\ntitle: ${post.title}\ndate: ${post.at ?? dayOf(index)}\n---\n${post.text ?? words(slugOf(post))}`,
          }),
        )
        .join('\n'),
    ),
};
const titlesNow = async () =>
  (await db().select().from(articles).orderBy(articles.sourceKey)).map(({ title }) => title);
const titled = (...titles: string[]): Post[] => titles.map((title) => ({ title }));

describe('another site under a name that is taken', () => {
  it.each(Object.entries(makers))(
    'of %s is refused although its numbers and dates are the same to the millisecond',
    async (_, make) => {
      await run(make(titled('Alpha', 'Beta', 'Gamma')));
      await expect(run(make(titled('Delta', 'Eta', 'Theta', 'Iota')))).rejects.toThrow(
        /another site was imported under the name "news".*--site NAME/,
      );
      expect(await titlesNow()).toEqual(['Alpha', 'Beta', 'Gamma']);
    },
  );

  it('is refused where only its later pieces share numbers', async () => {
    await run(makers.WordPress([{ title: 'Alpha', number: 400 }]));
    const other = makers.WordPress(titled(...Array.from({ length: 400 }, (_, index) => `New ${index}`)));
    await expect(run(other)).rejects.toThrow('--site NAME');
    expect(await titlesNow()).toEqual(['Alpha']);
  });

  it('changes none of the other pieces where most are the same: those are told, and the exit status is 1', async () => {
    const first = titled('Alpha', 'Beta', 'Gamma', 'Delta');
    await run(makers.Ghost(first));
    const mixed = makers.Ghost([...first.slice(0, 3), { title: 'Eta' }, { title: 'Theta' }]);
    expect(await run(mixed)).toBe(1);
    expect(await titlesNow()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta', 'Theta']);
    expect(site.printed.join('\n')).toContain('"Delta" has its number under the name "news" already');
    site.printed = [];
    expect(await run(mixed, '--dry-run')).toBe(1);
    expect(site.printed.join('\n')).toContain('"Delta" has its number');
  });

  it.each([
    ['Ghost', makers.Ghost, ['5e1f8a60-0000-4000-8000-000000000001', '5e1f8a60-0000-4000-8000-000000000002']],
    ['WordPress', makers.WordPress, ['one.example', 'two.example']],
  ] as const)('of %s does not change a page that every site has', async (_, make, [one, two]) => {
    const about = { title: 'About', type: 'page' };
    await run(
      make([
        { title: 'Alpha', own: `${one}a` },
        { ...about, own: one, text: words('first') },
      ]),
    );
    const other = [
      { title: 'Alpha', own: `${one}a` },
      { ...about, own: two, text: words('second') },
    ];
    expect(await run(make(other))).toBe(1);
    const [row] = await db().select().from(articles).where(eq(articles.title, 'About'));
    expect(row!.body).toContain('first0');
  });
});

describe('a newer export of the same site changes its pieces', () => {
  const of = (post: Post): Post => ({ own: 'a.example', at: '2019-05-01T10:00:00.000Z', ...post });
  const before = of({ title: 'Alpha', text: `${words('one')} ${words('two')}` });
  const changes: [string, Post][] = [
    ['title', of({ ...before, title: 'Alpha, and more', slug: 'alpha' })],
    ['title and address', of({ ...before, title: 'Omega' })],
    ['title and text', of({ title: 'Omega', slug: 'alpha', text: words('new') })],
    ['text', of({ title: 'Alpha', text: words('new') })],
    ['day', of({ ...before, at: '2020-01-01T00:00:00.000Z' })],
    ['title, address and day', of({ ...before, title: 'Omega', at: '2020-01-01T00:00:00.000Z' })],
  ];
  it.each(changes)('that have another %s', async (what, after) => {
    for (const [name, make] of Object.entries(makers)) {
      await db().delete(articles);
      await run(make([before, of({ title: 'Beta', own: 'b.example' })]));
      // A Hugo file that has another text as well as another day is known by its path and title.
      const posts = [after, of({ title: 'Beta', own: 'b.example' })];
      expect(await run(make(posts)), `${name}: ${what}`).toBe(0);
      expect(await titlesNow(), `${name}: ${what}`).toEqual([after.title, 'Beta']);
    }
  });

  it('that were drafts with another title, address, day and text, by the lasting id', async () => {
    for (const make of [makers.Ghost, makers.WordPress]) {
      await db().delete(articles);
      await run(make([{ title: 'Untitled', status: 'draft', own: 'a.example' }]));
      await run(make([{ title: 'A real one', own: 'a.example', at: '2021-01-01T00:00:00.000Z' }]));
      expect(await titlesNow()).toEqual(['A real one']);
    }
  });

  it('that have a new title and, because the site moved, a new guid', async () => {
    const page = { title: 'Help', slug: 'help', type: 'page' };
    await run(makers.WordPress([{ ...page, own: 'old.example' }]));
    expect(await run(makers.WordPress([{ ...page, title: 'Help us', own: 'new.example' }]))).toBe(0);
    expect(await titlesNow()).toEqual(['Help us']);
  });

  it('that were imported before their ids were kept: then they get one', async () => {
    await run(makers.Ghost([{ title: 'Alpha', own: 'a1' }]));
    await db().update(articles).set({ sourceId: null });
    await run(makers.Ghost([{ title: 'Alpha', own: 'a1' }]));
    expect((await db().select().from(articles))[0]!.sourceId).toBe('a1');
  });
});
