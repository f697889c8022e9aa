import { t } from '../../messages/messages.ts';
import { langOf, ownLanguage } from '../../ui/format.ts';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeepPage } from '../../ui/keep-page.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { LanguageSwitch } from '../../ui/page-versions.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './web-story.module.css';
import { storyArticle } from '../../features/webstories/web-story-structured-data.ts';
import type { WebStory } from '../../features/webstories/webstories.contract.ts';

export type WebStoryModel = {
  story: WebStory;
  description: string;
  /** Link label of each page; null where a page has no link. */
  linkTexts: (string | null)[];
  isSample: boolean;
  checkedLongAgo: string | null;
};

/** Progress bars, rendered in every page of the story: right without script, since each page knows its own position. */
function Bars({ at, of }: { at: number; of: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <i key={index} data-on={index <= at || undefined} />
      ))}
    </span>
  );
}

export function WebStoryView({ story, description, linkTexts, isSample, checkedLongAgo }: WebStoryModel) {
  const count = story.pages.length;
  const own = ownLanguage(story.lang);
  return (
    <>
      <PageHead
        title={t.site.titleOf(story.title)}
        description={description}
        heading={story.title}
        path={story.canonicalUrl}
        kind="article"
        lang={story.lang}
        picture={story.poster ? { path: story.poster, width: 640, height: 853, alt: story.title } : null}
        piece={{ publishedAt: story.publishedAt, modifiedAt: story.publishedAt, author: story.createdBy.name }}
        data={(site) => [storyArticle(site, story, description)]}
      />
      <header className={styles.head}>
        <a className="tool" href="/" aria-label={t.story.close}>
          <Icon name="cross" />
        </a>
        <h1 lang={own}>{story.title}</h1>
        <ListenButton isSmall />
        <KeepPage isSmall />
        <LanguageSwitch />
      </header>
      <ol className={styles.pages} id="story" tabIndex={0} aria-label={t.story.pages}>
        {story.pages.map((page, at) => (
          <li key={at} id={`p${at + 1}`} className={styles.page} data-seconds={page.seconds}>
            {page.imageUrl && (
              <img
                src={page.imageUrl}
                alt=""
                width={540}
                height={960}
                loading={at === 0 ? 'eager' : 'lazy'}
                decoding="async"
              />
            )}
            <Bars at={at} of={count} />
            {at > 0 && <a className={styles.back} href={`#p${at}`} aria-label={t.story.previous(at, count)} />}
            {at < count - 1 && (
              <a className={styles.forward} href={`#p${at + 2}`} aria-label={t.story.next(at + 2, count)} />
            )}
            <div className={styles.words}>
              <p className="vh">{t.story.pageOf(at + 1, count)}</p>
              <h2 lang={own}>{page.heading}</h2>
              <p lang={own}>{page.text}</p>
              {page.linkUrl && (
                <a className="btn" href={page.linkUrl} lang={linkTexts[at] ? own : undefined}>
                  {linkTexts[at] ?? t.story.readMore}
                </a>
              )}
              {at === 0 && <CheckedLongAgo on={checkedLongAgo} />}
              {at === 0 && (
                <p className={styles.by}>
                  <span lang={langOf(story.createdBy.name)}>{story.createdBy.name}</span>
                  {isSample && ` · ${t.story.sample}`}
                </p>
              )}
              {at === count - 1 && (
                <a className="btn ghost" href="/">
                  {t.problem.goHome}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
