import type { Transaction } from '../../../database/connect.server.ts';
import type { Finding, SaveResult } from '../../articles/article-input.ts';
import type { MediaStore } from '../../../platform/media/media-store.server.ts';
import type { ImportReport } from '../report.ts';
import type { MediaFile } from './copy-media.server.ts';
import type { ContentKind } from '../../pieces/piece-files.ts';
import type { ContentFile, ContentFolder, FolderCache } from './read-folder.server.ts';
import type { RenamedFiles } from './renamed-files.server.ts';
import type { Projection } from '../../pieces/projection.ts';
import type { LiveConfig } from '../../studio/pieces/projection-of-revision.server.ts';
import type { ClaimedRun } from '../runs/import-runs.server.ts';
import type { PieceRecorder } from '../runs/record-pieces.server.ts';

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

export type ContentOptions = {
  /** Pieces go live by the system; else they become drafts. */
  isPublishing: boolean;
  /** Of an empty database: nobody has written anything, and nobody is told. */
  isSeed?: boolean;
  /** For pieces that people wrote, which only a seed has none of. */
  config?: LiveConfig;
  /** For the editors. */
  reason?: string | undefined;
  /** The import that can be undone. */
  held?: ClaimedRun;
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
  recorder: PieceRecorder | undefined;
  target: ImportTarget;
  report: ImportReport;
  media: Map<string, MediaFile>;
  cacheTags: Set<string>;
  /** Pieces that went live. */
  published: Set<string>;
  /** Advances the progress line. */
  done(entries: number): void;
};
