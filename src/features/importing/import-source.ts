import type { ArticleInput } from '../articles/article-input.ts';

/** A picture that a piece refers to; fetched only when asked. */
export type ListedImage = { url: string; alt: string };

/** What an entry becomes. `publishedAt` null: the source has no date, so it keeps the day it was first taken. */
export type Converted =
  | {
      kind: 'article';
      article: Omit<ArticleInput, 'publishedAt'> & { publishedAt: Date | null };
      thumbnailUrl?: string | undefined;
      images: ListedImage[];
      notes: string[];
      /** Of a source that says less than another: it does not replace what that one brought. */
      isLesser?: boolean;
    }
  /** `isLoss`: it could not be read, which is a failure; else it is left out on purpose. */
  | { kind: 'skipped'; reason: string; isLoss: boolean; images?: ListedImage[] };

export type ImportEntry = {
  /** What a report calls it: a title, a path or a line. */
  name: string;
  /** Called only for entries that are not in yet. What it throws is the reason why the entry is lost. */
  convert(): Converted;
};

/** Something to import, always in the same order. */
export type ImportSource = {
  name: string;
  format: string;
  /** The same for the same file and settings: an import that was stopped goes on. */
  fingerprint: string;
  entries(): AsyncIterable<ImportEntry>;
  /** 0 to 1. */
  progress(): number;
  /** What the source has that is never taken, told once: `12 comments`. */
  remarks?(): string[];
};

export type ImportOptions = {
  /** Category of pieces whose own categories are unknown here. */
  category?: string | undefined;
  /** Their category or tag, in lower case, to our category's key; null drops it. */
  categoryMap: Map<string, string | null>;
  /** Keys of our categories, by key, name and display name in lower case. */
  ownCategories: Map<string, string>;
  /** Where relative addresses of the source lead. */
  baseUrl?: string | undefined;
  /** JSONL of { scheme_name, official_site, apply_link }, by plain name. */
  schemeLinks?: Map<string, { officialSite: string | null; applyLink: string | null }> | undefined;
};

/** The source itself cannot be read (any further); the message says why, in a plain sentence. */
export class SourceBroken extends Error {}
/** Not a format that can be taken. */
export class NotTaken extends Error {}
