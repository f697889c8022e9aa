import type { FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { articleSearchList, articleSearchQuery } from '../articles/articles.contract.ts';
import { videoSearchList, videoSearchQuery } from '../videos/videos.contract.ts';
import { asUser, questionSearchList, questionSearchQuery } from '../communities/communities.contract.ts';
import { urgentHelplines } from '../helplines/danger.server.ts';
import { listSeenBy } from '../reactions/reactions.queries.server.ts';
import { findViewer } from '../sessions/viewer-hook.server.ts';
import { findHints } from './hints.queries.server.ts';
import { hints, hintsQuery, suggestions, suggestQuery } from './search.contract.ts';
import { searchArticles, searchQuestions, searchVideos } from './search.queries.server.ts';
import { suggest } from './suggest.queries.server.ts';

/** Helplines come before all hits where the text speaks of danger. */
function withUrgent<Answer extends object>(text: string | undefined, answer: Answer) {
  const helplines = text ? urgentHelplines(text) : [];
  return helplines.length > 0 ? { helplines, ...answer } : answer;
}

export const searchApi: ApiPlugin = async (
  app,
  {
    services: {
      connection: { db },
      limits,
    },
  },
) => {
  /** Rate limits anonymous callers only: many signed-in users share one IP address. @returns the viewer's id */
  async function searcherOf(request: FastifyRequest): Promise<string | null> {
    const viewer = await findViewer(request);
    if (!viewer) await limits.searches(networkOf(request.ip));
    return viewer?.userId ?? null;
  }

  app.post(
    '/search/articles',
    {
      schema: {
        summary: 'Search articles; without a text, list them',
        tags: ['Search'],
        body: articleSearchQuery,
        response: { 200: articleSearchList },
      },
    },
    async (request) => {
      const viewerId = await searcherOf(request);
      return withUrgent(
        request.body.articleText,
        await listSeenBy(db, viewerId, await searchArticles(db, request.body)),
      );
    },
  );

  app.post(
    '/search/videos',
    {
      schema: {
        summary: 'Search videos; without a text, list them',
        tags: ['Search'],
        body: videoSearchQuery,
        response: { 200: videoSearchList },
      },
    },
    async (request) => {
      const viewerId = await searcherOf(request);
      return withUrgent(request.body.videoText, await listSeenBy(db, viewerId, await searchVideos(db, request.body)));
    },
  );

  app.post(
    '/search/questions',
    {
      schema: {
        summary: 'Search the questions of the community; without a text, list them',
        tags: ['Search', 'Community'],
        querystring: asUser,
        body: questionSearchQuery,
        response: { 200: questionSearchList },
      },
    },
    async (request) => {
      const found = await searchQuestions(db, request.body, await searcherOf(request), true);
      return withUrgent(request.body.questionText, found);
    },
  );

  app.get(
    '/search/suggest',
    {
      schema: {
        summary: 'Titles and names for what has been typed so far',
        tags: ['Search'],
        querystring: suggestQuery,
        response: { 200: suggestions },
      },
    },
    async (request) => withUrgent(request.query.q, { data: await suggest(db, request.query.q) }),
  );

  app.get(
    '/search/hints',
    {
      schema: {
        summary: 'What answers a question before it is asked: of every kind, nothing below a floor of likeness',
        tags: ['Search'],
        querystring: hintsQuery,
        response: { 200: hints },
      },
    },
    async (request) => {
      await searcherOf(request);
      return withUrgent(request.query.q, { data: await findHints(db, request.query.q) });
    },
  );
};
