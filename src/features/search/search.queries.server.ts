import { and, asc, desc, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { articles, questions, searchDocuments, videos } from '../../database/schema.ts';
import { onceForEachGroup } from '../../database/translation-groups.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { invalidInput } from '../../platform/wire/errors.ts';
import { cappedTotal, type Position, positionOf } from '../../platform/wire/paging.ts';
import type { Listing, SortKey, SortOrder } from '../../platform/wire/wire.ts';
import type { articleSearchQuery, ArticleSummary } from '../articles/articles.contract.ts';
import { isPublicArticle, listArticles, listArticlesByIds } from '../articles/articles.queries.server.ts';
import type { Video, videoSearchQuery } from '../videos/videos.contract.ts';
import type { Question as AskedQuestion, QuestionSearchQuery } from '../communities/communities.contract.ts';
import { listQuestionsByIds, listRecentQuestions } from '../communities/communities.queries.server.ts';
import { isPublicVideo, listVideos, listVideosByIds } from '../videos/videos.queries.server.ts';
import { type Found, matching, type WordQuery } from './find-documents.server.ts';
import { dangersIn } from '../helplines/danger.server.ts';
import { onceInGroup } from './once-in-group.server.ts';
import { type Question, searchIndex } from './search-index.server.ts';
import { listingOf, type WithHighlight, withHighlights } from './search-listing.ts';
import { cleanQuery } from './search-query.ts';
import { searchSteps } from './search-steps.server.ts';
import { problem } from '../../platform/wire/problem.ts';

export { searchEverything } from './search-everything.queries.server.ts';

type SearchableKind = 'ARTICLE' | 'VIDEO' | 'QUESTION';

/** Published articles that match a text; without a text, the plain list. */
export async function searchArticles(
  db: Database,
  query: z.infer<typeof articleSearchQuery>,
): Promise<Listing<WithHighlight<ArticleSummary>>> {
  const { articleText, isClose: _, ...list } = query;
  if (!articleText || cleanQuery(articleText) === '') return withoutHighlights(await listArticles(db, list));
  const hits = await searchOneKind(db, query, {
    text: articleText,
    kind: 'ARTICLE',
    orTitle: true,
    isClose: query.isClose,
    categoryIds: query.articleCategories,
    tagIds: query.articleTags,
    authorIds: query.articleAuthorId,
  });
  return hits.listing(withHighlights(await listArticlesByIds(db, hits.ids), hits.highlights, hits.text, hits.words));
}

/**
 * Articles to read before or beside a question; none rather than unlike ones, and of a question about a danger to
 * somebody only those about that danger.
 */
export async function listToReadFirst(
  db: Database,
  { title, body = '' }: { title: string; body?: string },
  pageSize = 3,
): Promise<ArticleSummary[]> {
  // Who is in danger may say so in the text only.
  const isInText = dangersIn(title).length === 0 && dangersIn(body).length > 0;
  const articleText = isInText ? body : title;
  return cleanQuery(articleText) === ''
    ? []
    : (await searchArticles(db, { articleText, pageSize, isClose: true })).data;
}

/** Among so many questions about an article's subject, those that may stand under it are looked for. */
const mostAbout = 20;
/** As old as an account must be to be trusted: by then readers and moderators have seen the question. */
const oldEnoughMs = 7 * 24 * 3_600_000;

/**
 * Questions about the subject that an article's title names; none rather than unlike ones. Only what is a week old and
 * has an accepted answer stands under an article: else anybody could write there at once, in its title's words.
 */
export async function listQuestionsAbout(
  db: Database,
  title: string,
  pageSize: number,
  now: Date,
): Promise<AskedQuestion[]> {
  const questionText = title.split(/[:?]/, 1)[0]!;
  if (cleanQuery(questionText) === '') return [];
  const { data } = await searchQuestions(db, { questionText, pageSize: mostAbout, isClose: true }, null);
  return data
    .filter(
      ({ acceptedCommentId, createdAt }) =>
        acceptedCommentId !== null && now.getTime() - Date.parse(createdAt) >= oldEnoughMs,
    )
    .slice(0, pageSize);
}

/** Published videos that match a text; without a text, the plain list. */
export async function searchVideos(
  db: Database,
  query: z.infer<typeof videoSearchQuery>,
): Promise<Listing<WithHighlight<Video>>> {
  const { videoText, ...list } = query;
  if (!videoText || cleanQuery(videoText) === '') return withoutHighlights(await listVideos(db, list));
  const hits = await searchOneKind(db, query, {
    text: videoText,
    kind: 'VIDEO',
    orTitle: true,
    categoryIds: query.videoCategories,
    tagIds: query.videoTags,
  });
  return hits.listing(withHighlights(await listVideosByIds(db, hits.ids), hits.highlights, hits.text, hits.words));
}

/**
 * Questions that match a text; without a text, the newest.
 * @param viewerId includes this viewer's own likes @param orTitle see highlightHits
 */
export async function searchQuestions(
  db: Database,
  query: QuestionSearchQuery,
  viewerId: string | null,
  orTitle = false,
): Promise<Listing<WithHighlight<AskedQuestion>>> {
  const { questionText, isClose: _, ...list } = query;
  if (!questionText || cleanQuery(questionText) === '')
    return withoutHighlights(await listRecentQuestions(db, list, viewerId));
  const hits = await searchOneKind(db, query, {
    text: questionText,
    kind: 'QUESTION',
    orTitle,
    isClose: query.isClose,
    categoryIds: query.categoryIds,
    tagIds: query.tagIds,
  });
  return hits.listing(
    withHighlights(await listQuestionsByIds(db, hits.ids, viewerId), hits.highlights, hits.text, hits.words),
  );
}

const withoutHighlights = <Item>(listing: Listing<Item>): Listing<WithHighlight<Item>> => ({
  ...listing,
  data: listing.data.map((item) => ({ ...item, highlight: null, foundAs: [] })),
});

function offsetIn(position: Position): number {
  if (!position.after) return (position.page - 1) * position.pageSize;
  const offset = Number(position.after.value);
  if (!(offset >= 0 && offset <= cappedTotal))
    throw invalidInput([{ path: 'cursor', message: problem('field.cursor') }]);
  return offset;
}

type ListQuery = {
  page?: number | undefined;
  pageSize?: number | undefined;
  cursor?: string | undefined;
  sortKey?: SortKey | undefined;
  sortOrder?: SortOrder | undefined;
};
type OneKind = {
  text: string;
  kind: SearchableKind;
  orTitle: boolean;
  isClose?: boolean | undefined;
  categoryIds?: number[] | undefined;
  tagIds?: number[] | undefined;
  authorIds?: number[] | undefined;
};

async function searchOneKind(db: Database, query: ListQuery, request: OneKind) {
  const position = positionOf(query);
  const offset = offsetIn(position);
  const order =
    query.sortKey && query.sortKey !== 'RELEVANCE'
      ? { key: query.sortKey, isAscending: query.sortOrder === 'ASC' }
      : null;
  const question: Question<SearchableKind> = {
    text: request.text,
    kinds: [request.kind],
    categoryIds: request.categoryIds,
    tagIds: request.tagIds,
    isClose: request.isClose,
    isRanked: order === null,
  };

  return db.transaction(async (tx) => {
    const steps = searchSteps(tx, db);
    const answer = await searchIndex(steps, question);
    let found = answer.found[request.kind];
    if (request.authorIds && found.ids.length > 0) found = await keepAuthors(tx, found, request.authorIds);
    // The least relevant first: only the language is left to sort by.
    if (!order && query.sortOrder === 'ASC') found = { ...found, ids: found.ids.toReversed(), strengths: new Map() };
    found = (await onceInGroup(tx, { [request.kind]: found } as Record<SearchableKind, Found>, request))[request.kind];
    let ids = found.ids.slice(offset, offset + position.pageSize);
    if (order && answer.query && found.total > 0)
      ids =
        offset >= cappedTotal
          ? []
          : await sortDocuments(
              tx,
              answer.query,
              request,
              found,
              order,
              Math.min(position.pageSize, cappedTotal - offset),
              offset,
            );
    const { words: typed, read } = answer;
    const [highlights] = await steps.highlight({
      hits: [{ kind: request.kind, ids }],
      words: typed,
      read,
      orTitle: request.orTitle,
    });
    const words = read ?? typed;
    return {
      ids,
      highlights: highlights!,
      words,
      text: cleanQuery(request.text),
      listing: <Item>(items: Item[]) => listingOf(items, found, position, offset),
    };
  });
}

async function keepAuthors(tx: Queryable, found: Found, authorIds: number[]): Promise<Found> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(inArray(articles.id, found.ids), inArray(articles.authorId, authorIds)));
  const retained = new Set(rows.map(({ id }) => id));
  const ids = found.ids.filter((id) => retained.has(id));
  return { ...found, ids, total: ids.length, isCapped: found.isCapped && ids.length > 0 };
}

const columnsOf = (table: typeof articles | typeof videos) => ({
  CREATED_AT: table.createdAt,
  UPDATED_AT: table.updatedAt,
  PUBLISHED_AT: table.publishedAt,
  VIEWS: table.viewCount,
});
// Questions have no view counter: a sort by views uses their heat (recent activity) instead.
const sortable = {
  ARTICLE: { table: articles, isPublic: isPublicArticle, columns: columnsOf(articles) },
  VIDEO: { table: videos, isPublic: isPublicVideo, columns: columnsOf(videos) },
  QUESTION: {
    table: questions,
    isPublic: sql`${questions.isLive}`,
    columns: {
      CREATED_AT: questions.createdAt,
      UPDATED_AT: questions.updatedAt,
      PUBLISHED_AT: questions.createdAt,
      VIEWS: questions.heat,
    },
  },
};

/** Sorts all hits by time or views: from the ids where all are known, else in a query of its own. */
async function sortDocuments(
  tx: Queryable,
  query: WordQuery,
  request: OneKind,
  found: Found,
  order: { key: Exclude<SortKey, 'RELEVANCE'>; isAscending: boolean },
  limit: number,
  offset: number,
): Promise<number[]> {
  const { table, isPublic, columns } = sortable[request.kind];
  const column = columns[order.key];
  const direction = order.isAscending ? asc : desc;
  const isAll = found.isCapped && !request.authorIds;
  const hasWords = (id: SQL) =>
    sql`exists (select 1 from ${searchDocuments} where ${searchDocuments.kind} = ${request.kind} and ${searchDocuments.entityId} = ${id} and ${searchDocuments.vector} @@ ${matching(query, request)})`;
  const isHit = isAll ? hasWords(sql`${table.id}`) : sql`${table.id} = any(${sql.param(found.ids)}::int[])`;
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(isHit, isPublic, isAll ? onceAmongHits(request.kind, hasWords) : undefined))
    .orderBy(direction(column), direction(table.id))
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ id }) => id);
  if (!isAll || request.kind === 'QUESTION') return ids;
  const single = { [request.kind]: { ids, total: ids.length, isCapped: false } } as Record<'ARTICLE' | 'VIDEO', Found>;
  return (await onceInGroup(tx, single, request))[request.kind].ids;
}

/** Of the pieces of a group that have the words, the one for a reader of the page's language. */
function onceAmongHits(kind: SearchableKind, hasWords: (id: SQL) => SQL): SQL | undefined {
  if (kind === 'QUESTION') return undefined;
  const { groupId } = kind === 'ARTICLE' ? articles : videos;
  const table = kind === 'ARTICLE' ? 'articles' : 'videos';
  return or(isNull(groupId), onceForEachGroup(table, currentLanguage(), hasWords(sql`other.id`)));
}
