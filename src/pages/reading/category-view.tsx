import { t } from '../../messages/messages.ts';
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { keepTogether, keepTogetherInHtml } from '../../ui/keep-together.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { CardCategoryCarousel } from '../../features/feed/cards/card-category-carousel.tsx';
import {
  KindTabs,
  ListingBody,
  listingData,
  type ListingModel,
  placeInListing,
} from '../../features/feed/listing-body.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import { FirstHelp, isAboutScams } from '../../features/message-check/first-help.tsx';
import { type ScamSeen, SeenNow } from '../../features/message-check/seen-now.tsx';
import type { Category, RelatedCategory } from '../../features/categories/categories.contract.ts';
import { type StoryCard, StoryRow } from '../../features/webstories/story-row.tsx';
import { isUrgent, useLook } from '../../features/categories/category-look.tsx';

export type CategoryModel = ListingModel & {
  category: Category;
  /** Sanitised HTML of categoryAdditionalDetails.body; '' where there is none. */
  bodyHtml: string;
  /** Ancestors, root first. */
  parents?: Crumb[];
  /** Empty outside the category of scams. */
  seenNow: ScamSeen[];
  stories: StoryCard[];
  now: string;
};

function Tiles({ title, categories }: { title: string; categories: RelatedCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} withNudge={categories.length > 4} />
      <CardCategoryCarousel categories={categories} label={title} />
    </section>
  );
}

export function CategoryView(model: CategoryModel) {
  const { category, bodyHtml, kind } = model;
  const look = useLook(category.id);
  const name = category.displayName;
  const heading = category.categoryAdditionalDetails?.pageHeading || name;
  const page = (kind === 'videos' ? model.videos : model.articles)?.page ?? 1;
  const hasBody = bodyHtml !== '' && page === 1;
  return (
    <div className="wrap" data-help={isUrgent(look.icon) || undefined}>
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(category.title || heading, page))}
        description={category.description || t.category.describe(name)}
        {...placeInListing(category.canonicalUrl, model)}
        data={(site) => [listingData(site, heading, category.canonicalUrl, model)]}
      />
      {isAboutScams({ categories: [category] }) && <FirstHelp />}
      <Breadcrumbs crumbs={[...(model.parents ?? []), { name }]} />
      <div className="intro" data-dye={look.dye}>
        <h1 lang={langOf(heading)}>{heading}</h1>
        {category.description && (
          <p className="standfirst" lang={langOf(category.description)}>
            {keepTogether(category.description)}
          </p>
        )}
        {hasBody && (
          <p>
            <a href="#about">{t.category.startHere}</a>
          </p>
        )}
      </div>
      <KindTabs path={category.canonicalUrl} kind={kind} />
      <div className="page">
        <div className="pile">
          <SeenNow scams={model.seenNow} />
          <Tiles title={t.category.within} categories={category.childCategories} />
          <ListingBody
            path={category.canonicalUrl}
            title={t.category.articles(name)}
            kind={kind}
            articles={model.articles}
            videos={model.videos}
            empty={
              <Empty icon={look.icon} dye={look.dye} title={t.category.empty(name)} note={t.category.emptyNote}>
                <a className="btn" href="/#categories">
                  {t.search.browse}
                </a>
              </Empty>
            }
          />
          <StoryRow stories={model.stories} />
          {hasBody && (
            <section id="about">
              <SectionHead title={t.category.about(name)} dye={look.dye} />
              <div className="md" dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(bodyHtml) }} />
            </section>
          )}
          <Tiles title={t.category.close} categories={category.relatedCategories} />
        </div>
        <Rail now={model.now} />
      </div>
    </div>
  );
}
