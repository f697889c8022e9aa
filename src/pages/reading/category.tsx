import { getCategory } from '../../features/categories/categories.queries.server.ts';
import { isAboutScams } from '../../features/message-check/first-help.tsx';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { type CategoryModel, CategoryView } from './category-view.tsx';
import { listWebStories } from '../../features/webstories/webstories.queries.server.ts';
import { idOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { listed } from './listed.server.ts';

const mostStories = 8;

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'category');
  const { bodyHtml, key, ...category } = await getCategory(db, id);
  insistOn(category.canonicalUrl, url);
  const list = await listed(db, url, page, {
    articles: { articleCategories: [id] },
    videos: { videoCategories: [id] },
  });
  const stories = list.kind === 'all' && page === 1 ? await listWebStories(db, mostStories, { category: key }) : [];
  const seenNow = isAboutScams({ categories: [category] }) ? await listScamsSeen(db) : [];
  const model: CategoryModel = {
    category,
    bodyHtml,
    ...list,
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
