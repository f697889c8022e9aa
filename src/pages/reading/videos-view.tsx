import type { Listing } from '../../platform/wire/wire.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { collectionPage } from '../../ui/structured-data.ts';
import { CategoryChips, type CategoryChoice } from '../../features/categories/category-chips.tsx';
import { VideoGrid } from '../../features/feed/listing-body.tsx';
import type { Video } from '../../features/videos/videos.contract.ts';

export type VideosModel = {
  videos: Listing<Video>;
  /** Only categories with videos. */
  categories: CategoryChoice[];
  categoryId: number | null;
};

const address = (categoryId: number | null, page = 1) => addressWith('/videos', { category: categoryId, page });

export function VideosView({ videos, categories, categoryId }: VideosModel) {
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
