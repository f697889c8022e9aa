import { t } from '../../messages/messages.ts';
import { langOf } from '../../ui/format.ts';
import { addressWith } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Category } from '../../features/categories/categories.contract.ts';
import { CardCategoryCarousel } from '../../features/feed/cards/card-category-carousel.tsx';
import { TagLinks } from '../../features/tags/tag-links.tsx';
import type { Tag } from '../../features/tags/tags.contract.ts';
import { helplinesFor } from '../../features/helplines/helplines.ts';

type TopCategory = Pick<Category, 'id' | 'displayName' | 'canonicalUrl'>;

export function StartHere({ categories, topics = [] }: { categories: TopCategory[]; topics?: Tag[] }) {
  return (
    <div className="pile">
      {categories.length > 0 && (
        <section>
          <SectionHead title={t.search.tryThese} withNudge />
          <CardCategoryCarousel categories={categories} label={t.search.tryThese} />
        </section>
      )}
      {topics.length > 0 && (
        <section>
          <SectionHead title={t.tag.all} href="/tags" />
          <TagLinks tags={topics} />
        </section>
      )}
    </div>
  );
}

/** No hits: offers related queries and the categories. */
export function NothingFound({
  query,
  close,
  categories,
}: {
  query: string;
  close: string[];
  categories: TopCategory[];
}) {
  return (
    <div className="pile">
      <Empty
        icon="search"
        dye="haldi"
        title={t.search.nothing(query)}
        note={close.length > 0 ? `${t.search.nothingNote} ${t.search.close}` : t.search.nothingNote}
      >
        {close.length > 0 && (
          <div className="chips">
            {close.map((text) => (
              <a key={text} className="chip" lang={langOf(text)} href={addressWith('/search', { q: text })}>
                {text}
              </a>
            ))}
          </div>
        )}
        <a className="btn" rel="nofollow" href={addressWith('/community/ask', { title: query.slice(0, 200) })}>
          {t.search.askThis}
        </a>
        <a className="btn ghost" href="/#categories">
          {t.search.browse}
        </a>
        <p className="small">
          <b>{t.search.urgent}</b> {t.search.urgentNote}
        </p>
        <div className="chips" data-help="">
          {(['emergency', 'violence', 'fraud'] as const).map((subject) => {
            const { name, number } = helplinesFor(subject)[0]!;
            return (
              <a key={subject} className="chip" href={`tel:${number}`}>
                {name}: {number}
              </a>
            );
          })}
        </div>
      </Empty>
      <StartHere categories={categories} />
    </div>
  );
}
