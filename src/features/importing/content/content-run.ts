import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import type { Finding, SaveResult } from '../../articles/article-input.ts';
import type { MediaStore } from '../../../platform/media/media-store.server.ts';
import type { ImportReport } from '../report.ts';
import type { MediaFile } from './copy-media.server.ts';
import type { ContentKind } from '../../pieces/piece-files.ts';
import type { ContentFile, ContentFolder, FolderCache } from './read-folder.server.ts';
import type { RenamedFiles } from './renamed-files.ts';
import type { Projection } from '../../pieces/projection.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';

/** Transactions of an import: the seed uses a single one, a command one per batch. */
export type ImportTarget = {
  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Invalidates all caches; call it after the commit. */
  changed(tags: Iterable<string>): Promise<void>;
};

/** What became of a file. `conflict`: changed here and in the file, so that neither was overwritten. */
export type FileOutcome = {
  outcome: SaveResult['outcome'] | 'conflict' | 'left out';
  reason?: Finding | null;
  problems?: Finding[];
  isDraft?: boolean;
  cacheTags: string[];
};

/** A file as the studio keeps it; the feed's two parts are files of their own. */
export type StoredFile = Pick<ContentFile, 'key' | 'file' | 'body' | 'written'> & {
  kind: ContentKind | 'feed';
  data: object;
};

/** Stands between files and what editors did; called in the transaction of each batch. All files are of one kind. */
export type Keeper = {
  isPublishing: boolean;
  /** Numbers of pieces that have no row yet, because they are drafts. */
  addKeys(tx: Transaction, keys: SiteKeys, folder: ContentFolder): Promise<void>;
  /** Locks the pieces. @returns outcomes of files whose rows are not to be written */
  decide(tx: Transaction, run: ContentRun, files: StoredFile[]): Promise<Map<StoredFile, FileOutcome>>;
  /** Keeps revisions of what was written. */
  settle(tx: Transaction, saved: [StoredFile, FileOutcome][]): Promise<void>;
  /** Keys of pieces that never had a file. */
  ownKeys(db: Queryable, kind: 'articles' | 'videos' | 'webstories' | 'ctas'): Promise<Set<string>>;
  /** Call it before their rows are hidden. */
  beforePruning(tx: Transaction, kind: 'articles' | 'videos' | 'webstories' | 'ctas', keys: string[]): Promise<void>;
  pruned(tx: Transaction, kind: 'articles' | 'videos' | 'webstories' | 'ctas', keys: string[]): Promise<void>;
  finish(tx: Transaction): Promise<void>;
};

export type ContentOptions = {
  /** Without it, rows are written as the files say. */
  keeper?: Keeper;
  /** The import that can be undone. */
  runId?: number;
  /** Store behind /media. */
  media: MediaStore;
  /** Unpublish pieces whose files were deleted. */
  prune?: boolean;
  /** Kinds to import, all if absent. List items that only link to missing pieces are dropped. */
  only?: (keyof ContentFolder['files'] | 'feed' | 'media')[];
  cache?: FolderCache;
  batchSize?: number;
  signal?: AbortSignal;
};

export type ContentRun = Projection & {
  folder: ContentFolder;
  renamed: RenamedFiles;
  options: ContentOptions;
  target: ImportTarget;
  report: ImportReport;
  media: Map<string, MediaFile>;
  cacheTags: Set<string>;
  /** Advances the progress line. */
  done(entries: number): void;
};
