import { listArticlesByIds } from '../../features/articles/articles.queries.server.ts';
import styles from './video-view.module.css';
import { type VideoModel, VideoView } from './video-view.tsx';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastCheckOfVideo } from '../../features/publishing/piece-checks.queries.server.ts';
import { getVideo, listVideos } from '../../features/videos/videos.queries.server.ts';
import { idOf, insistOnPiece, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export const loader = pageLoader(async ({ services, params, url }) => {
  const { config, clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'video');
  const { video, bodyHtml, articleId, isSample, lang, olderThan } = await getVideo(db, id);
  const versions = insistOnPiece({ ...video, olderThan }, url);
  const [checkedOn, [article], more] = await Promise.all([
    lastCheckOfVideo(db, id),
    listArticlesByIds(db, articleId === null ? [] : [articleId]),
    listVideos(db, {
      videoCategories: video.categories.slice(0, 1).map((category) => category.id),
      pageSize: 13,
      sortKey: 'PUBLISHED_AT',
    }),
  ]);
  const model: VideoModel = {
    video,
    textHtml: bodyHtml,
    isSample,
    lang,
    checkedLongAgo: overdueSince('video', [checkedOn], dayInIndia(clock())),
    article: article ? { title: article.title, canonicalUrl: article.canonicalUrl, lang: article.lang } : null,
    origin: config.publicOrigin,
    more: more.data.filter((other) => other.id !== id).slice(0, 12),
  };
  return {
    model,
    versions,
    tags: [`video:${id}`, 'videos', ...(articleId === null ? [] : [`article:${articleId}`])],
  };
});

// Uses a class of the view's CSS module, so that the browser build includes that module's styles.
export default servedPage(VideoView, styles.watch);
