import { expect, it } from 'vitest';
import { tags } from '../../database/schema.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { linkResolver, readNamedKeys, readSiteKeys } from './site-keys.server.ts';

it('of a large site only what a text and its fields name is read', async () => {
  const { connection, close } = await openTestDatabase('demo');
  try {
    const tag = 'farm loan';
    await connection.db.insert(tags).values({ name: tag, displayName: tag });
    const all = await readSiteKeys(connection.db);
    const [article, other] = [...all.articles].filter(([, { status }]) => status === 'published').map(([key]) => key);
    const [[category], [author], [story]] = [
      [...all.categories.keys()],
      [...all.authors.keys()],
      [...all.webstories.keys()],
    ] as [[string], [string], [string]];
    const keys = await readNamedKeys(connection.db, [
      { categories: [category], author, sections: [{ items: [`webstory:${story}`] }] },
      `See [this](article:${article}#s-fees), [that](tag:${encodeURIComponent(tag)}) and [nothing](article:%00).`,
    ]);
    expect({
      articles: [...keys.articles.keys()],
      categories: [...keys.categories.keys()],
      authors: [...keys.authors.keys()],
      tags: [...keys.tags.keys()],
      webstories: [...keys.webstories.keys()],
      others: [keys.videos.size, keys.pages.size, keys.ctas.size],
    }).toEqual({
      articles: [article],
      categories: [category],
      authors: [author],
      tags: [tag],
      webstories: [story],
      others: [0, 0, 0],
    });
    const [named, whole] = [linkResolver(keys), linkResolver(all)];
    expect([named('article', article!), named('article', other!)]).toEqual([whole('article', article!), null]);
  } finally {
    await close();
  }
});
