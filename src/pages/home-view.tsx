import { t } from '../messages/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { Empty } from '../ui/states.tsx';
import { website } from '../ui/structured-data.ts';
import type { Category } from '../features/categories/categories.contract.ts';
import type { FeedSection } from '../features/feed/feed.contract.ts';
import { OpeningsContext } from '../features/feed/cards/card-article-full.tsx';
import { FeedSections, groupSections } from '../features/feed/feed-section.tsx';
import { Rail } from '../features/feed/rail.tsx';

export type HomeModel = {
  sections: FeedSection[];
  /** All categories: the doors above the feed are found among them by name. */
  categories: Pick<Category, 'id' | 'name' | 'displayName' | 'canonicalUrl'>[];
  openings: Map<number, string>;
  /** ISO; the day on the first head, and which dates come next. */
  now: string;
};

const doors: { name: RegExp; icon: string; title: string; note: string; href?: string }[] = [
  { name: /^schemes/i, icon: 'schemes', title: t.home.schemes, note: t.home.schemesNote, href: '/find-schemes' },
  { name: /^scams/i, icon: 'scams', title: t.home.scams, note: t.home.scamsNote },
  { name: /^documents/i, icon: 'papers', title: t.home.papers, note: t.home.papersNote },
];

function Doors({ categories }: Pick<HomeModel, 'categories'>) {
  const found = doors.flatMap((door) => {
    const category = categories.find((each) => door.name.test(each.name));
    return category ? [{ ...door, href: door.href ?? category.canonicalUrl }] : [];
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

export function HomeView({ sections, categories, openings, now }: HomeModel) {
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
        </div>
        <Rail now={now} />
      </div>
    </>
  );
}
