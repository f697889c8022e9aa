import { z } from 'zod';
import type { ApiApp, ApiPlugin } from '../../platform/http/api.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { answerCached } from '../../platform/cache/cached-answer.server.ts';
import type { PageCache } from '../../platform/cache/page-cache.server.ts';
import { allQuestions } from './fact-questions.ts';
import { matchSchemes } from './match-schemes.ts';
import * as wire from './schemes.contract.ts';
import { rulesSchema } from './rules-schema.ts';
import { finderFileOf, finderWordsOf } from './write-finder-file.ts';
import { compiledSchemes, listOpenRules, listSavedSchemes, listSchemesWithRules } from './schemes.queries.server.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export const schemesApi: ApiPlugin = async (app, { services }) => {
  const { clock, config } = services;
  const { db } = services.connection;
  const { pageCache } = app as ApiApp & { pageCache: PageCache };
  const schemes = (day: string) => compiledSchemes(pageCache.remember, db, day);
  const today = () => dayInIndia(clock());

  app.get(
    '/schemes/facts',
    { schema: { summary: 'The questions that rules of schemes may ask', response: { 200: wire.factList } } },
    async () => ({ data: allQuestions() }),
  );

  app.get(
    '/schemes/rules',
    {
      schema: {
        summary: 'Open data: every scheme with its rules, test people, quotes and sources',
        description:
          'A verdict by these rules is no promise: the office decides. Samples are not reviewed by an editor.',
        response: { 200: wire.openRules },
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
        response: { 200: z.record(z.string(), z.unknown()) },
      },
    },
    async () => rulesSchema(),
  );

  app.get(
    '/schemes/rules/finder',
    {
      schema: {
        summary: 'The rules of every scheme in little space, so that a device can match without sending answers',
        description: 'Equal conditions are told once. The words of the results are in /schemes/rules/finder/words.',
        response: { 200: wire.finderFile },
      },
    },
    (request, reply) =>
      answerCached(pageCache, request, reply, {
        tags: ['articles'],
        make: async () => finderFileOf(await listSchemesWithRules(db)),
      }),
  );

  app.get(
    '/schemes/rules/finder/words',
    {
      schema: {
        summary: 'Reasons, benefits, sources and addresses of the same schemes',
        response: { 200: wire.finderWords },
      },
    },
    (request, reply) =>
      answerCached(pageCache, request, reply, {
        tags: ['articles'],
        make: async () => finderWordsOf(await listSchemesWithRules(db)),
      }),
  );

  app.get(
    '/schemes',
    {
      schema: {
        summary: 'Schemes by number, with their papers, as a list of saved schemes needs them',
        querystring: wire.savedQuery,
        response: { 200: wire.savedList },
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
        body: wire.matchQuery,
        response: { 200: wire.matchList },
      },
    },
    async (request) => {
      const day = request.body.asOf ?? today();
      return matchSchemes(await schemes(day), request.body, day);
    },
  );
};
