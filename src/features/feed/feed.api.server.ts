import type { FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { seenBy } from '../reactions/reactions.queries.server.ts';
import { findViewerId } from '../sessions/viewer-hook.server.ts';
import { feedPage, type FeedSection } from './feed.contract.ts';
import { getHomeFeed, getVideosFeed } from './feed.queries.server.ts';

export const feedApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  async function asSeen(request: FastifyRequest, sections: FeedSection[]): Promise<FeedSection[]> {
    const see = await seenBy(
      db,
      await findViewerId(request),
      sections.flatMap(({ items }) => items),
    );
    return sections.map((section) => ({ ...section, items: section.items.map(see) }));
  }

  app.get(
    '/page/home',
    { schema: { summary: 'The home feed, in its card layouts', response: { 200: feedPage } } },
    async (request) => ({ data: { sections: await asSeen(request, await getHomeFeed(db)) } }),
  );

  app.get(
    '/page/videos',
    { schema: { summary: 'Videos, newest first and by category', response: { 200: feedPage } } },
    async (request) => ({ data: { sections: await asSeen(request, await getVideosFeed(db)) } }),
  );
};
