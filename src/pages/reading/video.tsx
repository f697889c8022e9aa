import { listArticlesByIds } from '../../features/articles/articles.queries.server.ts';
import styles from './video-view.module.css';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { follows } from '../../messages/follows.ts';
import { t } from '../../messages/messages.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatDate, formatDuration, langOf, ownLanguage } from '../../ui/format.ts';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { keepTogether, keepTogetherInHtml } from '../../ui/keep-together.ts';
import { Icon } from '../../ui/icon.tsx';
import { ownLanguageName } from '../../ui/language-name.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Call } from '../../ui/states.tsx';
import { sharePicture } from '../../features/articles/article-structured-data.ts';
import { ShareBar, TagChips } from './article-view.tsx';
import { isUrgent, useLook } from '../../features/categories/category-look.tsx';
import { CategoryTab } from '../../features/categories/category-tab.tsx';
import { VideoRow } from '../../features/feed/listing-body.tsx';
import { HelpForm } from '../../features/feedback/help-form.tsx';
import { PieceHelplines } from '../../features/helplines/piece-helplines.tsx';
import { FirstHelp, isAboutScams } from '../../features/message-check/first-help.tsx';
import { videoObject } from '../../features/videos/video-structured-data.ts';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastCheckOfVideo } from '../../features/publishing/piece-checks.queries.server.ts';
import { getVideo, listVideos } from '../../features/videos/videos.queries.server.ts';
import { type ModelOf, idOf, insistOnPiece, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

function Player({ video, lang }: Pick<Model, 'video' | 'lang'>) {
  return (
    <video
      className={styles.player}
      controls
      playsInline
      preload="none"
      poster={video.thumbnail ?? undefined}
      width={360}
      height={640}
      aria-label={video.title}
    >
      <source src={video.videoUrl} type="video/mp4" />
      {video.captionsUrl && (
        <track kind="captions" src={video.captionsUrl} srcLang={lang} label={ownLanguageName(lang)} default />
      )}
      <p>
        {t.video.cannotPlay}{' '}
        <a href={video.videoUrl} download>
          {t.video.download}
        </a>
      </p>
    </video>
  );
}

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
  const model = {
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

type Model = ModelOf<typeof loader>;

// Uses a class of the view's CSS module, so that the browser build includes that module's styles.

function VideoView(model: Model) {
  const { video, lang, article } = model;
  const main = video.categories[0];
  const own = ownLanguage(lang);
  return (
    <div className="wrap read no-toc" data-help={isUrgent(useLook(main?.id ?? 0).icon) || undefined}>
      <PageHead
        title={t.site.titleOf(video.metaTitle ?? video.title)}
        description={video.metaDescription ?? video.description}
        heading={video.title}
        path={video.canonicalUrl}
        kind="video.other"
        lang={lang}
        picture={sharePicture('video', video.id, video.title)}
        data={(site) => [videoObject(site, video, lang)]}
      />
      {isAboutScams(video) && <FirstHelp />}
      <div className="over">
        <Breadcrumbs
          crumbs={[
            { name: t.nav.videos, href: '/videos' },
            ...(main ? [{ name: main.alias, href: main.canonicalUrl }] : []),
          ]}
        />
      </div>
      <article className={styles.piece}>
        <div className={styles.title}>
          {main && <CategoryTab category={{ id: main.id, displayName: main.alias }} />}
          <h1 lang={own}>{keepTogether(video.title)}</h1>
        </div>
        <Player video={video} lang={lang} />
        <div className={styles.words}>
          <p className="standfirst" lang={own}>
            {keepTogether(video.description)}
          </p>
          <p className="meta">
            <span>
              {t.article.by}{' '}
              <a rel="author" lang={langOf(video.createdBy.name)} href={video.createdBy.canonicalUrl}>
                {video.createdBy.name}
              </a>
            </span>
            <time dateTime={video.publishedAt}>{formatDate(video.publishedAt)}</time>
            <span>{t.video.length(formatDuration(video.durationSeconds))}</span>
          </p>
          <CheckedLongAgo on={model.checkedLongAgo} />
          {model.isSample && (
            <Call title={t.video.sample}>
              <p>{t.article.sampleNote}</p>
            </Call>
          )}
          <ShareBar title={video.title} address={model.origin + video.canonicalUrl}>
            <ListenButton />
            <KeepPage />
          </ShareBar>
          {article && (
            <div className={styles.story}>
              <b>{t.video.wholeStory}</b>
              <span lang={ownLanguage(article.lang)}>{keepTogether(article.title)}</span>
              <a className="btn" href={article.canonicalUrl}>
                <Icon name="papers" />
                {t.video.readArticle}
              </a>
            </div>
          )}
          {model.textHtml && (
            <section>
              <h2 className={styles.said}>{t.video.text}</h2>
              <div className="md" lang={own} dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(model.textHtml) }} />
            </section>
          )}
          <FollowButton type="VIDEO" id={video.id} text={follows.onChange} />
          <HelpForm about={video.canonicalUrl} />
        </div>
      </article>
      <aside className="side" aria-label={t.helplines.heading}>
        <PieceHelplines categories={video.categories} tags={video.tags} />
        <TagChips tags={video.tags} />
      </aside>
      <div className="over">
        <VideoRow videos={model.more} title={t.video.more} href="/videos" />
      </div>
    </div>
  );
}

export default servedPage(VideoView, styles.watch);
