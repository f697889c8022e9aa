import { z } from 'zod';
import type { ApiApp, ApiPlugin } from '../../platform/api.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PageCache } from '../../platform/page-cache.server.ts';
import { isoDay } from '../../ui/format.ts';
import { allQuestions } from './fact-questions.ts';
import { matchSchemes } from './match-schemes.ts';
import {
  savedList,
  savedQuery,
  factList,
  matchList,
  matchQuery,
  openRules,
  schemesWithRules,
} from './schemes.contract.ts';
import { rulesSchema } from './rules-schema.ts';
import { compiledSchemes, listOpenRules, listSavedSchemes } from './schemes.queries.server.ts';

export const schemesApi: ApiPlugin = async (
  app,
  {
    services: {
      connection: { db },
      clock,
      config,
    },
  },
) => {
  const { pageCache } = app as ApiApp & { pageCache: PageCache };
  const schemes = (day: string) => compiledSchemes(pageCache.remember, db, day);
  const today = () => isoDay(clock());

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
        summary: 'Open data: every scheme with its rules, test people, quotes and sources',
        description:
          'A verdict by these rules is no promise: the office decides. Samples are not reviewed by an editor.',
        tags: ['Schemes'],
        response: { 200: openRules },
      },
    },
    async () => ({
      ...(await pageCache.remember(`open rules ${currentLanguage()}`, ['articles'], () => listOpenRules(db))),
      schemaUrl: '/api/schemes/rules/schema',
      licence: config.dataLicence ?? null,
    }),
  );

  app.get(
    '/schemes/rules/schema',
    {
      schema: {
        summary: 'The JSON schema of a set of rules and of its cases',
        tags: ['Schemes'],
        response: { 200: z.record(z.string(), z.unknown()) },
      },
    },
    async () => rulesSchema(),
  );

  app.get(
    '/schemes/rules/finder',
    {
      schema: {
        summary: 'Every scheme with rules, so that a device can match without sending answers',
        tags: ['Schemes'],
        response: { 200: schemesWithRules },
      },
    },
    async () => ({ data: (await schemes(today())).schemes.map(({ scheme }) => scheme) }),
  );

  app.get(
    '/schemes',
    {
      schema: {
        summary: 'Schemes by number, with their papers, as a list of saved schemes needs them',
        tags: ['Schemes'],
        querystring: savedQuery,
        response: { 200: savedList },
      },
    },
    async (request) => ({ data: await listSavedSchemes(db, request.query.ids) }),
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
    async (request) => {
      const day = request.body.asOf ?? today();
      return matchSchemes(await schemes(day), request.body, day);
    },
  );
};
