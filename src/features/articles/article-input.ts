import type { Correction, CoverFigure, Source } from '../../database/tables/articles.ts';
import type { SchemeDetails, SchemeLevel } from '../../database/tables/schemes.ts';

/** The scheme that an article explains. `rules` have passed checkRules. */
export type SchemeInput = {
  name: string;
  level: SchemeLevel | null;
  state: string | null;
  department: string | null;
  details: SchemeDetails;
  rules: { version: 1; all: object[] } | null;
  officialUrl: string | null;
  /** ISO date. */
  lastCheckedOn: string | null;
};

/**
 * An article as an importer or an editor hands it over, before it is rendered and stored.
 * `sourceKey` says where it came from and its name there (`content:pm-kisan`, `wxr:example.org:12`): one article a key.
 */
export type ArticleInput = {
  sourceKey: string;
  /** Fixed number, where the source has one that must stay; else the database gives it. */
  id?: number | undefined;
  title: string;
  summary: string;
  /** Markdown (GFM, and the directives of docs/content.md). */
  body: string;
  lang: 'en' | 'hi';
  author: { key: string; name: string };
  /** Keys of categories that exist; the first is the main one. */
  categories: string[];
  /** Display names; a tag that does not exist is created. */
  tags: string[];
  status: 'draft' | 'published';
  publishedAt: Date;
  createdAt?: Date | undefined;
  updatedAt?: Date | undefined;
  /** ISO date, as 2026-11-21. */
  lastCheckedAt?: string | undefined;
  thumbnail?: string | undefined;
  metaTitle?: string | undefined;
  metaDescription?: string | undefined;
  sources: Source[];
  coverFigure?: CoverFigure | undefined;
  corrections: Correction[];
  /** Absent: it explains none. */
  scheme?: SchemeInput | undefined;
  isSample: boolean;
  /** Old permalinks: paths that answer 301 to the new address. */
  oldPaths: string[];
};

export type SaveOutcome = 'created' | 'changed' | 'unchanged' | 'taken down';
