import { getArticle } from '../../features/articles/articles.queries.server.ts';
import { listRecommendedArticles } from '../../features/articles/recommended.queries.server.ts';
import { isAboutDanger } from '../../features/helplines/danger.server.ts';
import { listQuestionsAbout } from '../../features/search/search.queries.server.ts';
import { errandNames, errandsAbout, noErrands } from '../../features/search/match-errands.server.ts';
import { isAboutScams } from '../../features/message-check/first-help.tsx';
import { ctaPath, listCtasAbout } from '../../features/referrals/referrals.queries.server.ts';
import { isOverdue } from '../../features/publishing/check-intervals.ts';
import { type ArticleModel, ArticleView } from './article-view.tsx';
import { idOf, insistOnPiece, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/articles/article.css';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export const loader = pageLoader(async ({ services, remember, params, url }) => {
  const { config, clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'article');
  const detail = await getArticle(db, id);
  const versions = insistOnPiece({ ...detail.article, olderThan: detail.olderThan }, url);
  const { lastCheckedAt, title, summary } = detail.article;
  let failure: unknown = null;
  const calls = (await listCtasAbout(db, id)).map((cta) => ({ title: cta.title, canonicalUrl: ctaPath(cta) }));
  const [next, asked] = await Promise.all([
    remember(`next:${id}`, ['articles', `article:${id}`], () =>
      listRecommendedArticles(db, { articleId: [id], pageSize: 3 }),
    ),
    remember(`asked-about:${id}`, ['questions', `article:${id}`], () =>
      listQuestionsAbout(db, title, 3, clock()),
    ).catch(
      // A search that fails must not take the page with it.
      (error: unknown) => {
        failure = error;
        return [];
      },
    ),
  ]);
  const isStale =
    lastCheckedAt !== null &&
    isOverdue(detail.article.scheme ? 'scheme' : 'article', lastCheckedAt.slice(0, 10), dayInIndia(clock()));
  const offersExit = isAboutDanger(['violence'], title, summary);
  // Who was just cheated needs the numbers at the top, not a list.
  const errands = isAboutScams(detail.article)
    ? noErrands
    : errandsAbout({ ...detail.article, otherTitles: detail.otherTitles }, await errandNames(db));
  const model: ArticleModel = {
    ...detail,
    isStale,
    offersExit,
    origin: config.publicOrigin,
    next: next.data,
    toDo: { ...errands, calls },
    asked,
  };
  return {
    model,
    failure,
    versions,
    tags: [
      `article:${id}`,
      ...next.data.map((article) => `article:${article.id}`),
      'ctas',
      `author:${detail.article.createdBy.id}`,
      ...asked.map((question) => `question:${question.id}`),
    ],
  };
});

export default servedPage(ArticleView);
