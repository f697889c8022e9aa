import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Converted, ImportOptions } from '../import-source.ts';
import { openGhost } from './open-ghost.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';

const options: ImportOptions = {
  site: 'a',
  categoryMap: new Map(),
  ownCategories: new Map([['rights', 'rights']]),
};
const folder = newFolder();
let files = 0;

async function read(content: unknown): Promise<(Converted | Error)[]> {
  const path = join(folder, `${(files += 1)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  const results: (Converted | Error)[] = [];
  try {
    const source = await openGhost({ path, name: 'x.json', size: 1, isGzip: false, fingerprint: 'x' }, options);
    for await (const { convert } of source.entries()) {
      try {
        results.push(await convert());
      } catch (error) {
        results.push(error as Error);
      }
    }
  } catch (error) {
    results.push(error as Error);
  }
  return results;
}
const post = {
  id: 'p1',
  title: 'A "post" {with} [marks]',
  slug: 'a-post',
  html: '<p>Hi</p>',
  status: 'published',
  visibility: 'public',
  published_at: '2025-01-01T00:00:00.000Z',
};
const data = (posts: object[], more: object = {}) => ({ posts, ...more });

describe('a Ghost export', () => {
  const whole = data([post], {
    users: [{ id: 'u1', name: 'Asha' }],
    tags: [
      { id: 't1', name: 'Rights' },
      { id: 't2', name: 'News' },
      { id: 't3', name: '#internal' },
    ],
    posts_tags: [
      { post_id: 'p1', tag_id: 't2', sort_order: 1 },
      { post_id: 'p1', tag_id: 't1', sort_order: 0 },
      { post_id: 'p1', tag_id: 't3', sort_order: 2 },
    ],
    posts_authors: [{ post_id: 'p1', author_id: 'u1' }],
  });
  test.each([
    ['db', { db: [{ meta: {}, data: whole }] }],
    ['data', { meta: {}, data: whole }],
    ['flat', whole],
    ['tables before posts', { users: whole.posts && (whole as Record<string, unknown>).users, ...whole }],
  ])('wrapped in %s gives its posts with author and tags', async (_, content) => {
    expect(await read(content)).toMatchObject([
      {
        kind: 'article',
        article: {
          sourceKey: 'ghost:a:p1',
          title: post.title,
          body: 'Hi',
          author: { name: 'Asha' },
          categories: ['rights'],
          tags: ['News'],
          oldPaths: ['/a-post/'],
        },
      },
    ]);
  });

  test('only what is public is shown', async () => {
    expect(
      await read(
        data([
          { ...post, visibility: 'members' },
          { ...post, visibility: 'paid' },
          { ...post, status: 'sent' },
          { ...post, status: 'odd' },
        ]),
      ),
    ).toEqual(Array(4).fill(expect.objectContaining({ kind: 'skipped' })));
    expect(await read(data([{ ...post, status: 'draft' }]))).toMatchObject([
      { article: { status: 'draft', oldPaths: [] } },
    ]);
    expect(await read(data([{ ...post, status: 'scheduled', published_at: '2999-01-01' }]))).toMatchObject([
      { kind: 'article', article: { publishedAt: null } },
    ]);
  });

  test('a day that does not exist is no other day, and the report says so', async () => {
    expect(await read(data([{ ...post, published_at: '2025-02-30T00:00:00.000Z' }]))).toMatchObject([
      { article: { publishedAt: null }, notes: [expect.stringContaining('no date')] },
    ]);
  });

  test('an old page is an article without a date, whichever version of Ghost says that it is one', async () => {
    const dated = { ...post, updated_at: '2025-02-01T00:00:00.000Z' };
    const [asPost, ...pages] = await read(
      data([dated, ...[{ type: 'page' }, { page: true }, { page: 1 }].map((sign) => ({ ...dated, ...sign }))]),
    );
    expect(asPost).toMatchObject({ article: { publishedAt: new Date(post.published_at) }, notes: [] });
    expect(pages).toHaveLength(3);
    for (const page of pages)
      expect(page).toMatchObject({
        article: { status: 'published', publishedAt: null, updatedAt: undefined },
        notes: ['A page of the old site: it is an article without a date.'],
      });
  });

  test('cards of Lexical and Mobiledoc keep their words, or are named', async () => {
    const cards: [string, object][] = [
      ['markdown', { markdown: '**Bold** card\n\n- one\n- two, see https://e.org/a।' }],
      ['callout', { calloutEmoji: '💡', calloutText: '<p>Keep the <b>receipt</b></p>' }],
      ['header', { header: 'Big', subheader: 'Small', buttonUrl: 'https://e.org/go', buttonText: 'Go' }],
      [
        'product',
        {
          productTitle: 'Kit',
          productDescription: '<p>For all</p>',
          productUrl: 'https://e.org/kit',
          productButton: 'See',
        },
      ],
      ['signup', { header: 'Join' }],
      ['video', { src: 'https://e.org/v.mp4', caption: 'How to' }],
      ['novelty', { thing: 1 }],
    ];
    const lexical = JSON.stringify({ root: { children: cards.map(([type, fields]) => ({ type, ...fields })) } });
    const mobiledoc = JSON.stringify({
      cards: cards.map(([type, fields]) => [type === 'markdown' ? 'card-markdown' : type, fields]),
      sections: cards.map((_, index) => [10, index]),
    });
    const taken = await read(
      data([
        { ...post, html: null, lexical },
        { ...post, html: null, mobiledoc },
      ]),
    );
    const body = [
      '**Bold** card',
      '- one\n- two, see <https://e.org/a>।',
      '> 💡 Keep the **receipt**',
      '## Big',
      'Small',
      '[Go](https://e.org/go)',
      '#### Kit',
      'For all',
      '[See](https://e.org/kit)',
      '<https://e.org/v.mp4>',
      '*How to*',
    ].join('\n\n');
    const notes = ['a form to sign up', 'a card of the kind "kg-novelty-card"'].map((what) => `Left out: ${what}.`);
    for (const one of taken)
      expect(one).toMatchObject({ article: { body }, notes: expect.arrayContaining(notes) as unknown });
  });

  test('a callout of its HTML is one quote with its sign; a link to a place in itself leads there', async () => {
    const html =
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Keep it</div></div><p><a href="__GHOST_URL__/hello/#who">Who</a></p><h2 id="who">Who may</h2>';
    expect(await read(data([{ ...post, slug: 'hello', html }]))).toMatchObject([
      { article: { body: '> 💡 Keep it\n\n[Who](#s-who-may)\n\n## Who may' } },
    ]);
  });

  test('text comes from Lexical or Mobiledoc where there is no HTML', async () => {
    const lexical = JSON.stringify({
      root: {
        children: [
          {
            type: 'paragraph',
            children: [
              { type: 'extended-text', text: 'Bold <b>', format: 1 },
              { type: 'link', url: 'https://e.org/', children: [{ type: 'text', text: 'link' }] },
            ],
          },
          { type: 'image', src: 'https://e.org/i.png', alt: 'I' },
        ],
      },
    });
    const mobiledoc = JSON.stringify({
      markups: [['em'], ['a', ['href', 'https://e.org/']]],
      cards: [['hr', {}]],
      sections: [
        [1, 'h2', [[0, [], 0, 'Head']]],
        [
          1,
          'p',
          [
            [0, [0], 1, 'x'],
            [0, [1], 1, 'y'],
          ],
        ],
        [3, 'ul', [[[0, [], 0, 'li']]]],
        [10, 0],
      ],
    });
    expect(
      await read(
        data([
          { ...post, html: null, lexical },
          { ...post, html: '', mobiledoc },
          { ...post, html: null, lexical: '{"root":1}' },
        ]),
      ),
    ).toMatchObject([
      { article: { body: '**Bold \\<b>**[link](https://e.org/)\n\n![I](https://e.org/i.png)' } },
      { article: { body: '## Head\n\n*x*[y](https://e.org/)\n\n- li\n\n---' } },
      { article: { body: '' }, notes: [expect.stringContaining('could not be read'), expect.anything()] },
    ]);
  });

  test('that is cut off gives what is whole and says so; other JSON is no export', async () => {
    const text = JSON.stringify({ data: data([post, { ...post, id: 'p2' }]) });
    expect(await read(text.slice(0, -20))).toMatchObject([
      { kind: 'article' },
      expect.objectContaining({ message: expect.stringContaining('ends in the middle') }),
    ]);
    expect(await read({ hello: 1 })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('no Ghost export') }),
    ]);
    expect(await read('')).toEqual([expect.objectContaining({ message: 'The file is empty.' })]);
    expect(await read('{"posts": ]')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('brackets') }),
    ]);
  });

  test.each([
    ['a raw tab', '"x\ty"'],
    ['a trailing comma', '["x",]'],
    ['a bad escape', '"\\x"'],
  ])('with %s in one post loses that post alone', async (_, wrong) => {
    const text = JSON.stringify(data([post, { ...post, id: 'p2', plaintext: 0 }, { ...post, id: 'p3' }]));
    expect(await read(text.replace('"plaintext":0', `"plaintext":${wrong}`))).toMatchObject([
      { kind: 'article' },
      expect.objectContaining({ message: expect.stringContaining('It is not JSON') }),
      { kind: 'article' },
    ]);
  });

  test('has a list of posts: an object is none', async () => {
    expect(await read({ posts: { first: post } })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('no posts in it') }),
    ]);
  });

  test('a post over 1 MB is lost alone', async () => {
    expect(await read(data([{ ...post, html: 'x'.repeat(1_100_000) }, post]))).toMatchObject([
      expect.objectContaining({ message: expect.stringContaining('1 MB') }),
      { kind: 'article' },
    ]);
  });
});
