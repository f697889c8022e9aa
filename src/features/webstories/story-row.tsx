import { t } from '../../messages/messages.ts';
import { langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { Cover } from '../categories/cover.tsx';
import type { WebStory } from './webstories.contract.ts';

export type StoryCard = Pick<WebStory, 'slug' | 'title' | 'poster' | 'canonicalUrl'>;

/** Posters in a scroll-snap row; each is the only link to its story. */
export function StoryRow({ stories }: { stories: StoryCard[] }) {
  if (stories.length === 0) return null;
  return (
    <section data-dye="neel">
      <SectionHead title={t.story.heading} withNudge />
      <div className="row" tabIndex={0} role="group" aria-label={t.story.heading}>
        {stories.map(({ slug, title, poster, canonicalUrl }, at) => (
          <article key={slug} className="card reel">
            <Cover id={at} categoryId={0} photo={poster} shape="upright" />
            <h3 className="clip" lang={langOf(title)}>
              <a href={canonicalUrl}>{keepTogether(title)}</a>
            </h3>
          </article>
        ))}
      </div>
    </section>
  );
}
