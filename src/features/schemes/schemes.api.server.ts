import type { ApiApp, ApiPlugin } from '../../platform/api.server.ts';
import type { PageCache } from '../../platform/page-cache.server.ts';
import { allQuestions } from './fact-questions.ts';
import { matchSchemes } from './match-schemes.ts';
import { asideList, asideQuery, factList, matchList, matchQuery, schemesWithRules } from './schemes.contract.ts';
import { compiledSchemes, listAsideSchemes } from './schemes.queries.server.ts';

export const schemesApi: ApiPlugin = async (
  app,
  {
    services: {
      connection: { db },
    },
  },
) => {
  const { pageCache } = app as ApiApp & { pageCache: PageCache };
  const schemes = () => compiledSchemes(pageCache.remember, db);

  app.get(
    '/schemes/facts',
    {
      schema: {
        summary: 'The questions that rules of schemes may ask',
        tags: ['Schemes'],
        response: { 200: factList },
      },
    },
    async () => ({ data: allQuestions() }),
  );

  app.get(
    '/schemes/rules',
    {
      schema: {
        summary: 'Every scheme with rules, so that a device can match without sending answers',
        tags: ['Schemes'],
        response: { 200: schemesWithRules },
      },
    },
    async () => ({ data: (await schemes()).schemes.map(({ scheme }) => scheme) }),
  );

  app.get(
    '/schemes',
    {
      schema: {
        summary: 'Schemes by number, with their papers, as a list of what was put aside needs them',
        tags: ['Schemes'],
        querystring: asideQuery,
        response: { 200: asideList },
      },
    },
    async (request) => ({ data: await listAsideSchemes(db, request.query.ids) }),
  );

  app.post(
    '/schemes/match',
    {
      schema: {
        summary: "Schemes that may fit a person's answers",
        description: 'Answers are judged and forgotten. MAY_BE_ELIGIBLE is no promise: the office decides.',
        tags: ['Schemes'],
        body: matchQuery,
        response: { 200: matchList },
      },
    },
    async (request) => matchSchemes(await schemes(), request.body),
  );
};
