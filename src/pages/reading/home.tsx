import { redirect } from 'react-router';
import type { FeedSection } from '../../features/feed/feed.contract.ts';
import { getHomeFeed } from '../../features/feed/feed.queries.server.ts';
import { type HomeModel, HomeView } from './home-view.tsx';
import { numberedAddress } from '../../features/articles/numbered-address.ts';
import { findRedirect } from '../../features/articles/old-addresses.queries.server.ts';
import { mapOpenings } from '../../features/articles/openings.queries.server.ts';
import { recentQuestionsIfAny } from '../../features/communities/communities.queries.server.ts';
import { newestOfFrame, newestRead } from '../../features/communities/newest-questions.ts';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { listCategories } from '../../features/categories/categories.queries.server.ts';
import { listWebStories } from '../../features/webstories/webstories.queries.server.ts';
import { pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/feed/home.css';
import { servedPage } from '../served-page.tsx';

const mostStories = 8;
const isArranged = (sections: FeedSection[]) =>
  sections.some(({ items }) => items.some(({ contentType }) => contentType === 'WEBSTORY'));

export const loader = pageLoader(async ({ services, url }) => {
  const { clock } = services;
  const { db } = services.connection;
  // Redirects are never cached, so arbitrary `?p=` values cannot fill the page cache.
  const number = url.searchParams.get('p') ?? url.searchParams.get('page_id');
  if (number !== null) {
    const moved = await findRedirect(db, numberedAddress(number));
    throw redirect(moved ?? '/', moved === null ? 302 : 301);
  }
  const [sections, categories, { questions, failure }, stories, seenNow] = await Promise.all([
    getHomeFeed(db),
    listCategories(db),
    recentQuestionsIfAny(db, { pageSize: newestRead }),
    listWebStories(db, mostStories),
    listScamsSeen(db),
  ]);
  const leaves = sections.filter(({ layout }) => layout === 'CardArticleFull').flatMap(({ items }) => items);
  const openings = await mapOpenings(
    db,
    leaves.filter(({ contentType }) => contentType === 'ARTICLE').map(({ id }) => id),
  );
  return {
    model: {
      sections,
      categories,
      openings,
      questions: newestOfFrame(questions.data),
      // Where the editors place stories themselves, there is no row of the newest.
      stories: (isArranged(sections) ? [] : stories).map(({ slug, lang, title, poster, canonicalUrl }) => ({
        slug,
        lang,
        title,
        poster,
        canonicalUrl,
      })),
      seenNow,
      now: clock().toISOString(),
    } satisfies HomeModel,
    failure,
    tags: [
      'feed',
      'articles',
      'videos',
      'asked',
      'webstories',
      'scams',
      ...stories.map(({ slug }) => `webstory:${slug}`),
    ],
  };
});

export default servedPage(HomeView);
