import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { CoverFigure } from '../../database/tables/articles.ts';

/** A video as read from the content folder or an importer. */
export type VideoInput = {
  /** `content:rti-for-10-rupees`; unique. */
  sourceKey: string;
  id?: number | undefined;
  title: string;
  description: string;
  /** Markdown: transcript, and a link to the article. */
  body: string;
  lang: PieceLanguage;
  /** Id of the original that this one translates. */
  translationOf?: number | undefined;
  follows?: string | undefined;
  author: { key: string; name: string };
  categories: string[];
  tags: string[];
  status: 'draft' | 'published';
  publishedAt: Date;
  lastCheckedAt?: string | undefined;
  videoUrl: string;
  captionsUrl: string | null;
  thumbnail: string | null;
  durationSeconds: number;
  label?: CoverFigure | undefined;
  articleId: number | null;
  metaTitle?: string | undefined;
  metaDescription?: string | undefined;
  /** Other words under which search finds it. */
  searchWords?: string[] | undefined;
  isSample: boolean;
};

/** Takedowns of all kinds share one table; keys of articles have no prefix there. */
export const takedownKeyOfVideo = (sourceKey: string) => `video:${sourceKey}`;
