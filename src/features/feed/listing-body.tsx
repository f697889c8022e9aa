import type { ReactNode } from 'react';
import type { Listing } from '../../platform/wire/wire.ts';
import { t } from '../../messages/messages.ts';
import type { Site } from '../../ui/site-context.ts';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { collectionPage } from '../../ui/structured-data.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { ArticleSummary } from '../articles/articles.contract.ts';
import type { Video } from '../videos/videos.contract.ts';
import { CardMain } from './cards/card-main.tsx';
import { CardVideo } from './cards/card-video.tsx';
import { CardWide } from './cards/card-wide.tsx';

import { type Chosen, isNarrow } from './list-chips.tsx';

export type ListingKind = 'all' | 'articles' | 'videos';

/** Model of category and tag pages: `all` shows a page of articles and a row of videos, the others one kind. */
export type ListingModel = {
  kind: ListingKind;
  articles: Listing<ArticleSummary> | null;
  videos: Listing<Video> | null;
  chosen?: Chosen;
};

const kindAddress = (path: string, kind: ListingKind, page = 1, chosen?: Chosen) =>
  addressWith(path, { kind: kind === 'all' ? null : kind, page, ...chosen });

const pagedOf = ({ kind, articles, videos }: ListingModel) => (kind === 'videos' ? videos : articles);

/** Canonical and neighbouring addresses for PageHead. */
export const placeInListing = (path: string, model: ListingModel) =>
  placeInList(pagedOf(model), (page) => kindAddress(path, model.kind, page));

export const listingData = (site: Site, name: string, path: string, model: ListingModel) =>
  collectionPage(site, { name, path: placeInListing(path, model).path, items: pagedOf(model)?.data ?? [] });

export function KindTabs({ path, kind, chosen }: { path: string; kind: ListingKind; chosen?: Chosen }) {
  const texts = { all: t.nav.all, articles: t.nav.articles, videos: t.nav.videos };
  return (
    <Tabs
      label={t.nav.kind}
      links={(['all', 'articles', 'videos'] as const).map((each) => ({
        text: texts[each],
        href: kindAddress(path, each, 1, chosen),
        isCurrent: each === kind,
      }))}
    />
  );
}

/** The first page starts with a wide card, where enough others follow to fill the grid. */
export function ArticleGrid({ articles, isFirstPage }: { articles: ArticleSummary[]; isFirstPage: boolean }) {
  const hasWide = isFirstPage && articles.length > 2;
  return (
    <div className="feed">
      {articles.map((article, at) =>
        hasWide && at === 0 ? (
          <CardWide key={article.id} item={article} />
        ) : (
          <CardMain key={article.id} item={article} />
        ),
      )}
    </div>
  );
}

export function VideoGrid({ videos }: { videos: Video[] }) {
  // A phone shows two columns, so the first two images are above the fold and load eagerly.
  return (
    <div className="reels">
      {videos.map((video, at) => (
        <CardVideo key={video.id} item={video} isFirst={at < 2} />
      ))}
    </div>
  );
}

export function VideoRow({ videos, title, href }: { videos: Video[]; title: string; href?: string }) {
  if (videos.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} href={href} dye="jamun" withNudge />
      <div className="row" tabIndex={0} role="group" aria-label={title}>
        {videos.map((video) => (
          <CardVideo key={video.id} item={video} />
        ))}
      </div>
    </section>
  );
}

/** `title` is the list's accessible name; `empty` is shown for an empty list. */
export function ListingBody({
  path,
  title,
  kind,
  articles,
  videos,
  chosen,
  empty,
}: ListingModel & { path: string; title: string; empty: ReactNode }) {
  const paged = kind === 'videos' ? videos : articles;
  const narrow = chosen !== undefined && isNarrow(chosen);
  const nothing = !articles?.data.length && (narrow || !videos?.data.length);
  if (nothing) return empty;
  return (
    <>
      {kind !== 'videos' && articles && articles.data.length > 0 && (
        <>
          <h2 className="vh">{title}</h2>
          <ArticleGrid articles={articles.data} isFirstPage={articles.page === 1} />
        </>
      )}
      {kind === 'videos' && videos && (
        <>
          <h2 className="vh">{t.video.heading}</h2>
          <VideoGrid videos={videos.data} />
        </>
      )}
      {paged && <Pager {...paged} hrefOf={(page) => kindAddress(path, kind, page, chosen)} />}
      {kind === 'all' && !narrow && videos && (
        <VideoRow videos={videos.data} title={t.video.heading} href={kindAddress(path, 'videos')} />
      )}
    </>
  );
}
