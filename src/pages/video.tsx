import { listArticlesByIds } from '../features/articles/articles.queries.server.ts';
import styles from './video-view.module.css';
import { type VideoModel, VideoView } from './video-view.tsx';
import { getVideo, listVideos } from '../features/videos/videos.queries.server.ts';
import { idOf, insistOn, pageLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'videos' };

export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
      config,
    },
    params,
    url,
  }) => {
    const id = idOf(params.key, 'video');
    const { video, bodyHtml, articleId, isSample, lang } = await getVideo(db, id);
    insistOn(video.canonicalUrl, url);
    const [article] = articleId === null ? [] : await listArticlesByIds(db, [articleId]);
    const more = await listVideos(db, {
      videoCategories: video.categories.slice(0, 1).map((category) => category.id),
      pageSize: 13,
      sortKey: 'PUBLISHED_AT',
    });
    const model: VideoModel = {
      video,
      textHtml: bodyHtml,
      isSample,
      lang,
      article: article ? { title: article.title, canonicalUrl: article.canonicalUrl } : null,
      origin: config.publicOrigin,
      more: more.data.filter((other) => other.id !== id).slice(0, 12),
    };
    return { model, tags: [`video:${id}`, 'videos', ...(articleId === null ? [] : [`article:${articleId}`])] };
  },
);

export default function VideoPage() {
  // A class that the browser's build uses: else the view's styles would not be in it.
  return <ServedPage className={styles.watch} view={import.meta.env.SSR && VideoView} />;
}
