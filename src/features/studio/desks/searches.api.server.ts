import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import * as wire from './searches.contract.ts';
import { answerSearch, readAnswered, unanswerSearch } from './answer-search.server.ts';
import { hideSearch, readSearches, searchRoles } from './searches.server.ts';

const config = { staff: searchRoles };

/** What readers looked for and did not find. */
export const searchesApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);

  app.get(
    '/studio/searches',
    {
      config,
      schema: {
        summary: 'Searches without results that several visits made, of the last 7 or 30 days',
        querystring: wire.searchesQuery,
        response: { 200: wire.searchList },
      },
    },
    async (request) => ({ data: await readSearches(services, request.query.days === '30' ? 30 : 7) }),
  );
  app.post(
    '/studio/searches/hide',
    {
      config,
      schema: { summary: 'Hide a search from the desk', body: wire.hideInput, response: { 200: wire.hidden } },
    },
    async (request) => ({ data: await hideSearch(services, actorOf(request), request.body.text) }),
  );
  app.get(
    '/studio/searches/answered',
    { config, schema: { summary: 'Pieces that are also found by other words', response: { 200: wire.answeredList } } },
    async () => ({ data: await readAnswered(services) }),
  );
  app.post(
    '/studio/searches/answer',
    {
      config,
      schema: {
        summary: 'Say which live piece answers a search',
        body: wire.answerInput,
        response: { 200: wire.answeredOne },
      },
    },
    async (request) => ({ data: await answerSearch(services, actorOf(request), request.body) }),
  );
  app.post(
    '/studio/searches/unanswer',
    {
      config,
      schema: {
        summary: 'Take words away from a piece again',
        body: wire.answerInput,
        response: { 200: wire.answeredOne },
      },
    },
    async (request) => ({ data: await unanswerSearch(services, actorOf(request), request.body) }),
  );
};
