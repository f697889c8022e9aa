import { QuickExit } from '../../features/helplines/quick-exit.tsx';
import { UrgentHelplines } from '../../features/helplines/urgent-helplines.tsx';
import { community as communityWords } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { finder } from '../../messages/finder.ts';
import { stateName } from '../../messages/places.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CategoryChips } from '../../features/categories/category-chips.tsx';
import { type ListingKind, VideoRow } from '../../features/feed/listing-body.tsx';
import type { Tag } from '../../features/tags/tags.contract.ts';
import type { SearchModel } from '../../features/search/search-model.ts';
import { StoryRow } from '../../features/webstories/story-row.tsx';
import type { ErrandsAskedFor } from '../../features/search/errands-asked-for.server.ts';
import { SearchDoors } from './search-doors.tsx';
import { NothingFound, StartHere } from './search-nothing.tsx';
import { ArticleHits, QuestionHits, VideoHits } from './search-hits.tsx';
import { fullStop } from '../../ui/format.ts';

export type SearchPageModel = SearchModel & {
  /** Questions only, where the URL asks for them. */
  isQuestions: boolean;
  /** Who asks for it may be watched. */
  offersExit: boolean;
  /** Lists of papers and letters that the query asks for. */
  doors: ErrandsAskedFor;
  /** Tags that lead somewhere, where nothing was asked for yet. */
  topics: Tag[];
};

type Kind = ListingKind | 'questions';
type Changes = { kind?: Kind; category?: number | null; page?: number };

const kindOf = ({ isQuestions, kind }: SearchPageModel): Kind => (isQuestions ? 'questions' : kind);
const totalOf = ({ counts, questions }: SearchPageModel) =>
  counts.articles + counts.videos + counts.stories + (questions?.total ?? 0);

function addressOf(
  model: SearchPageModel,
  { kind = kindOf(model), category = model.categoryId, page = 1 }: Changes,
): string {
  return addressWith('/search', { q: model.query, kind: kind === 'all' ? null : kind, category, page });
}

const closeTo = ({ correction, close }: SearchModel) => [
  ...new Set([...(correction ? [correction.text] : []), ...close]),
];

function Verdict({ model }: { model: SearchPageModel }) {
  const { query, correction, counts } = model;
  const total = totalOf(model);
  return (
    <p className="soft" role="status">
      {t.search.resultsFor(total, counts.isCapped)}{' '}
      <b dir="auto">{correction?.how === 'applied' ? correction.text : query}</b>
      {fullStop()}{' '}
      {correction?.how === 'applied' && (
        <a href={addressWith('/search', { q: query, exact: 1 })}>{t.search.insteadOf(query)}</a>
      )}
      {correction?.how === 'offered' && (
        <>
          {t.search.didYouMean} <a href={addressWith('/search', { q: correction.text })}>{correction.text}</a>?
        </>
      )}{' '}
      {model.stateWithout && <b>{finder.noSchemesOf(stateName(model.stateWithout))} </b>}
      {model.isFar && (
        <>
          {t.search.far}{' '}
          <a className="btn" rel="nofollow" href={addressWith('/community/ask', { title: query.slice(0, 200) })}>
            {t.search.askThis}
          </a>
        </>
      )}
    </p>
  );
}

function OnlyQuestions({ model }: { model: SearchPageModel }) {
  const { questions } = model;
  if (!questions) return null;
  return (
    <div className="page">
      <div className="pile">
        <div>
          <h2 className="vh">{t.search.found}</h2>
          <QuestionHits hits={questions.data} />
          {questions.data.length === 0 && (
            <p className="soft">
              {communityWords.nothingSimilar} <a href="/community/ask">{communityWords.ask}</a>
            </p>
          )}
        </div>
        <Pager {...questions} hrefOf={(page) => addressOf(model, { page })} />
      </div>
    </div>
  );
}

function Results({ model }: { model: SearchPageModel }) {
  const { kind, articles, videos, questions, filters } = model;
  const paged = kind === 'videos' ? videos : articles;
  return (
    <div className="page">
      <div className="pile">
        <div>
          <h2 className="vh">{t.search.found}</h2>
          {kind !== 'videos' && articles && <ArticleHits hits={articles.data} />}
          {kind === 'videos' && videos && <VideoHits hits={videos.data} />}
        </div>
        {kind === 'all' && videos && (
          <VideoRow videos={videos.data} title={t.nav.videos} href={addressOf(model, { kind: 'videos' })} />
        )}
        {kind === 'all' && <StoryRow stories={model.stories} />}
        {kind === 'all' && questions && questions.data.length > 0 && (
          <section>
            <SectionHead title={t.nav.community} href={addressOf(model, { kind: 'questions' })} />
            <QuestionHits hits={questions.data} />
          </section>
        )}
        {paged && <Pager {...paged} hrefOf={(page) => addressOf(model, { page })} />}
      </div>
      {filters.length > 0 && (
        <aside className="side" aria-label={t.search.narrow}>
          <section>
            <SectionHead title={t.search.narrow} />
            <CategoryChips
              label={t.search.narrow}
              any={t.search.anyCategory}
              categories={filters}
              chosen={model.categoryId}
              hrefOf={(category) => addressOf(model, { category })}
            />
          </section>
        </aside>
      )}
    </div>
  );
}

export function SearchView(model: SearchPageModel) {
  const { query, counts, questions } = model;
  const kind = kindOf(model);
  const total = totalOf(model);
  const tabs = [
    { kind: 'all' as const, text: t.nav.all, count: total },
    { kind: 'articles' as const, text: t.nav.articles, count: counts.articles },
    { kind: 'videos' as const, text: t.nav.videos, count: counts.videos },
    { kind: 'questions' as const, text: communityWords.questions, count: questions?.total ?? 0 },
  ];
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(query ? t.search.titleOf(query) : t.search.heading)}
        description={t.search.describe}
        path={addressOf(model, {})}
        isUnlisted
      />
      {model.offersExit && <QuickExit />}
      <div className="stack ask">
        <h1>{t.search.heading}</h1>
        <UrgentHelplines lines={model.helplines} />
        <SearchForm id="search" label={t.find.onPage} value={query} />
        <SearchDoors {...model.doors} />
        {query && total > 0 ? <Verdict model={model} /> : !query && <p className="soft">{t.search.ask}</p>}
      </div>
      {total > 0 && (
        <Tabs
          label={t.nav.kind}
          links={tabs.map((tab) => ({
            text: tab.text,
            count: tab.count,
            href: addressOf(model, { kind: tab.kind }),
            isCurrent: tab.kind === kind,
          }))}
        />
      )}
      {!query ? (
        <StartHere categories={model.categories} topics={model.topics} />
      ) : model.isQuestions && total > 0 ? (
        <OnlyQuestions model={model} />
      ) : total > 0 ? (
        <Results model={model} />
      ) : (
        <NothingFound query={query} close={closeTo(model)} categories={model.categories} />
      )}
    </div>
  );
}
