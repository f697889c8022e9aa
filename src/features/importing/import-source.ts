import type { Rendered } from '../../platform/markdown/markdown.types.ts';
import type { TextSide } from '../studio/pieces/piece-text.ts';
import type { ListedImage } from '../pieces/from-html/clean-html.server.ts';
import type { LostMedia } from '../pieces/from-html/lost-files.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { Rules } from '../schemes/rules.ts';

/** Result of converting an entry. `publishedAt` null: the source has no date, and readers see none. */
export type Converted =
  | {
      kind: 'article';
      article: Omit<ArticleInput, 'publishedAt'> & { publishedAt: Date | null };
      /** An id that the source never gives twice (a uuid, a guid), beside the number in its keys. */
      sourceId?: string | undefined;
      /** Source key of the original that it translates; yielded before it. */
      translationOf?: string | undefined;
      thumbnailUrl?: string | undefined;
      images: ListedImage[];
      /** Whose address says nothing without the source. */
      lost?: LostMedia[];
      notes: string[];
      /** A less complete copy: it must not replace a fuller one. */
      isLesser?: boolean;
    }
  /** On purpose: what cannot be read is thrown. */
  | { kind: 'skipped'; reason: string };

export type ImportEntry = {
  /** Title, path or line for the report. */
  name: string;
  /** A thrown error is reported as the reason for the loss. */
  convert(): Converted | Promise<Converted>;
};

/** Must yield entries in a stable order: a worker that takes over from another goes on by position. */
export type ImportSource = {
  name: string;
  format: string;
  /** Namespace of the source's keys, so that one source cannot overwrite another's pieces. */
  site: string;
  /** What keys began with before they had the source's name. */
  formerPrefix: string;
  /** Whether keys are numbers that may collide between sites, or paths that identify the piece. */
  keysAreNumbers: boolean;
  /** Equal for the same file and settings, so that a stopped import resumes. */
  fingerprint: string;
  entries(): AsyncIterable<ImportEntry>;
  /** From 0 to 1. */
  progress(): number;
  /** Content that is never imported, reported once: `12 comments`. */
  remarks?(): string[];
  /** Where a worker reads it: renders there too. @throws Error with a readable message; MarkdownRefused */
  render?(side: TextSide): Promise<Rendered>;
  close?(): Promise<void>;
};

export type ImportOptions = {
  /** The source's name as given; otherwise the source itself must state it. */
  site?: string | undefined;
  /** Fallback category, where none of the source's categories has a match. */
  category?: string | undefined;
  /** Source category or tag, in lower case, to the key of one of ours; null drops it. */
  categoryMap: Map<string, string | null>;
  /** Keys of our categories by key, name and display name, in lower case. */
  ownCategories: Map<string, string>;
  /** Base for relative URLs of the source. */
  baseUrl?: string | undefined;
  /** From a JSONL of { scheme_name, official_site, apply_link }, by normalised name. */
  schemeLinks?: Map<string, { officialSite: string | null; applyLink: string | null }> | undefined;
  /** Rules reviewed by an editor, by normalised name. */
  schemeRules?: Map<string, { rules: Rules; isComplete: boolean }> | undefined;
};

/** The source is corrupt (from here on); the message is readable. */
export class SourceBroken extends Error {}
/** Unsupported format. */
export class NotTaken extends Error {}

/** Options once the source's name is known. */
export type NamedOptions = ImportOptions & { site: string };
