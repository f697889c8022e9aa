import { findListChoices, isForWhom, isOpenIn, isPeople } from '../../features/articles/list-choices.queries.server.ts';
import { getCategory } from '../../features/categories/categories.queries.server.ts';
import { isAboutScams, FirstHelp } from '../../features/message-check/first-help.tsx';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { listChoices } from '../../messages/list-choices.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { keepTogether, keepTogetherInHtml } from '../../ui/keep-together.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { CardCategoryCarousel } from '../../features/feed/cards/card-category-carousel.tsx';
import { isNarrow, ListChips, otherState } from '../../features/feed/list-chips.tsx';
import { KindTabs, ListingBody, listingData, placeInListing } from '../../features/feed/listing-body.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import { SeenNow } from '../../features/message-check/seen-now.tsx';
import type { RelatedCategory } from '../../features/categories/categories.contract.ts';
import { StoryRow } from '../../features/webstories/story-row.tsx';
import { hasPerson, Person } from '../../features/categories/person.tsx';
import { isUrgent, useLook } from '../../features/categories/category-look.tsx';
import { listWebStories } from '../../features/webstories/webstories.queries.server.ts';
import { type ModelOf, idOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { listingKind } from '../listing-parameters.ts';
import { listed } from './listed.server.ts';
import { states } from '../../features/schemes/facts.ts';
import { notFound } from '../../platform/wire/errors.ts';

function Tiles({ title, categories }: { title: string; categories: RelatedCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section>
      <SectionHead title={title} withNudge={categories.length > 4} />
      <CardCategoryCarousel categories={categories} label={title} />
    </section>
  );
}

const mostStories = 8;

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'category');
  const { bodyHtml, key, ...category } = await getCategory(db, id);
  insistOn(category.canonicalUrl, url);
  // Videos are not narrowed.
  const choices = listingKind(url) === 'videos' ? { states: [], whom: [] } : await findListChoices(db, id);
  const of = url.searchParams.get('state');
  const whom = url.searchParams.get('for');
  // Made-up ones cannot fill the page cache.
  if ((of !== null && of !== otherState && !states.includes(of as never)) || (whom !== null && !isPeople(whom)))
    throw notFound('page');
  // Brought along from another category, it may make no difference here: without its chips, nobody could undo it.
  const chosen = {
    state: choices.states.length > 0 ? of : null,
    for: (choices.whom.length > 1 && choices.whom.find(({ key }) => key === whom)?.key) || null,
  };
  const list = await listed(db, url, page, {
    articles: { articleCategories: [id] },
    also: [
      ...(chosen.state === null ? [] : [isOpenIn(chosen.state)]),
      ...(chosen.for === null ? [] : [isForWhom(chosen.for)]),
    ],
    videos: { videoCategories: [id] },
  });
  const stories = list.kind === 'all' && page === 1 ? await listWebStories(db, mostStories, { category: key }) : [];
  const seenNow = isAboutScams({ categories: [category] }) ? await listScamsSeen(db) : [];
  const model = {
    category,
    bodyHtml,
    ...list,
    choices,
    chosen,
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

type Model = ModelOf<typeof loader>;

function CategoryView(model: Model) {
  const { category, bodyHtml, kind, choices, chosen } = model;
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
      <Breadcrumbs crumbs={[{ name }]} />
      <div className="intro" data-dye={look.dye}>
        <div className="title">
          <h1 lang={langOf(heading)}>{heading}</h1>
          {hasPerson(look.icon) && <Person icon={look.icon} isFirst />}
        </div>
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
      <KindTabs path={category.canonicalUrl} kind={kind} chosen={chosen} />
      <div className="page">
        <div className="pile">
          <ListChips path={category.canonicalUrl} choices={choices} chosen={chosen} />
          <SeenNow scams={model.seenNow} />
          <Tiles title={t.category.within} categories={category.childCategories} />
          <ListingBody
            path={category.canonicalUrl}
            title={t.category.articles(name)}
            kind={kind}
            articles={model.articles}
            videos={model.videos}
            chosen={chosen}
            empty={
              !isNarrow(chosen) ? (
                <Empty icon={look.icon} dye={look.dye} title={t.category.empty(name)} note={t.category.emptyNote}>
                  <a className="btn" href="/#categories">
                    {t.search.browse}
                  </a>
                </Empty>
              ) : (
                <Empty icon={look.icon} dye={look.dye} title={listChoices.nothingChosen}>
                  <a className="btn" href={category.canonicalUrl} data-choice="">
                    {listChoices.showAll}
                  </a>
                </Empty>
              )
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

export default servedPage(CategoryView);
