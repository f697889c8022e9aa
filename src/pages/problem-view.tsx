import { CardCategoryCarousel } from '../features/feed/cards/card-category-carousel.tsx';
import { AllHelplines } from '../features/helplines/all-helplines.tsx';
import { callFailures } from '../messages/call-failures.ts';
import { t } from '../messages/messages.ts';
import { Seal } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import type { FooterCategory } from './shell.tsx';

export type ProblemModel = {
  kind: 'not-found' | 'gone' | 'forbidden' | 'broken' | 'offline';
  /** Navigation; missing where the database is unreachable. */
  categories?: FooterCategory[];
};

const wordsOf = () => ({
  'not-found': {
    icon: 'quest',
    dye: 'haldi',
    title: t.problem.notFoundTitle,
    heading: t.problem.notFound,
    note: t.problem.notFoundNote,
  },
  gone: { icon: 'trash', dye: 'geru', title: t.problem.goneTitle, heading: t.problem.gone, note: t.problem.goneNote },
  forbidden: {
    icon: 'lock',
    dye: 'neel',
    title: t.problem.forbiddenTitle,
    heading: t.problem.forbidden,
    note: t.problem.forbiddenNote,
  },
  broken: {
    icon: 'alert',
    dye: 'majith',
    title: t.problem.brokenTitle,
    heading: t.problem.broken,
    note: t.problem.brokenNote,
  },
  offline: {
    icon: 'offline',
    dye: 'neel',
    title: t.problem.offlineTitle,
    heading: t.problem.offline,
    note: t.problem.offlineNote,
  },
});

/** Error page within the site's layout. An empty href reloads the same URL. */
export function ProblemView({ kind, categories = [] }: ProblemModel) {
  const { icon, dye, title, heading, note } = wordsOf()[kind];
  const canSearch = kind === 'not-found' || kind === 'gone';
  return (
    <div className="wrap pile">
      <PageHead title={t.site.titleOf(title)} description={note} />
      <div className="void" data-dye={dye}>
        <Seal name={icon} />
        <h1>{heading}</h1>
        <p className="soft">{note}</p>
        {canSearch ? (
          <SearchForm id="way-on" label={t.find.onPage} />
        ) : (
          <a className="btn" href="">
            {t.problem.tryAgain}
          </a>
        )}
        <a className="btn ghost" href="/">
          {t.problem.goHome}
        </a>
      </div>
      {kind === 'offline' && (
        // Likewise: a form that could not be sent, with what was typed.
        <section data-unsent="" hidden>
          <SectionHead title={callFailures.noResponse} />
          <p id="unsent">{t.problem.unsentNote}</p>
          <form method="post" className="form" data-unsent-form="">
            <button className="btn">{t.problem.sendAgain}</button>
          </form>
        </section>
      )}
      {kind === 'offline' && (
        // Shown and filled by the service worker (cached-pages.ts), which alone knows what this device has kept.
        <section data-kept="" hidden>
          <SectionHead title={t.problem.offlineKept} />
          <ul className="ledger" data-kept-list="" />
        </section>
      )}
      {kind === 'offline' && <AllHelplines />}
      {categories.length > 0 && (
        <section>
          <SectionHead title={t.nav.categories} withNudge />
          <CardCategoryCarousel categories={categories} label={t.nav.categories} />
        </section>
      )}
    </div>
  );
}
