import { listCategoriesWithVideos, listVideos } from '../../features/videos/videos.queries.server.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { collectionPage } from '../../ui/structured-data.ts';
import { CategoryChips } from '../../features/categories/category-chips.tsx';
import { VideoGrid } from '../../features/feed/listing-body.tsx';
import { type ModelOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { chosenIn } from '../page-in.ts';
import { insistOnCategory, listPageSize } from '../listing-parameters.ts';

const address = (categoryId: number | null, page = 1) => addressWith('/videos', { category: categoryId, page });

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
  return { model: { videos, categories, categoryId }, tags: ['videos'] };
});

type Model = ModelOf<typeof loader>;

function VideosView({ videos, categories, categoryId }: Model) {
  const chosen = categories.find((category) => category.id === categoryId);
  const heading = chosen ? t.video.headingIn(chosen.displayName) : t.video.heading;
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(heading, videos.page))}
        description={t.video.describe}
        {...placeInList(videos, (page) => address(categoryId, page))}
        data={(site) => [
          collectionPage(site, { name: heading, path: address(categoryId, videos.page), items: videos.data }),
        ]}
      />
      <Breadcrumbs crumbs={[{ name: t.nav.videos }]} />
      <div className="intro">
        <h1>{heading}</h1>
        <p className="standfirst">{t.video.standfirst}</p>
      </div>
      <div className="pile">
        {categories.length > 0 && (
          <CategoryChips
            label={t.video.narrow}
            any={t.video.allCategories}
            categories={categories}
            chosen={categoryId}
            hrefOf={(id) => address(id)}
          />
        )}
        <h2 className="vh">{t.nav.videos}</h2>
        {videos.data.length > 0 ? (
          <VideoGrid videos={videos.data} />
        ) : (
          <Empty icon="video" dye="jamun" title={t.video.empty}>
            <a className="btn" href="/videos">
              {t.video.allCategories}
            </a>
          </Empty>
        )}
        <Pager {...videos} hrefOf={(page) => address(categoryId, page)} />
      </div>
    </div>
  );
}

export default servedPage(VideosView);
