import type { CoverFigure } from '../../database/tables/articles.ts';
import type { PieceInput } from '../articles/article-input.ts';

/** A video as read from the content folder or an importer. */
export type VideoInput = PieceInput & {
  description: string;
  videoUrl: string;
  captionsUrl: string | null;
  thumbnail: string | null;
  durationSeconds: number;
  label?: CoverFigure | undefined;
  articleId: number | null;
};

/** Takedowns of all kinds share one table; keys of articles have no prefix there. */
export const takedownKeyOfVideo = (sourceKey: string) => `video:${sourceKey}`;
