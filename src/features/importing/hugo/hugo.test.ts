import { describe, expect, test } from 'vitest';
import type { NamedOptions } from '../import-source.ts';
import { readHugoFile } from './hugo-front-matter.ts';
import { convertHugoFile } from './hugo-to-article.ts';

const options: NamedOptions = {
  site: 'site',
  categoryMap: new Map([
    ['privacy', 'rights'],
    ['noise', null],
  ]),
  ownCategories: new Map([
    ['rights', 'rights'],
    ['jobs', 'jobs'],
    ['work', 'jobs'],
  ]),
};
const take = (raw: string, path = 'content/post/a-post.md', baseUrl?: string) => {
  const converted = convertHugoFile(path, raw, { ...options, baseUrl });
  if (converted.kind !== 'article') throw new Error(converted.reason);
  return converted;
};

describe('a Hugo file', () => {
  test.each([
    ['TOML', '+++\ntitle = "A post"\ndate = 2021-10-30T05:20:04Z\ntags = ["x"]\n+++\nBody'],
    ['YAML', '---\ntitle: A post\ndate: 2021-10-30T05:20:04Z\ntags: [x]\n---\nBody'],
    ['JSON', '{"title": "A post", "date": "2021-10-30T05:20:04Z", "tags": ["x"]}\nBody'],
  ])('has front matter in %s', (_, raw) => {
    const { article } = take(raw);
    expect(article).toMatchObject({
      title: 'A post',
      body: 'Body',
      tags: ['x'],
      status: 'published',
      sourceKey: 'hugo:site:content/post/a-post.md',
    });
    expect(article.publishedAt?.toISOString()).toBe('2021-10-30T05:20:04.000Z');
  });

  test('keeps its old addresses: slug, file path, aliases', () => {
    const { article } = take('---\ntitle: A\nslug: short\naliases: [/old/one/, "https://e.org/two"]\n---\nx');
    expect(article.oldPaths).toEqual(['/old/one/', '/two', '/short', '/post/short', '/post/a-post']);
    expect(take('---\ntitle: A\n---\nx', 'content/post/bundle/index.md').article.oldPaths).toEqual([
      '/bundle',
      '/post/bundle',
    ]);
  });

  test('links within the page lead to its headings, by the names that Hugo gives them or their authors', () => {
    const { article } = take(
      '---\ntitle: A\n---\n[a](#who-can-apply) [b](#शुल्क-और-समय) [c](#own) [d](#fees-1) [e](#nowhere)\n\n## Who *can* apply?\n\n' +
        '## शुल्क और समय\n\n## Named {#own .x}\n\n## Fees\n\n## Fees ##\n\n```\n## code {#x}\n```',
    );
    expect(article.body).toBe(
      '[a](#s-who-can-apply) [b](#s-shulk-aur-samay) [c](#s-named) [d](#s-fees-2) e\n\n## Who *can* apply?\n\n' +
        '## शुल्क और समय\n\n## Named\n\n## Fees\n\n## Fees\n\n```\n## code {#x}\n```',
    );
    const bodyOf = (body: string) => take(`---\ntitle: A\n---\n${body}`).article.body;
    expect(bodyOf('## Who {#who}\n\n## Set {1, 2}\n\nText {#not}')).toBe('## Who\n\n## Set {1, 2}\n\nText {#not}');
  });

  test('a link to a content file leads to its page', () => {
    expect(
      take('---\ntitle: A\n---\n[q](b.md) [r](../x/c.md#who) [s](/guides/d.md) [u](https://e.org/README.md)').article
        .body,
    ).toBe('[q](/post/b) [r](/x/c#who) [s](/guides/d) [u](https://e.org/README.md)');
  });

  test('the same piece in two languages has two old addresses', () => {
    const inEnglish = take('---\ntitle: A\n---\nx', 'content/blog/aa.md').article;
    const inHindi = take('---\ntitle: A\n---\nx', 'content/blog/aa.hi.md').article;
    expect(inEnglish.oldPaths).toEqual(['/aa', '/blog/aa']);
    expect(inHindi).toMatchObject({ lang: 'hi', oldPaths: ['/hi/aa', '/hi/blog/aa'] });
    expect(take('---\ntitle: A\n---\nx', 'content/blog/aa/index.hi.md').article).toMatchObject({
      lang: 'hi',
      oldPaths: inHindi.oldPaths,
    });
    expect(take('---\ntitle: A\n---\nx', 'content/blog/aa.en.md').article.oldPaths).toEqual(inEnglish.oldPaths);
  });

  test('their categories become ours by name or by the map, else tags', () => {
    const { article } = take('---\ntitle: A\ncategories: [Privacy, Work, Noise, Other]\ntags: [other, New]\n---\nx');
    expect(article.categories).toEqual(['rights', 'jobs']);
    expect(article.tags).toEqual(['Other', 'New']);
    expect(take('---\ntitle: A\n---\nx').article.categories).toEqual(['rights']);
  });

  test('drafts stay drafts, what has expired is one, an undated one has no date', () => {
    expect(take('---\ntitle: A\ndraft: true\n---\nx').article).toMatchObject({ status: 'draft', oldPaths: [] });
    expect(take('---\ntitle: A\nexpiryDate: 2020-01-01\n---\nx').article.status).toBe('draft');
    expect(take('---\ntitle: A\ndate: someday\n---\nx')).toMatchObject({
      article: { publishedAt: null },
      notes: ['Its date is no day that can be read: someday', expect.stringContaining('no date')],
    });
  });

  test('shortcodes become pictures, captions and links; unknown ones are told; code keeps them', () => {
    const { article, notes, images } = take(
      '---\ntitle: A\ndate: 2020-01-01\n---\n{{< gallery >}}\n{{< galleryImg src="https://e.org/a.png" width="1" >}}{{< /gallery >}}\n\n{{< figure src="https://e.org/b.png" alt="B" caption="Cap" >}}\n\n{{< youtube abcdefghijk >}}\n\n{{% odd x="1" %}}\n\n```\n{{</* youtube x */>}}\n```',
    );
    expect(article.body).toContain('![](<https://e.org/a.png>)');
    expect(article.body).toContain('![B](<https://e.org/b.png>)\n\n*Cap*');
    expect(article.body).toContain('[Video on YouTube](<https://www.youtube.com/watch?v=abcdefghijk>)');
    expect(article.body).toContain('{{< youtube x >}}');
    expect(notes).toEqual(['Left out: the shortcode odd.']);
    expect(images.map(({ url }) => url)).toEqual(['https://e.org/a.png', 'https://e.org/b.png']);
  });

  test.each(['no front matter', '+++\nx = \n+++\n', '---\na: [\n---\n', '---\ntitle: A\n', '{"title": "A"'])(
    'that is broken (%j) is refused in plain words',
    (raw) => {
      expect(() => readHugoFile(raw)).toThrow(/front matter/);
    },
  );

  test('keys of the prototype are keys like any other', () => {
    take('{"__proto__": {"draft": true}, "title": "A"}\nx');
    expect(({} as { draft?: boolean }).draft).toBeUndefined();
  });
});

test('a day that does not exist is no other day in any front matter, and the report says so', () => {
  for (const day of ['2021-02-30', '2022-06-31T10:00:00Z'])
    for (const raw of [`---\ntitle: A\ndate: ${day}\n---\n`, `+++\ntitle = "A"\ndate = ${day} # so\n+++\n`]) {
      const { article, notes } = take(`${raw}Text`);
      expect(article.publishedAt).toBeNull();
      expect(notes[0]).toBe(`Its date is no day that can be read: ${day}`);
    }
  const raw =
    '+++\ntitle = "A"\ndate = 2024-02-29\nlastmod = 2024-03-01T10:00:00+05:30\nexpiryDate = 2023-06-31\n+++\nText';
  const { article, notes } = take(raw);
  expect(article).toMatchObject({
    publishedAt: new Date('2024-02-29T00:00:00+05:30'),
    updatedAt: new Date('2024-03-01T10:00:00+05:30'),
  });
  expect(notes).toEqual(['Its expiryDate is no day that can be read: 2023-06-31']);
});

test('a reference leads to the piece by the path of its file, whatever its address was', () => {
  const raw = `---\ntitle: A\nurl: /from/here/\n---\n{{< ref "b.md" >}} [b]({{< ref "b.hi.md#fee" >}}) [c]({{% relref path="/docs/c/index.md" %}}) ![P](p.jpg) [d](d.pdf)`;
  for (const baseUrl of ['https://old.example/', undefined]) {
    const { article, lost } = take(raw, 'content/posts/a.md', baseUrl);
    expect(article.body).toContain('[b](/hi/posts/b#fee) [c](/docs/c)');
    expect(article.body).not.toContain('piece.invalid');
    expect(article.body).toContain(baseUrl ? 'https://old.example/from/here/p.jpg' : '](p.jpg)');
    expect(lost).toEqual([]);
  }
  for (const address of ['url: /x/y/', 'slug: z', 'aliases: [/x/y/]']) {
    const target = `---\ntitle: B\n${address}\n---\nText`;
    expect(take(target, 'content/posts/b.md').article.oldPaths).toContain('/posts/b');
  }
});

test('pictures of a bundle and links to files stand where Hugo shows them', () => {
  const raw =
    '---\ntitle: A\nslug: other\ndate: "2024-02-29"\n---\n![P](p.jpg) [next]({{< ref "next.md#fee" >}}) [far]({{< relref "/docs/far/index.md" >}})';
  const converted = convertHugoFile('content/posts/bundle/index.md', raw, {
    ...options,
    baseUrl: 'https://old.example/',
  });
  expect(converted).toMatchObject({
    article: {
      body: '![P](https://old.example/posts/other/p.jpg) [next](/posts/next#fee) [far](/docs/far)',
    },
  });
});
