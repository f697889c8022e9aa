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
import type { Category } from '../../features/categories/categories.contract.ts';
import type { Question } from '../../features/communities/communities.contract.ts';
import type { FeedSection } from '../../features/feed/feed.contract.ts';
import { OpeningsContext } from '../../features/feed/cards/card-article-full.tsx';
import { FeedSections, groupSections } from '../../features/feed/feed-section.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import { type ScamSeen, SeenNow } from '../../features/message-check/seen-now.tsx';
import { type StoryCard, StoryRow } from '../../features/webstories/story-row.tsx';

export type HomeModel = {
  sections: FeedSection[];
  /** All categories; the shortcuts above the feed are looked up by name. */
  categories: Pick<Category, 'id' | 'name' | 'displayName' | 'canonicalUrl'>[];
  openings: Map<number, string>;
  /** The newest, without fields that change with every answer (the page is cached). */
  questions: Pick<Question, 'id' | 'title' | 'canonicalUrl' | 'createdAt'>[];
  stories: StoryCard[];
  seenNow: ScamSeen[];
  /** ISO time of rendering: today's heading and the next due dates. */
  now: string;
};

const allDoors = (): { name?: RegExp; icon: string; title: string; note: string; href?: string }[] => [
  { name: /^schemes/i, icon: 'schemes', title: t.home.schemes, note: t.home.schemesNote, href: '/find-schemes' },
  { name: /^scams/i, icon: 'scams', title: t.home.scams, note: t.home.scamsNote, href: '/check' },
  { name: /^documents/i, icon: 'papers', title: t.home.papers, note: t.home.papersNote, href: '/papers' },
  { icon: 'mail', title: letters.door, note: letters.doorNote, href: '/letters' },
];

function Doors({ categories }: Pick<HomeModel, 'categories'>) {
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

function NewestQuestions({ questions }: Pick<HomeModel, 'questions'>) {
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

export function HomeView({ sections, categories, openings, questions, stories, seenNow, now }: HomeModel) {
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
              <FeedSections sections={sections} today={now} />
            </OpeningsContext>
          ) : (
            <Empty icon="papers" title={t.home.empty} note={t.home.emptyNote} />
          )}
          <SeenNow scams={seenNow} />
          <StoryRow stories={stories} />
          <NewestQuestions questions={questions} />
        </div>
        <Rail now={now} />
      </div>
    </>
  );
}
