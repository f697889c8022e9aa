import type { CommandContext } from '../../platform/process/command.ts';
import type { ImportSource } from './import-source.ts';
import type { ImageStore } from './imported-images.server.ts';
import type { ImportReport } from './report.ts';
import type { ClaimedRun } from './runs/import-runs.server.ts';

/** An import under way. */
export type Run = {
  /** Null: a dry run, of which nothing is kept. */
  held: ClaimedRun | null;
  source: ImportSource;
  context: CommandContext;
  report: ImportReport;
  images: ImageStore;
  /** For pieces without a date: the value of --date, else undated. */
  date: Date;
  /** Of the site that it comes from. */
  hosts: string[];
  /** All pieces become drafts. */
  isDraft: boolean;
  /** Whether the last batch was mostly new: then rendering the next one ahead pays off. */
  isFresh: boolean;
};

export type RunOptions = {
  fetchImages: boolean;
  /** Stores every piece as a draft. */
  drafts?: boolean | undefined;
  baseUrl?: string | undefined;
  mediaFolder?: string | undefined;
  date?: Date | undefined;
  /** A user's id; else the system. */
  startedBy?: string | undefined;
  /** Writes nothing, and reports what an import would do. */
  isDry?: boolean | undefined;
  watcher?: ImportWatcher | undefined;
};
export type ImportWatcher = {
  /** @param runId null in a dry run */
  begun?(runId: number | null): Promise<void>;
  /** @param share 0 to 1 */
  progress?(share: number): void;
  ended?(report: ImportReport): void;
};
