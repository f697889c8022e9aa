import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { KindTabs, ListingBody, listingData, placeInListing } from '../../features/feed/listing-body.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import { getTag } from '../../features/tags/tags.queries.server.ts';
import { type ModelOf, idOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { listed } from './listed.server.ts';

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'tag');
  const tag = await getTag(db, id);
  insistOn(tag.canonicalUrl, url);
  const list = await listed(db, url, page, { articles: { articleTags: [id] }, videos: { videoTags: [id] } });
  const model = { tag, ...list, now: clock().toISOString() };
  return { model, tags: [`tag:${id}`, 'articles', 'videos'] };
});

type Model = ModelOf<typeof loader>;

function TagView(model: Model) {
  const { tag, kind } = model;
  const page = (kind === 'videos' ? model.videos : model.articles)?.page ?? 1;
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(tag.displayName, page))}
        description={t.tag.describe(tag.displayName)}
        {...placeInListing(tag.canonicalUrl, model)}
        data={(site) => [listingData(site, tag.displayName, tag.canonicalUrl, model)]}
      />
      <Breadcrumbs crumbs={[{ name: t.tag.index, href: '/tags' }, { name: tag.displayName }]} />
      <div className="intro">
        <h1 lang={langOf(tag.displayName)}>{tag.displayName}</h1>
        <p className="meta">
          <span>{t.tag.label}</span>
          <span>{t.tag.articleCount(tag.articleCount)}</span>
          <span>{t.tag.videoCount(tag.videoCount)}</span>
        </p>
      </div>
      <KindTabs path={tag.canonicalUrl} kind={kind} />
      <div className="page">
        <div className="pile">
          <ListingBody
            path={tag.canonicalUrl}
            title={t.category.articles(tag.displayName)}
            kind={kind}
            articles={model.articles}
            videos={model.videos}
            empty={
              <Empty icon="papers" title={t.tag.empty(tag.displayName)} note={t.category.emptyNote}>
                <a className="btn" href="/#categories">
                  {t.search.browse}
                </a>
              </Empty>
            }
          />
        </div>
        <Rail now={model.now} />
      </div>
    </div>
  );
}

export default servedPage(TagView);
