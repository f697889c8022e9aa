import type { CoverFigure } from '../../database/tables/articles.ts';

/** A video as the content folder or an importer hands it over. */
export type VideoInput = {
  /** `content:rti-for-10-rupees`: one video a key. */
  sourceKey: string;
  id?: number | undefined;
  title: string;
  description: string;
  /** Markdown: the text of the clip, and a link to the article. */
  body: string;
  lang: 'en' | 'hi';
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
  isSample: boolean;
};

/** Takedowns of all kinds share one table; articles use their bare key there. */
export const takedownKeyOfVideo = (sourceKey: string) => `video:${sourceKey}`;
