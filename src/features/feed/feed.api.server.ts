import type { ApiPlugin } from '../../platform/api.server.ts';
import { feedPage } from './feed.contract.ts';
import { getHomeFeed, getVideosFeed } from './feed.queries.server.ts';

export const feedApi: ApiPlugin = async (app, { services: { connection: { db } } }) => {
  app.get('/page/home', {
    schema: { summary: 'The home feed, in its card layouts', tags: ['Content'], response: { 200: feedPage } },
  }, async () => ({ data: { sections: await getHomeFeed(db) } }));

  app.get('/page/videos', {
    schema: { summary: 'Videos, newest first and by category', tags: ['Content'], response: { 200: feedPage } },
  }, async () => ({ data: { sections: await getVideosFeed(db) } }));
};
