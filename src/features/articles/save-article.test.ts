import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import {
  articleCategories,
  articles,
  articleTags,
  categories,
  redirects,
  searchDocuments,
  takedowns,
  tags,
} from '../../database/schema.ts';
import type { ArticleInput } from './article-input.ts';
import { saveArticles } from './save-article.server.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
const input = (more: Partial<ArticleInput> = {}): ArticleInput => ({
  sourceKey: 'wxr:example.org:1',
  title: 'Ration card',
  summary: 'How to get one.',
  body: 'Go to the [portal](https://nfsa.gov.in/).',
  lang: 'en',
  author: { key: 'asha', name: 'Asha' },
  categories: ['food'],
  tags: ['Ration Card', 'ration-card', 'Öl'],
  status: 'published',
  publishedAt: new Date('2026-01-05T06:00:00Z'),
  sources: [],
  corrections: [],
  isSample: false,
  oldPaths: ['/2019/Ration-Card/'],
  ...more,
});
const save = (more: Partial<ArticleInput> = {}, options = {}) =>
  database.db.transaction(async (tx) => (await saveArticles(tx, [input(more)], { mode: 'imported', ...options }))[0]!);
const stored = async (sourceKey: string) =>
  (await database.db.select().from(articles).where(eq(articles.sourceKey, sourceKey)))[0];

beforeAll(async () => {
  await database.db.insert(categories).values([
    { id: 269, key: 'food', name: 'Food', displayName: 'Food' },
    { id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' },
  ]);
});

it('a new piece is rendered, indexed, put into its category, with tags and author made for it', async () => {
  const saved = await save();
  expect(saved.outcome).toBe('created');
  const row = (await stored('wxr:example.org:1'))!;
  expect(row.bodyHtml).toContain('rel="nofollow noopener"');
  expect(row.createdAt).toEqual(new Date('2026-01-05T06:00:00Z'));
  expect(
    await database.db.select().from(articleCategories).where(eq(articleCategories.articleId, row.id)),
  ).toMatchObject([{ categoryId: 269 }]);
  expect((await database.db.select({ name: tags.name }).from(tags)).map(({ name }) => name).sort()).toEqual([
    'ration-card',
    'öl',
  ]);
  expect(
    await database.db
      .select({ toId: redirects.toId })
      .from(redirects)
      .where(eq(redirects.fromPath, '/2019/ration-card')),
  ).toEqual([{ toId: row.id }]);
  expect(
    await database.db
      .select({ id: searchDocuments.entityId })
      .from(searchDocuments)
      .where(eq(searchDocuments.kind, 'ARTICLE')),
  ).toEqual([{ id: row.id }]);
  expect(saved.cacheTags).toEqual(
    expect.arrayContaining([`article:${row.id}`, 'category:269', 'articles', 'feed', 'search']),
  );
});

it('the same again changes nothing; another text keeps the number and moves the date', async () => {
  const before = (await stored('wxr:example.org:1'))!;
  expect((await save()).outcome).toBe('unchanged');
  const changed = await save({ body: 'New words.', categories: ['schemes'], tags: [] });
  expect(changed).toMatchObject({ outcome: 'changed', id: before.id });
  expect(changed.cacheTags).toEqual(expect.arrayContaining(['category:269', 'category:252']));
  expect((await stored('wxr:example.org:1'))!.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  expect(await database.db.select().from(articleTags).where(eq(articleTags.articleId, before.id))).toEqual([]);
});

it('a link that leads elsewhere now is written anew without being news', async () => {
  const link = { sourceKey: 'content:links', oldPaths: [], body: '[a](article:b)' };
  await save(link);
  const before = (await stored('content:links'))!;
  expect((await save(link, { resolveLink: () => '/article/b-MQ' })).outcome).toBe('changed');
  const after = (await stored('content:links'))!;
  expect(after.bodyHtml).toContain('href="/article/b-MQ"');
  expect(after.updatedAt).toEqual(before.updatedAt);
});

it('unknown categories are reported, and the default takes a piece that would have none', async () => {
  const saved = await save(
    { sourceKey: 'wxr:example.org:2', oldPaths: [], categories: ['cricket'] },
    { defaultCategory: 'schemes' },
  );
  expect(saved.problems).toEqual([
    'The category "cricket" does not exist; the piece is not in it.',
    'It has no category of ours and goes to "schemes".',
  ]);
});

it('a draft is stored and nothing finds it', async () => {
  const { id } = await save({ sourceKey: 'wxr:example.org:3', oldPaths: [], status: 'draft' });
  expect((await stored('wxr:example.org:3'))!.status).toBe('draft');
  expect(await database.db.select().from(searchDocuments).where(eq(searchDocuments.entityId, id!))).toEqual([]);
});

it('what was taken down does not come back', async () => {
  await database.db
    .insert(takedowns)
    .values({ kind: 'article', entityId: '9', sourceKey: 'wxr:example.org:9', reason: 'Court order' });
  expect(await save({ sourceKey: 'wxr:example.org:9' })).toMatchObject({
    outcome: 'taken down',
    id: null,
  });
});

it('a batch keeps the order, refuses repeated keys, empty titles and bodies that are too long, and takes NUL and lone surrogates', async () => {
  const results = await database.db.transaction((tx) =>
    saveArticles(
      tx,
      [
        input({ sourceKey: 'b:1', oldPaths: [] }),
        input({ sourceKey: 'b:1' }),
        input({ sourceKey: 'b:2', title: ' ' }),
        input({ sourceKey: 'b:3', body: 'a'.repeat(500_001) }),
        input({
          sourceKey: 'b:4',
          oldPaths: [],
          title: 'A\u0000B\ud800',
          body: 'x\u0000\udfff',
          tags: ['\u0000', 'a\ud800'],
        }),
      ],
      { mode: 'imported' },
    ),
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'refused', 'refused', 'created']);
  expect((await stored('b:4'))!.title).toBe('AB\ufffd');
});

it('a fixed number stays with its piece when the file is renamed, and is refused to another source', async () => {
  await save({ sourceKey: 'content:old-name', id: 1001, oldPaths: [] });
  expect(await save({ sourceKey: 'content:new-name', id: 1001, oldPaths: [] })).toMatchObject({
    outcome: 'changed',
    id: 1001,
  });
  expect(await stored('content:old-name')).toBeUndefined();
  expect((await save({ sourceKey: 'ghost:x:1', id: 1001, oldPaths: [] })).outcome).toBe('refused');
});
