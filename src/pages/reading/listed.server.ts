import type { Queryable } from '../../database/connect.server.ts';
import { listArticles } from '../../features/articles/articles.queries.server.ts';
import { listVideos } from '../../features/videos/videos.queries.server.ts';
import { insistOnItems } from '../../platform/page/page-loader.server.ts';
import { listingKind, listPageSize } from '../listing-parameters.ts';

type Of = {
  articles: Parameters<typeof listArticles>[1];
  also?: Parameters<typeof listArticles>[2];
  videos: Parameters<typeof listVideos>[1];
};

/** Articles and videos of a category or a tag, the newest first: both, or a page of one kind. */
export async function listed(db: Queryable, url: URL, page: number, of: Of) {
  const kind = listingKind(url);
  const sortKey = 'PUBLISHED_AT';
  const ofVideos = kind === 'videos' ? { page, pageSize: listPageSize } : { page: 1, pageSize: 12 };
  const [articles, videos] = await Promise.all([
    kind === 'videos' ? null : listArticles(db, { ...of.articles, page, pageSize: listPageSize, sortKey }, of.also),
    kind === 'articles' ? null : listVideos(db, { ...of.videos, ...ofVideos, sortKey }),
  ]);
  insistOnItems(kind === 'videos' ? videos : articles, page);
  return { kind, articles, videos };
}
