import { listCategoriesWithVideos, listVideos } from '../../features/videos/videos.queries.server.ts';
import { type VideosModel, VideosView } from './videos-view.tsx';
import { insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { chosenIn } from '../page-in.ts';
import { insistOnCategory, listPageSize } from '../listing-parameters.ts';

export const loader = pageLoader(async ({ services, url, page }) => {
  const { db } = services.connection;
  insistOn('/videos', url);
  const categoryId = chosenIn(url, 'category', 'category');
  await insistOnCategory(db, categoryId);
  const [videos, categories] = await Promise.all([
    listVideos(db, {
      videoCategories: categoryId === null ? undefined : [categoryId],
      page,
      pageSize: listPageSize,
      sortKey: 'PUBLISHED_AT',
    }),
    listCategoriesWithVideos(db),
  ]);
  insistOnItems(videos, page);
  return { model: { videos, categories, categoryId } satisfies VideosModel, tags: ['videos'] };
});

export default servedPage(VideosView);
