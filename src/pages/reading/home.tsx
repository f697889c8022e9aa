import { redirect } from 'react-router';
import type { FeedSection } from '../../features/feed/feed.contract.ts';
import { getHomeFeed } from '../../features/feed/feed.queries.server.ts';
import { letters } from '../../messages/letters.ts';
import { t } from '../../messages/messages.ts';
import { community as c } from '../../messages/community.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { Empty } from '../../ui/states.tsx';
import { website } from '../../ui/structured-data.ts';
import { OpeningsContext } from '../../features/feed/cards/card-article-full.tsx';
import { FeedSections, groupSections } from '../../features/feed/feed-section.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import { SeenNow } from '../../features/message-check/seen-now.tsx';
import { StoryRow } from '../../features/webstories/story-row.tsx';
import { numberedAddress } from '../../features/articles/numbered-address.ts';
import { findRedirect } from '../../features/articles/old-addresses.queries.server.ts';
import { mapOpenings } from '../../features/articles/openings.queries.server.ts';
import { recentQuestionsIfAny } from '../../features/communities/communities.queries.server.ts';
import { newestOfFrame, newestRead } from '../../features/communities/newest-questions.ts';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { listCategories } from '../../features/categories/categories.queries.server.ts';
import { listWebStories } from '../../features/webstories/webstories.queries.server.ts';
import { type ModelOf, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/feed/home.css';
import { servedPage } from '../served-page.tsx';

const allDoors = (): { name?: RegExp; icon: string; title: string; note: string; href?: string }[] => [
  { name: /^schemes/i, icon: 'schemes', title: t.home.schemes, note: t.home.schemesNote, href: '/find-schemes' },
  { name: /^scams/i, icon: 'scams', title: t.home.scams, note: t.home.scamsNote, href: '/check' },
  { name: /^documents/i, icon: 'papers', title: t.home.papers, note: t.home.papersNote, href: '/papers' },
  { icon: 'mail', title: letters.door, note: letters.doorNote, href: '/letters' },
];

function Doors({ categories }: Pick<Model, 'categories'>) {
  const found = allDoors().flatMap((door) => {
    const category = categories.find((each) => door.name?.test(each.name));
    const href = door.href ?? category?.canonicalUrl;
    return href && (category || !door.name) ? [{ ...door, href }] : [];
  });
  if (found.length === 0) return null;
  return (
    <div className="doors">
      {found.map((door) => (
        <a key={door.href} className="door" href={door.href}>
          <Icon name={door.icon} />
          <span>
            {door.title}
            <small>{door.note}</small>
          </span>
        </a>
      ))}
    </div>
  );
}

function NewestQuestions({ questions }: Pick<Model, 'questions'>) {
  return (
    <section>
      <SectionHead title={c.newest} href="/community" more={c.allQuestions} />
      {questions.length > 0 && (
        <ul className="ledger">
          {questions.map(({ id, title, canonicalUrl, createdAt }) => (
            <li key={id}>
              <b>
                <a href={canonicalUrl} lang={langOf(title ?? '')}>
                  {title}
                </a>
              </b>
              <span className="soft small">{formatDate(createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="acts">
        <a className="btn ghost" href="/community/ask">
          {c.ask}
        </a>
      </p>
    </section>
  );
}

const mostStories = 8;
const isArranged = (sections: FeedSection[]) =>
  sections.some(({ items }) => items.some(({ contentType }) => contentType === 'WEBSTORY'));

export const loader = pageLoader(async ({ services, url }) => {
  const { clock } = services;
  const { db } = services.connection;
  // Redirects are never cached, so arbitrary `?p=` values cannot fill the page cache.
  const number = url.searchParams.get('p') ?? url.searchParams.get('page_id');
  if (number !== null) {
    const moved = await findRedirect(db, numberedAddress(number));
    throw redirect(moved ?? '/', moved === null ? 302 : 301);
  }
  const [sections, categories, { questions, failure }, stories, seenNow] = await Promise.all([
    getHomeFeed(db),
    listCategories(db),
    recentQuestionsIfAny(db, { pageSize: newestRead }),
    listWebStories(db, mostStories),
    listScamsSeen(db),
  ]);
  const leaves = sections.filter(({ layout }) => layout === 'CardArticleFull').flatMap(({ items }) => items);
  const openings = await mapOpenings(
    db,
    leaves.filter(({ contentType }) => contentType === 'ARTICLE').map(({ id }) => id),
  );
  return {
    model: {
      sections,
      categories,
      openings,
      questions: newestOfFrame(questions.data),
      // Where the editors place stories themselves, there is no row of the newest.
      stories: (isArranged(sections) ? [] : stories).map(({ slug, lang, title, poster, canonicalUrl }) => ({
        slug,
        lang,
        title,
        poster,
        canonicalUrl,
      })),
      seenNow,
      now: clock().toISOString(),
    },
    failure,
    tags: [
      'feed',
      'articles',
      'videos',
      'asked',
      'webstories',
      'scams',
      ...stories.map(({ slug }) => `webstory:${slug}`),
    ],
  };
});

type Model = ModelOf<typeof loader>;

function HomeView({ sections, categories, openings, questions, stories, seenNow, now }: Model) {
  return (
    <>
      <PageHead
        title={t.site.homeTitle}
        description={t.site.homeDescription}
        path="/"
        data={(site) => [website(site)]}
      />
      <section className="errand night">
        <div className="wrap">
          <h1>{t.home.heading}</h1>
          <SearchForm id="home-search" label={t.find.onPage} placeholder={t.find.homePlaceholder} />
          <Doors categories={categories} />
        </div>
        <div className="kinara" />
      </section>
      <div className="wrap page">
        <div className="pile">
          {groupSections(sections).length > 0 ? (
            <OpeningsContext value={openings}>
              <FeedSections part="beside" sections={sections} today={now} />
            </OpeningsContext>
          ) : (
            <Empty icon="papers" title={t.home.empty} note={t.home.emptyNote} />
          )}
        </div>
        <div className="pile rest">
          <OpeningsContext value={openings}>
            <FeedSections part="rest" sections={sections} />
          </OpeningsContext>
          <SeenNow scams={seenNow} />
          <StoryRow stories={stories} />
          <NewestQuestions questions={questions} />
        </div>
        <Rail now={now} />
      </div>
    </>
  );
}

export default servedPage(HomeView);
