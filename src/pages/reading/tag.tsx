import { listArticles } from '../../features/articles/articles.queries.server.ts';
import { type TagModel, TagView } from './tag-view.tsx';
import { getTag } from '../../features/tags/tags.queries.server.ts';
import { listVideos } from '../../features/videos/videos.queries.server.ts';
import { idOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { listingKind, listPageSize } from '../listing-parameters.ts';

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'tag');
  const tag = await getTag(db, id);
  insistOn(tag.canonicalUrl, url);
  const kind = listingKind(url);
  const [articles, videos] = await Promise.all([
    kind === 'videos'
      ? null
      : listArticles(db, { articleTags: [id], page, pageSize: listPageSize, sortKey: 'PUBLISHED_AT' }),
    kind === 'articles'
      ? null
      : listVideos(db, {
          videoTags: [id],
          page: kind === 'videos' ? page : 1,
          pageSize: kind === 'videos' ? listPageSize : 12,
          sortKey: 'PUBLISHED_AT',
        }),
  ]);
  insistOnItems(kind === 'videos' ? videos : articles, page);
  const model: TagModel = { tag, kind, articles, videos, now: clock().toISOString() };
  return { model, tags: [`tag:${id}`, 'articles', 'videos'] };
});

export default servedPage(TagView);
