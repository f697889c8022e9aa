import { t } from '../../messages/messages.ts';
import { ownLanguage } from '../../ui/format.ts';
import { LanguageLine } from '../../ui/in-language.tsx';
import { keepTogether } from '../../ui/keep-together.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { Cover } from '../categories/cover.tsx';
import type { WebStory } from './webstories.contract.ts';

export type StoryCard = Pick<WebStory, 'slug' | 'lang' | 'title' | 'poster' | 'canonicalUrl'>;

/** Posters in a scroll-snap row; each is the only link to its story. */
export function StoryRow({ stories }: { stories: StoryCard[] }) {
  if (stories.length === 0) return null;
  return (
    <section data-dye="neel">
      <SectionHead title={t.story.heading} withNudge />
      <div className="row" tabIndex={0} role="group" aria-label={t.story.heading}>
        {stories.map(({ slug, lang, title, poster, canonicalUrl }, at) => (
          <article key={slug} className="card reel story">
            <Cover id={at} categoryId={0} photo={poster} shape="poster" />
            <h3 className="clip" lang={ownLanguage(lang)}>
              <a href={canonicalUrl}>{keepTogether(title)}</a>
            </h3>
            <LanguageLine lang={lang} />
          </article>
        ))}
      </div>
    </section>
  );
}
