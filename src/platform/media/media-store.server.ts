import type { BucketSettings } from '../config.server.ts';
import { createMediaFolder } from './media-folder.server.ts';

/** What is known of a file without opening it. */
export type MediaFacts = { size: number; mtimeMs: number };

/** Where the media are: what commands write to, and what a backup reads. Paths are what follows `/media/`. */
export type MediaStore = {
  /** As it is called to whoever runs the site. */
  place: string;
  /** @throws Error in plain words where it cannot be used */
  check(): Promise<void>;
  list(): Promise<{ path: string; size: number }[]>;
  /** Whether it keeps the same as a file of this disk, or bytes. */
  has(path: string, source: string | Buffer): Promise<boolean>;
  /**
   * Stores a file of this disk, or bytes; whole, or not at all.
   * @returns false where the same is there already
   */
  put(path: string, source: string | Buffer): Promise<boolean>;
  /**
   * @returns false where there was no such file
   * @throws UntoldError where it is gone, and some instance may show its copy
   */
  remove(path: string): Promise<boolean>;
  /** Into a new file of this disk. @returns false where there is no such file */
  copyTo(path: string, file: string): Promise<boolean>;
};

type Place = { mediaDir: string; mediaBucket?: BucketSettings | undefined };
/** Tells the instances that keep copies. */
export type Notifier = { notify(channel: string, payload: string): Promise<void> };

export const mediaChannel = 'media_changed';
/** Milliseconds for which an instance that was told of no change asks nobody. */
export const longestTrust = 10 * 60_000;

/** It is done, and the instances that keep copies could not be told. */
export class UntoldError extends Error {}

/** @param notifier needed where instances run */
export async function openMediaStore({ mediaDir, mediaBucket }: Place, notifier?: Notifier): Promise<MediaStore> {
  if (!mediaBucket) return createMediaFolder(mediaDir);
  // Loaded only where it is set.
  const { createMediaBucket } = await import('./media-bucket.server.ts');
  return createMediaBucket(mediaBucket, notifier);
}
