import { searchEverything } from '../../features/search/search.queries.server.ts';
import { type SearchPageModel, SearchView } from './search-view.tsx';
import { networkOf } from '../../platform/guard/networks.ts';
import { insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/search/hits.css';
import { servedPage } from '../served-page.tsx';
import { errandsAskedFor } from '../../features/search/errands-asked-for.server.ts';
import { dangersIn } from '../../features/helplines/danger.server.ts';
import { listUsedTags } from '../../features/tags/tags.queries.server.ts';
import { tagsOfWriters } from '../community/list-parameters.ts';
import { chosenIn } from '../page-in.ts';
import { insistOnCategory, listingKind } from '../listing-parameters.ts';

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
  // Not beside numbers to call: they come alone.
  const isCalm = found.helplines.length === 0 && page === 1;
  const doors = isCalm ? errandsAskedFor(found.query) : { doors: [], papers: [], letters: [] };
  const topics = query === '' ? await listUsedTags(db, mostTopics) : [];
  const offersExit = dangersIn(query).includes('violence');
  const model: SearchPageModel = { ...found, offersExit, isQuestions, doors, topics };
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

export default servedPage(SearchView);
