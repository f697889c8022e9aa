import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { idParam } from '../../platform/wire/wire.ts';
import { listSeenBy, withOwnReaction } from '../reactions/reactions.queries.server.ts';
import { findViewerId } from '../sessions/viewer-hook.server.ts';
import { articleList, articleListQuery, oneArticle, recommendedQuery } from './articles.contract.ts';
import { getArticle, listArticles } from './articles.queries.server.ts';
import { listRecommendedArticles } from './recommended.queries.server.ts';
import { z } from 'zod';

export const articlesApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/article/:id',
    { schema: { summary: 'One article', params: z.object({ id: idParam }), response: { 200: oneArticle } } },
    async (request) => {
      const { article } = await getArticle(db, request.params.id);
      return { data: await withOwnReaction(db, await findViewerId(request), 'ARTICLE', article) };
    },
  );

  app.post(
    '/article/search/v1',
    {
      schema: {
        summary: 'List articles by category, tag or author',
        body: articleListQuery,
        response: { 200: articleList },
      },
    },
    async (request) => listSeenBy(db, await findViewerId(request), await listArticles(db, request.body)),
  );

  app.post(
    '/article/recommended',
    { schema: { summary: 'What to read next', body: recommendedQuery, response: { 200: articleList } } },
    async (request) => listSeenBy(db, await findViewerId(request), await listRecommendedArticles(db, request.body)),
  );
};
