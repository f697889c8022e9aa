import { type WebStoryModel, WebStoryView } from './web-story-view.tsx';
import { overdueSince } from '../../features/publishing/check-intervals.ts';
import { lastCheckOfPiece } from '../../features/publishing/piece-checks.queries.server.ts';
import { getWebStory } from '../../features/webstories/webstories.queries.server.ts';
import { insistOnPiece, pageLoader } from '../../platform/page/page-loader.server.ts';
import { t } from '../../messages/messages.ts';
import { Island } from '../../ui/island.tsx';
import { ServedPage } from '../served-page.tsx';
import styles from './web-story.module.css';
import { dayInIndia } from '../../platform/process/indian-time.ts';

// Full-screen: no header, no footer.

export const loader = pageLoader(async ({ services, params, url }) => {
  const { clock } = services;
  const { db } = services.connection;
  const { story, row, olderThan } = await getWebStory(db, params.slug ?? '');
  const versions = insistOnPiece({ ...story, olderThan }, url);
  const model: WebStoryModel = {
    story,
    description: row.metaDescription ?? story.title,
    linkTexts: row.pages.map((page) => page.linkText),
    isSample: row.isSample,
    checkedLongAgo: overdueSince(
      'webstory',
      [await lastCheckOfPiece(db, 'webstories', { id: row.id! })],
      dayInIndia(clock()),
    ),
  };
  return { model, versions, tags: [`webstory:${story.slug}`] };
});

export default function WebStoryPage() {
  return (
    <>
      <ServedPage view={WebStoryView} />
      <Island name="story" when="first-touch" props={{ play: t.story.play, pause: t.story.pause }}>
        <button type="button" className={styles.play} data-act="play" aria-pressed={false}>
          {t.story.play}
        </button>
      </Island>
    </>
  );
}
