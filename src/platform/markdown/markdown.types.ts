import type { TocEntry } from '../../database/tables/articles.ts';

export type { TocEntry };

/** Kinds that `[text](kind:key)` can point to. */
export const linkKinds = ['article', 'video', 'category', 'tag', 'author', 'webstory', 'page'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** The page's path, or null where nothing has that key. */
export type LinkResolver = (kind: LinkKind, key: string) => string | null;
/** Size in CSS pixels of a picture under /media, or null where it is not known. */
export type ImageSizes = (path: string) => { width: number; height: number } | null;

export type RenderOptions = {
  /** `imported`: raw HTML in the source is parsed (and sanitised), links carry nofollow. */
  mode: 'editor' | 'imported';
  lang?: 'en' | 'hi' | undefined;
  resolveLink?: LinkResolver | undefined;
  imageSize?: ImageSizes | undefined;
  /** After this the text is shown without formatting; 4 seconds when absent. */
  maxMilliseconds?: number | undefined;
};

export type Rendered = {
  html: string;
  toc: TocEntry[];
  /** The words alone, a line for each block. */
  text: string;
  words: number;
  readingMinutes: number;
  /** The first paragraph's beginning, at most 220 characters; empty where there is none. */
  summary: string;
  /** Pictures that are not ours: shown as links, to be fetched only when asked. */
  images: { url: string; alt: string }[];
  /** What a reader will not get as written, one plain sentence each. */
  problems: string[];
};

/** A body that is not rendered at all; the message says why. */
export class MarkdownRefused extends Error {}
