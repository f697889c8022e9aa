import type { Transaction } from '../../../database/connect.server.ts';
import type { SaveOptions } from '../../articles/save-article.server.ts';
import type { MediaStore } from '../../../platform/media/media-store.server.ts';
import type { ImportReport } from '../report.ts';
import type { MediaFile } from './copy-media.server.ts';
import type { ContentFolder, FolderCache } from './read-folder.server.ts';
import type { SiteKeys } from './site-keys.server.ts';

/** Where an import writes: the seed does all of it in one transaction, a command one for each batch. */
export type ImportTarget = {
  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Tells all caches; after the commit. */
  changed(tags: Iterable<string>): Promise<void>;
};

export type ContentOptions = {
  /** Where /media is served from. */
  media: MediaStore;
  /** Unpublishes pieces whose files are gone. */
  prune?: boolean;
  /** Only these kinds; all when absent. Points of lists that only link to what is not there go. */
  only?: (keyof ContentFolder['files'] | 'feed' | 'media')[];
  cache?: FolderCache;
  batchSize?: number;
  signal?: AbortSignal;
};

export type ContentRun = {
  folder: ContentFolder;
  keys: SiteKeys;
  options: ContentOptions;
  target: ImportTarget;
  report: ImportReport;
  saving: SaveOptions;
  media: Map<string, MediaFile>;
  cacheTags: Set<string>;
  /** Counts entries for the progress line. */
  done(entries: number): void;
};
