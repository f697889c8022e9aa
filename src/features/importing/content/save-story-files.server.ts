import { saveWebStory } from '../../webstories/save-webstory.server.ts';
import type { ContentRun } from './content-run.ts';
import { plainLink } from './plain-link.server.ts';
import { type Outcome, mediaUrl, inBatches } from './save-in-batches.server.ts';
import { originalKey, originalsFirst } from './translation-files.ts';

export async function saveStoryFiles(run: ContentRun): Promise<void> {
  await inBatches(
    run,
    originalsFirst(run.folder.files.webstories.values()),
    async (tx, { key, data }): Promise<Outcome> => {
      const problems: string[] = [];
      const { author, sample, pages, poster, translationOf, ...rest } = data;
      const picture = (path: string | undefined) => {
        const url = mediaUrl(path, 'stories');
        if (url !== null && !run.media.has(url)) problems.push(`The picture content${url} is missing.`);
        return url !== null && run.media.has(url) ? url : null;
      };
      const saved = await saveWebStory(tx, {
        ...rest,
        slug: key,
        id: run.keys.webstories.get(key)?.id,
        translationOf: translationOf && (originalKey(run.folder, 'webstories', key) ?? undefined),
        poster: picture(poster),
        author: { key: author, name: run.keys.authors.get(author)!.name },
        isSample: sample,
        pages: pages.map((page) => ({
          heading: page.heading,
          text: page.text,
          imageUrl: picture(page.image),
          linkUrl: plainLink(run, page.link, problems),
          linkText: page.linkText ?? null,
          seconds: page.seconds,
        })),
      });
      return { ...saved, problems: [...problems, ...saved.problems] };
    },
  );
}
