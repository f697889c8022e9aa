import { type TagModel, TagView } from './tag-view.tsx';
import { getTag } from '../../features/tags/tags.queries.server.ts';
import { idOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { listed } from './listed.server.ts';

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'tag');
  const tag = await getTag(db, id);
  insistOn(tag.canonicalUrl, url);
  const list = await listed(db, url, page, { articles: { articleTags: [id] }, videos: { videoTags: [id] } });
  const model: TagModel = { tag, ...list, now: clock().toISOString() };
  return { model, tags: [`tag:${id}`, 'articles', 'videos'] };
});

export default servedPage(TagView);
