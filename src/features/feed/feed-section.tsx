import type { ReactNode } from 'react';
import { formatDate } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { useLook } from '../categories/category-look.tsx';
import { CardCategoryCarousel } from './cards/card-category-carousel.tsx';
import { CardForLayout } from './cards/card-for-layout.tsx';
import type { FeedItem, FeedSection } from './feed.contract.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

// A lead section pulls the following mains and slips into its own grid, halves pull a leaf, so no width leaves a gap.
const follows: Partial<Record<FeedSection['layout'], FeedSection['layout'][]>> = {
  CardBannerBig: ['CardMain', 'CardBannerSmall'],
  CardMain: ['CardBannerSmall'],
  CardHalf: ['CardArticleFull'],
};

/** Groups sections that share a grid and a heading; empty sections are dropped. */
export function groupSections(sections: FeedSection[]): FeedSection[][] {
  const groups: FeedSection[][] = [];
  for (const section of sections) {
    if (section.items.length === 0) continue;
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && follows[last.layout]?.includes(section.layout)) group.push(section);
    else groups.push([section]);
  }
  return groups;
}

const mainCategoryOf = (item: FeedItem | undefined) =>
  (item === undefined || item.contentType === 'WEBSTORY'
    ? undefined
    : item.contentType === 'CATEGORY'
      ? item.id
      : item.categories[0]?.id) ?? 0;

const cardsOf = (section: FeedSection) =>
  section.items.map((item) => (
    <CardForLayout key={`${item.contentType}${item.id}`} layout={section.layout} item={item} />
  ));

function Cards({ section }: { section: FeedSection }): ReactNode {
  if (section.layout === 'CardBannerSmall') return <div className="slips two">{cardsOf(section)}</div>;
  if (section.layout === 'CardHalf') return <div className="halves two">{cardsOf(section)}</div>;
  return cardsOf(section);
}

function SectionBody({ group, title }: { group: FeedSection[]; title: string }) {
  const [first] = group;
  if (first?.layout === 'CardVideo') {
    return (
      <div className="row" tabIndex={0} role="group" aria-label={title}>
        {cardsOf(first)}
      </div>
    );
  }
  if (first?.layout === 'CardCategoryCarousel') {
    return (
      <CardCategoryCarousel label={title} categories={first.items.filter((item) => item.contentType === 'CATEGORY')} />
    );
  }
  return (
    <div className="feed">
      {group.map((section, at) => [
        at > 0 && section.title && (
          <h2 key={`head ${at}`} className="vh">
            {section.title}
          </h2>
        ),
        <Cards key={at} section={section} />,
      ])}
    </div>
  );
}

function FeedGroup({ group, id, today }: { group: FeedSection[]; id?: string; today?: string | Date }) {
  const [first] = group;
  const look = useLook(mainCategoryOf(first?.items[0]));
  if (!first) return null;
  const isRow = first.layout === 'CardVideo' || first.layout === 'CardCategoryCarousel';
  const dye = first.canonicalUrl?.startsWith('/category/')
    ? look.dye
    : first.layout === 'CardVideo'
      ? 'jamun'
      : undefined;
  return (
    <section id={id}>
      <SectionHead title={first.title} href={first.canonicalUrl} dye={dye} withNudge={isRow}>
        {today && (
          <time className="soft small" dateTime={dayInIndia(today)}>
            {formatDate(today)}
          </time>
        )}
      </SectionHead>
      <SectionBody group={group} title={first.title} />
    </section>
  );
}

/** As many groups as a rail is high. */
const besideRail = 2;

/**
 * `today` is shown in the first heading. The first rows of categories and of videos carry the shell's anchor ids.
 * `part`: those that stand beside the rail, or the rest.
 */
export function FeedSections({
  sections,
  today,
  part,
}: {
  sections: FeedSection[];
  today?: string | Date;
  part?: 'beside' | 'rest';
}) {
  const groups = groupSections(sections);
  const firstOf = (layout: FeedSection['layout']) => groups.findIndex((group) => group[0]?.layout === layout);
  const anchors = new Map([
    [firstOf('CardCategoryCarousel'), 'categories'],
    [firstOf('CardVideo'), 'videos'],
  ]);
  return groups.map(
    (group, at) =>
      (part === undefined || (part === 'beside') === at < besideRail) && (
        <FeedGroup key={at} group={group} id={anchors.get(at)} today={at === 0 ? today : undefined} />
      ),
  );
}
