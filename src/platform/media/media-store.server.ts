import type { BucketSettings } from '../settings/config.server.ts';
import { createMediaFolder } from './media-folder.server.ts';

/** File metadata, known without opening the file. */
export type MediaFacts = { size: number; mtimeMs: number };

/** The media store: commands write to it, backups read it. Paths are relative to `/media/`. */
export type MediaStore = {
  /** The store's name in messages to the operator. */
  place: string;
  /** @throws Error in plain words where the store is unusable */
  check(): Promise<void>;
  list(): Promise<{ path: string; size: number }[]>;
  /** Whether the store holds the same content as a local file, or bytes. */
  has(path: string, source: string | Buffer): Promise<boolean>;
  /**
   * Stores a local file, or bytes, atomically.
   * @returns false where identical content is stored already
   */
  put(path: string, source: string | Buffer): Promise<boolean>;
  /**
   * @returns false where there was no such file
   * @throws NotifyError where it is deleted, but some instance may still serve a cached copy
   */
  remove(path: string): Promise<boolean>;
  /** Copies into a new local file. @returns false where there is no such file */
  copyTo(path: string, file: string): Promise<boolean>;
};

type Place = { mediaDir: string; mediaBucket?: BucketSettings | undefined };
/** Notifies the instances that keep cached copies. */
type Notify = (channel: string, payload: string) => Promise<void>;
export type Notifier = { notify: Notify; notifyUntilHeard: Notify };

export const mediaChannel = 'media_changed';
/** Milliseconds for which cached metadata is trusted without revalidation, if no change was notified. */
export const longestTrust = 10 * 60_000;

/** The change was made, but the instances with cached copies could not be notified. */
export class NotifyError extends Error {}

/** @param notifier required while instances are running */
export async function openMediaStore({ mediaDir, mediaBucket }: Place, notifier?: Notifier): Promise<MediaStore> {
  if (!mediaBucket) return createMediaFolder(mediaDir);
  // Lazy import: the S3 client is loaded only where a bucket is configured.
  const { createMediaBucket } = await import('./media-bucket.server.ts');
  return createMediaBucket(mediaBucket, notifier);
}
