import { listArticles } from '../../features/articles/articles.queries.server.ts';
import { getCategory } from '../../features/categories/categories.queries.server.ts';
import { isAboutScams } from '../../features/message-check/first-help.tsx';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { type CategoryModel, CategoryView } from './category-view.tsx';
import { listVideos } from '../../features/videos/videos.queries.server.ts';
import { listWebStories } from '../../features/webstories/webstories.queries.server.ts';
import { idOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import type { Handle } from '../../root.tsx';
import { servedPage } from '../served-page.tsx';
import { listingKind, listPageSize } from '../listing-parameters.ts';

export const handle: Handle = { place: 'categories' };

const mostStories = 8;

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'category');
  const { bodyHtml, key, ...category } = await getCategory(db, id);
  insistOn(category.canonicalUrl, url);
  const kind = listingKind(url);
  const [articles, videos, stories] = await Promise.all([
    kind === 'videos'
      ? null
      : listArticles(db, { articleCategories: [id], page, pageSize: listPageSize, sortKey: 'PUBLISHED_AT' }),
    kind === 'articles'
      ? null
      : listVideos(db, {
          videoCategories: [id],
          page: kind === 'videos' ? page : 1,
          pageSize: kind === 'videos' ? listPageSize : 12,
          sortKey: 'PUBLISHED_AT',
        }),
    kind === 'all' && page === 1 ? listWebStories(db, mostStories, { category: key }) : [],
  ]);
  insistOnItems(kind === 'videos' ? videos : articles, page);
  const seenNow = isAboutScams({ categories: [category] }) ? await listScamsSeen(db) : [];
  const model: CategoryModel = {
    category,
    bodyHtml,
    kind,
    articles,
    videos,
    seenNow,
    stories: stories.map(({ slug, lang, title, poster, canonicalUrl }) => ({
      slug,
      lang,
      title,
      poster,
      canonicalUrl,
    })),
    now: clock().toISOString(),
  };
  return { model, tags: [`category:${id}`, 'articles', 'videos', 'webstories', 'scams'] };
});

export default servedPage(CategoryView);
