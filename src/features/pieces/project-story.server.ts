import type { Transaction } from '../../database/connect.server.ts';
import type { Finding } from '../articles/article-input.ts';
import { saveWebStory } from '../webstories/save-webstory.server.ts';
import { plainLink } from './plain-link.server.ts';
import { mediaUrl, type PieceFile, type Projected, type Projection } from './projection.ts';

export async function projectStory(
  tx: Transaction,
  projection: Projection,
  { key, data }: PieceFile<'webstories'>,
): Promise<Projected> {
  const problems: Finding[] = [];
  const { author, sample, pages, poster, translationOf, ...rest } = data;
  const picture = (path: string | undefined) => {
    const url = mediaUrl(path, 'stories');
    if (url === null || projection.hasMedia(url)) return url;
    problems.push(`The picture content${url} is missing.`);
    return null;
  };
  const saved = await saveWebStory(tx, {
    ...rest,
    slug: key,
    id: projection.keys.webstories.get(key)?.id,
    translationOf: translationOf && (projection.originalKey('webstories', key) ?? undefined),
    poster: picture(poster),
    author: { key: author, name: projection.keys.authors.get(author)!.name },
    isSample: sample,
    pages: pages.map((page) => ({
      heading: page.heading,
      text: page.text,
      imageUrl: picture(page.image),
      linkUrl: plainLink(projection, page.link, problems),
      linkText: page.linkText ?? null,
      seconds: page.seconds,
    })),
  });
  return { ...saved, problems: [...problems, ...saved.problems] };
}
