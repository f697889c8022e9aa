import type { Transaction } from '../../database/connect.server.ts';
import { projectArticles } from './project-article.server.ts';
import { projectCta } from './project-cta.server.ts';
import { projectFeed } from './project-feed.server.ts';
import { projectStory } from './project-story.server.ts';
import { projectAuthor, projectCategory, projectTag } from './project-term.server.ts';
import { projectPage, projectScam } from './project-text.server.ts';
import { projectVideo } from './project-video.server.ts';
import type { PieceFile, Projected, ProjectedKind, Projection } from './projection.ts';
import { oneByOne, refusalOf } from './refused-by-database.server.ts';

type Project<Kind extends ProjectedKind> = (
  tx: Transaction,
  projection: Projection,
  file: PieceFile<Kind>,
) => Promise<Projected>;

const projectors: { [Kind in ProjectedKind]: Project<Kind> } = {
  articles: async (tx, projection, file) => (await projectArticles(tx, projection, [file]))[0]!,
  videos: projectVideo,
  webstories: projectStory,
  pages: projectPage,
  categories: projectCategory,
  tags: projectTag,
  authors: projectAuthor,
  ctas: projectCta,
  scams: projectScam,
  feed: projectFeed,
};

/** Writes the rows of pieces of one kind. */
export async function projectFiles<Kind extends ProjectedKind>(
  tx: Transaction,
  projection: Projection,
  kind: Kind,
  files: PieceFile<Kind>[],
): Promise<Projected[]> {
  // All articles of a batch in a dozen statements; one by one only where something in it is refused.
  if (kind === 'articles' && files.length > 1)
    try {
      return await tx.transaction((all) => projectArticles(all, projection, files as PieceFile<'articles'>[]));
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  return oneByOne(tx, files, (one, file) => projectors[kind](one, projection, file));
}
