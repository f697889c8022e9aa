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
  /**
   * Stores a file of this disk, or bytes; whole, or not at all.
   * @returns false where the same is there already
   */
  put(path: string, source: string | Buffer): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Into a file of this disk. @returns false where there is no such file */
  copyTo(path: string, file: string): Promise<boolean>;
};

type Place = { mediaDir: string; mediaBucket?: BucketSettings | undefined };
/** Tells the instances that keep copies. */
export type Notifier = { notify(channel: string, payload: string): Promise<void> };

export const mediaChannel = 'media_changed';

/** @param notifier needed where instances run */
export async function openMediaStore({ mediaDir, mediaBucket }: Place, notifier?: Notifier): Promise<MediaStore> {
  if (!mediaBucket) return createMediaFolder(mediaDir);
  // Loaded only where it is set.
  const { createMediaBucket } = await import('./media-bucket.server.ts');
  return createMediaBucket(mediaBucket, notifier);
}

/** Whether a path names a file below its folder, and nothing else. */
export const isMediaPath = (path: string): boolean => !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
