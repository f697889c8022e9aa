import type { ApiPlugin } from '../../../platform/api.server.ts';
import { actorOf, admitStaff } from '../staff-hook.server.ts';
import * as wire from './searches.contract.ts';
import { hideSearch, readSearches, searchRoles } from './searches.server.ts';

const tags = ['Studio'];
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
        tags,
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
      schema: { summary: 'Hide a search from the desk', tags, body: wire.hideInput, response: { 200: wire.hidden } },
    },
    async (request) => ({ data: await hideSearch(services, actorOf(request), request.body.text) }),
  );
};
