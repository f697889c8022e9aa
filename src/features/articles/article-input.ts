import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Correction, CoverFigure, Source } from '../../database/tables/articles.ts';
import type { schemes, StoredCase } from '../../database/tables/schemes.ts';
import type { Queryable } from '../../database/connect.server.ts';
import type { Rendered, RenderOptions } from '../../platform/markdown/render-markdown.server.ts';
import type { Problem } from '../../platform/wire/problem.ts';

/** The scheme that an article explains; `rules` are validated by checkRules. */
export type SchemeInput = Omit<typeof schemes.$inferSelect, 'articleId' | 'cases'> & {
  /** Validated by checkCases. */
  cases?: StoredCase[];
};

/** What articles and videos have in common before they are rendered and stored. */
export type PieceInput = {
  /** Unique: origin and name there, as `content:pm-kisan` or `wxr:example.org:12`. */
  sourceKey: string;
  /** Fixed id, where the source has one that must not change; otherwise the database assigns it. */
  id?: number | undefined;
  title: string;
  /** Markdown (GFM, and the directives of docs/content.md); of a video the transcript, and a link to its article. */
  body: string;
  lang: PieceLanguage;
  /** Id of the original that this one translates. */
  translationOf?: number | undefined;
  /** ISO date: the day of the original that the translation follows. */
  follows?: string | undefined;
  author: { key: string; name: string };
  /** Keys of categories that exist; the first is the main one. */
  categories: string[];
  /** Display names; unknown tags are created. */
  tags: string[];
  status: 'draft' | 'published';
  publishedAt: Date;
  /** ISO date, as 2026-11-21. */
  lastCheckedAt?: string | undefined;
  metaTitle?: string | undefined;
  metaDescription?: string | undefined;
  /** Other words under which search finds it. */
  searchWords?: string[] | undefined;
  isSample: boolean;
};

export type ArticleInput = PieceInput & {
  summary: string;
  createdAt?: Date | undefined;
  updatedAt?: Date | undefined;
  thumbnail?: string | undefined;
  sources: Source[];
  coverFigure?: CoverFigure | undefined;
  corrections: Correction[];
  /** Absent where it explains no scheme. */
  scheme?: SchemeInput | undefined;
  /** Former permalink paths; they redirect (301) to the current address. */
  oldPaths: string[];
};

export type SaveOutcome = 'created' | 'changed' | 'unchanged' | 'taken down';

export type SaveOptions = Omit<RenderOptions, 'lang'> & {
  /** Key of the fallback category. */
  defaultCategory?: string | undefined;
  /**
   * Bodies rendered ahead with these same options, by sourceKey: rendering overlaps with the previous batch's writes.
   */
  rendered?: Map<string, Rendered> | undefined;
  /** Called once with the stored articles that are about to be written. */
  beforeWrite?: ((tx: Queryable, ids: number[]) => Promise<void>) | undefined;
};

/** A sentence is for the report of an import alone. */
export type Finding = Problem | string;

export type SaveResult = {
  outcome: SaveOutcome | 'refused';
  /** Null where it was refused or taken down. */
  id: number | null;
  /** Reason for the refusal. */
  reason: Problem | null;
  /** Warnings: content of the source that readers will not see as it was. */
  problems: Finding[];
  images: Rendered['images'];
  /** Cache tags to pass to invalidatePages after the commit. */
  cacheTags: string[];
  /** What its rows say now; absent where they were not written. */
  written?: WrittenArticle | undefined;
};

/** Without what could not be kept: unknown categories, sources that are not on the web, other pieces' old paths. */
export type WrittenArticle = ArticleInput & { createdAt: Date; isHeld: boolean };
