import { getHomeFeed } from '../features/feed/feed.queries.server.ts';
import { type HomeModel, HomeView } from './home-view.tsx';
import { mapOpenings } from '../features/articles/openings.queries.server.ts';
import { listCategories } from '../features/categories/categories.queries.server.ts';
import { pageLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/home.css';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'home' };

export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
      clock,
    },
  }) => {
    const [sections, categories] = await Promise.all([getHomeFeed(db), listCategories(db)]);
    const leaves = sections.filter(({ layout }) => layout === 'CardArticleFull').flatMap(({ items }) => items);
    const openings = await mapOpenings(
      db,
      leaves.filter(({ contentType }) => contentType === 'ARTICLE').map(({ id }) => id),
    );
    return {
      model: { sections, categories, openings, now: clock().toISOString() } satisfies HomeModel,
      tags: ['feed', 'articles', 'videos'],
    };
  },
);

export default function HomePage() {
  return <ServedPage view={import.meta.env.SSR && HomeView} />;
}
