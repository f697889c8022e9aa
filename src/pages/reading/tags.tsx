import { listUsedTags } from '../../features/tags/tags.queries.server.ts';
import { insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { type TagsModel, TagsView } from './tags-view.tsx';

const pageSize = 300;

export const loader = pageLoader(async ({ services, url, page }) => {
  insistOn('/tags', url);
  const all = await listUsedTags(services.connection.db);
  const data = all.slice((page - 1) * pageSize, page * pageSize);
  const list = { data, page, pageSize, total: all.length, hasMore: all.length > page * pageSize };
  insistOnItems(list, page);
  return { model: list satisfies TagsModel, tags: ['search', 'articles', 'videos'] };
});

export default servedPage(TagsView);
