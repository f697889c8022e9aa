import { searchEverything } from '../../features/search/search.queries.server.ts';
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
import type { SearchModel } from '../../features/search/search-model.ts';
import { StoryRow } from '../../features/webstories/story-row.tsx';
import { SearchDoors } from './search-doors.tsx';
import { NothingFound, StartHere } from './search-nothing.tsx';
import { ArticleHits, QuestionHits, VideoHits } from './search-hits.tsx';
import { fullStop } from '../../ui/format.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { type ModelOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/search/hits.css';
import { servedPage } from '../served-page.tsx';
import { errandNames, matchErrands, noErrands } from '../../features/search/match-errands.server.ts';
import { dangersIn } from '../../features/helplines/danger.server.ts';
import { listUsedTags } from '../../features/tags/tags.queries.server.ts';
import { tagsOfWriters } from '../community/list-parameters.ts';
import { chosenIn } from '../page-in.ts';
import { insistOnCategory, listingKind } from '../listing-parameters.ts';

type Kind = ListingKind | 'questions';
type Changes = { kind?: Kind; category?: number | null; page?: number };

const kindOf = ({ isQuestions, kind }: Model): Kind => (isQuestions ? 'questions' : kind);
const totalOf = ({ counts, questions }: Model) =>
  counts.articles + counts.videos + counts.stories + (questions?.total ?? 0);

function addressOf(model: Model, { kind = kindOf(model), category = model.categoryId, page = 1 }: Changes): string {
  return addressWith('/search', { q: model.query, kind: kind === 'all' ? null : kind, category, page });
}

const closeTo = ({ correction, close }: SearchModel) => [
  ...new Set([...(correction ? [correction.text] : []), ...close]),
];

function Verdict({ model }: { model: Model }) {
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

function OnlyQuestions({ model }: { model: Model }) {
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

function Results({ model }: { model: Model }) {
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

const questionsBeside = 3;
const mostTopics = 100;

export const loader = pageLoader(async ({ services, url, page, address }) => {
  const { limits } = services;
  const { db } = services.connection;
  insistOn('/search', url);
  const query = url.searchParams.get('q') ?? '';
  if (query !== '') await limits.searches(networkOf(address));
  const categoryId = chosenIn(url, 'category', 'category');
  await insistOnCategory(db, categoryId);
  const isQuestions = url.searchParams.get('kind') === 'questions';
  const found = await searchEverything(db, {
    query,
    kind: isQuestions ? 'all' : listingKind(url),
    categoryId,
    page: isQuestions ? 1 : page,
    isExact: url.searchParams.get('exact') === '1',
    questions: isQuestions ? { page, pageSize: 20 } : { page: 1, pageSize: questionsBeside },
  });
  const { questions } = found;
  insistOnItems(isQuestions ? questions : found.kind === 'videos' ? found.videos : found.articles, page);
  const inDanger = dangersIn(query);
  // Who is in danger sees the numbers to call alone; whose money is gone writes to the bank as well.
  const isCalm = page === 1 && inDanger.every((danger) => danger === 'fraud');
  const doors = isCalm ? matchErrands(found.query, await errandNames(db)) : noErrands;
  const topics = query === '' ? await listUsedTags(db, mostTopics) : [];
  const offersExit = inDanger.includes('violence');
  const model = { ...found, offersExit, isQuestions, doors, topics };
  const shown = questions?.data ?? [];
  return {
    model,
    tags: [
      'search',
      'articles',
      'videos',
      'webstories',
      ...shown.map(({ id }) => `question:${id}`),
      ...tagsOfWriters(shown),
      ...topics.map(({ id }) => `tag:${id}`),
    ],
  };
});

type Model = ModelOf<typeof loader>;

function SearchView(model: Model) {
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

export default servedPage(SearchView);
