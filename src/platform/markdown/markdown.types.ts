import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Problem } from '../wire/problem.ts';
import type { TocEntry } from '../../database/tables/articles.ts';

export type { TocEntry };

/** Kinds that `[text](kind:key)` can point to. */
export const linkKinds = ['article', 'video', 'category', 'tag', 'author', 'webstory', 'page'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** Resolves to the page's path; null where nothing has that key. */
export type LinkResolver = (kind: LinkKind, key: string) => string | null;
/** Intrinsic size, in CSS pixels, of an image under /media; null where unknown. */
export type ImageSizes = (path: string) => { width: number; height: number } | null;

export type RenderOptions = {
  /** `imported`: raw HTML in the source is parsed and sanitised, and links carry nofollow. */
  mode: 'editor' | 'imported';
  lang?: PieceLanguage | undefined;
  resolveLink?: LinkResolver | undefined;
  imageSize?: ImageSizes | undefined;
  /** Time limit, after which the text is shown unformatted; 4 seconds when absent. */
  maxMilliseconds?: number | undefined;
  /** Texts that were rendered with these options before, by `aheadKey`. */
  ahead?: Map<string, Rendered> | undefined;
};

export type Rendered = {
  html: string;
  toc: TocEntry[];
  /** Plain text, one line per block. */
  text: string;
  words: number;
  readingMinutes: number;
  /** Excerpt: the beginning of the first paragraph, at most 220 characters; empty where there is none. */
  summary: string;
  /** Third-party images: shown as links, so that readers' addresses reach no other site unasked. */
  images: { url: string; alt: string }[];
  /** Differences between source and output. */
  problems: Problem[];
};

/** Thrown for a body that is not rendered at all. */
export class MarkdownRefused extends Error {
  readonly problem: Problem;
  constructor(found: Problem) {
    super(found.code);
    this.problem = found;
  }
}
