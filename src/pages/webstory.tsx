import { StoryControls } from './story-controls.tsx';
import { type WebStoryModel, WebStoryView } from './web-story-view.tsx';
import { getWebStory } from '../features/webstories/webstories.queries.server.ts';
import { insistOn, pageLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import { ServedPage } from './served-page.tsx';

// The story stands alone: no header, no footer.
export const handle: Handle = { isStandalone: true };

export const loader = pageLoader(
  async ({
    services: {
      connection: { db },
    },
    params,
    url,
  }) => {
    const { story, row } = await getWebStory(db, params.slug ?? '');
    insistOn(story.canonicalUrl, url);
    const model: WebStoryModel = {
      story,
      description: row.metaDescription ?? story.title,
      linkTexts: row.pages.map((page) => page.linkText),
      isSample: row.isSample,
    };
    return { model, tags: [`webstory:${story.slug}`] };
  },
);

export default function WebStoryPage() {
  return (
    <>
      <ServedPage view={import.meta.env.SSR && WebStoryView} />
      <StoryControls />
    </>
  );
}
