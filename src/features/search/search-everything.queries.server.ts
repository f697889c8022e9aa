import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { type Position, positionOf } from '../../platform/wire/paging.ts';
import { listArticlesByIds } from '../articles/articles.queries.server.ts';
import { listCategories } from '../categories/categories.queries.server.ts';
import type { QuestionSearchQuery } from '../communities/communities.contract.ts';
import { listQuestionsByIds } from '../communities/communities.queries.server.ts';
import type { CategoryChoice } from '../categories/category-chips.tsx';
import type { ListingKind } from '../feed/listing-body.tsx';
import { urgentHelplines } from '../helplines/danger.server.ts';
import { listWebStoriesByIds } from '../webstories/webstories.queries.server.ts';
import { listVideosByIds } from '../videos/videos.queries.server.ts';
import { countCategories, type Found } from './find-documents.server.ts';
import { searchIndex } from './search-index.server.ts';
import { forState, hasSchemesOf, stateNamedIn } from './state-in-query.server.ts';
import { type SearchSteps, searchSteps } from './search-steps.server.ts';
import { sideBySide } from './side-by-side.server.ts';
import { cleanQuery } from './search-query.ts';
import type { SearchModel } from './search-model.ts';
import { listingOf, withHighlights } from './search-listing.ts';
import { foldText } from '../search-index/words.ts';

const pageSize = 20;
const videosBeside = 6;
const storiesBeside = 6;
const mostFilters = 10;
const mostNear = 3;
const none: Found = { ids: [], total: 0, isCapped: false };

/** Model of the search page. Accepts any text: it is cut at 200 characters and cleaned. */
export async function searchEverything(
  db: Database,
  request: {
    query: string;
    kind: ListingKind;
    categoryId: number | null;
    page: number;
    /** Search the words as typed, without correction. */ isExact?: boolean;
    /** Searches the questions of the community as well. */ questions?: Pick<QuestionSearchQuery, 'page' | 'pageSize'>;
  },
): Promise<SearchModel> {
  const query = cleanQuery(request.query);
  const categories = await listCategories(db);
  const model: SearchModel = {
    query,
    kind: request.kind,
    categoryId: request.categoryId,
    filters: [],
    correction: null,
    isFar: false,
    stateWithout: null,
    counts: { articles: 0, videos: 0, stories: 0, isCapped: false },
    helplines: urgentHelplines(query),
    stories: [],
    articles: null,
    videos: null,
    questions: null,
    close: [],
    categories: categories.map(({ id, displayName, canonicalUrl }) => ({ id, displayName, canonicalUrl })),
  };
  if (query === '') return model;

  const state = request.isExact ? null : stateNamedIn(query);
  if (state && !(await hasSchemesOf(db, state))) model.stateWithout = state;
  const position = positionOf({ page: request.page, pageSize });
  const offset = offsetOf(position);
  const beside = request.questions && positionOf(request.questions);
  const categoryIds = request.categoryId === null ? undefined : [request.categoryId];
  const shown = await db.transaction(async (tx) => {
    const together = beside && sideBySide();
    const steps = searchSteps(tx, db, together);
    const pieces = async () => {
      const question = {
        text: query,
        kinds: ['ARTICLE' as const, 'VIDEO' as const, 'WEBSTORY' as const],
        isExact: request.isExact,
        isRanked: true,
      };
      const answer = await searchIndex(steps, { ...question, categoryIds });
      if (state) answer.found.ARTICLE = await forState(tx, answer.found.ARTICLE, state);
      const isNothing = Object.values(answer.found).every(({ total }) => total === 0);
      // What is not about the query is read through for its words: three pages will do.
      if (answer.isFar) answer.found = { ARTICLE: nearestOf(answer.found.ARTICLE), VIDEO: none, WEBSTORY: none };
      answer.found = await steps.onceInGroup(answer.found, { categoryIds });
      const unfiltered = categoryIds ? await searchIndex(steps, { ...question, isRanked: false }) : answer;
      const articleIds =
        request.kind === 'videos' ? [] : answer.found.ARTICLE.ids.slice(offset, offset + position.pageSize);
      const videoIds =
        request.kind === 'articles'
          ? []
          : request.kind === 'all'
            ? answer.found.VIDEO.ids.slice(0, videosBeside)
            : answer.found.VIDEO.ids.slice(offset, offset + position.pageSize);
      const hits = [
        { kind: 'ARTICLE' as const, ids: articleIds },
        { kind: 'VIDEO' as const, ids: videoIds },
      ];
      const marks = await steps.highlight({ hits, words: answer.words, read: answer.read, orTitle: false });
      return { answer, unfiltered, articleIds, videoIds, marks, isNothing };
    };
    const questions = async () => beside && findQuestions(steps, { text: query, categoryIds }, beside);
    const [found, ofQuestions] = together ? await together.run(pieces, questions) : [await pieces(), undefined];
    const { answer, unfiltered, isNothing } = found;
    return {
      ...found,
      questions: ofQuestions,
      uses: await countCategories(
        tx,
        (['ARTICLE', 'VIDEO'] as const).map((kind) => ({ kind, ids: unfiltered.found[kind].ids })),
      ),
      close: isNothing ? await closeTo(tx, query, answer.alternatives) : [],
    };
  });
  const {
    ARTICLE: foundArticles = none,
    VIDEO: foundVideos = none,
    WEBSTORY: foundStories = none,
  } = shown.answer.found;
  model.correction = shown.answer.correction;
  model.isFar = shown.answer.isFar && !shown.isNothing;
  model.close = shown.close;
  model.counts = {
    articles: foundArticles.total,
    videos: foundVideos.total,
    stories: foundStories.total,
    isCapped: foundArticles.isCapped || foundVideos.isCapped,
  };
  model.filters = mostUsed(shown.uses, model.categories, request.categoryId);
  if (request.kind === 'all') model.stories = await listWebStoriesByIds(db, foundStories.ids.slice(0, storiesBeside));
  if (request.kind !== 'videos')
    model.articles = listingOf(
      withHighlights(
        await listArticlesByIds(db, shown.articleIds),
        shown.marks[0]!,
        query,
        shown.answer.read ?? shown.answer.words,
      ),
      foundArticles,
      position,
      offset,
    );
  if (request.kind !== 'articles') {
    const isBeside = request.kind === 'all';
    model.videos = listingOf(
      withHighlights(
        await listVideosByIds(db, shown.videoIds),
        shown.marks[1]!,
        query,
        shown.answer.read ?? shown.answer.words,
      ),
      foundVideos,
      isBeside ? positionOf({ pageSize: videosBeside }) : position,
      isBeside ? 0 : offset,
    );
  }
  if (shown.questions) {
    const { ids, marks, words, found } = shown.questions;
    const questions = await listQuestionsByIds(db, ids, null);
    model.questions = listingOf(withHighlights(questions, marks, query, words), found, beside!, offsetOf(beside!));
  }
  return model;
}

const nearestOf = ({ ids }: Found): Found => {
  const near = ids.slice(0, mostNear);
  return { ids: near, total: near.length, isCapped: false };
};

const offsetOf = ({ page, pageSize }: Position) => (page - 1) * pageSize;

async function findQuestions(
  steps: SearchSteps,
  request: { text: string; categoryIds: number[] | undefined },
  position: Position,
) {
  const { words, read, ...answer } = await searchIndex(steps, {
    ...request,
    kinds: ['QUESTION'],
    isRanked: true,
    isClose: true,
  });
  const found = await steps.onceInGroup(answer.found, request);
  const offset = offsetOf(position);
  const ids = found.QUESTION.ids.slice(offset, offset + position.pageSize);
  const [marks] = await steps.highlight({ hits: [{ kind: 'QUESTION', ids }], words, read, orTitle: false });
  return { ids, marks: marks!, words: read ?? words, found: found.QUESTION };
}

/** The most frequent categories among the best hits; always includes the selected one. */
function mostUsed(counts: Map<number, number>, categories: CategoryChoice[], chosen: number | null): CategoryChoice[] {
  const uses = new Map(counts);
  if (chosen !== null) uses.set(chosen, Infinity);
  return categories
    .filter(({ id }) => uses.has(id))
    .sort((a, b) => uses.get(b.id)! - uses.get(a.id)!)
    .slice(0, mostFilters)
    .map(({ id, displayName }) => ({ id, displayName }));
}

/** Category names, tags and titles similar to the query. */
async function closeTo(tx: Queryable, query: string, alternatives: string[]): Promise<string[]> {
  const folded = foldText(query).slice(0, 60);
  if (folded === '') return [];
  const { rows } = await tx.execute<{ title: string }>(sql`
    select title from ${searchDocuments} where plain_title % ${folded} and kind in ('CATEGORY', 'TAG') and published_at <= now()
    order by similarity(plain_title, ${folded}) desc limit 5`);
  return [...new Set([...alternatives, ...rows.map(({ title }) => title)])].slice(0, 5);
}
