import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../settings/config.server.ts';
import { comingIn, removeAbandoned } from './media-folder.server.ts';
import { isMediaPath } from './media-path.ts';
import type { MediaFacts } from './media-store.server.ts';

/**
 * The media as an instance serves them. Paths are relative to `/media/`. Every method throws AppError 503 when the
 * store is unreachable.
 */
export type Media = {
  /** Root of the files that can be served from the local disk. */
  folder: string;
  /** Null where there is no such file. */
  find(path: string): Promise<MediaFacts | null>;
  /** Local path of the file, to be read at once because it may be evicted; null where there is none. */
  fetch(path: string): Promise<string | null>;
  /**
   * Ensures that `folder` holds the requested file, or sends the response itself and returns true; only for a remote
   * store.
   */
  prepare?(request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean>;
};

type Settings = Pick<Config, 'mediaDir' | 'mediaBucket' | 'dataDir'>;

/** @param onTrouble receives the cause of each 503 */
export async function openMedia(
  { mediaDir, mediaBucket, dataDir }: Settings,
  connection: Pick<Connection, 'listen'>,
  onTrouble: (error: Error) => void,
): Promise<Media> {
  if (!mediaBucket) {
    void removeAbandoned(comingIn(mediaDir)).catch(onTrouble);
    return mediaOfFolder(mediaDir);
  }
  // Lazy import: loaded only where a bucket is configured.
  const { createMediaCache } = await import('./media-cache.server.ts');
  return createMediaCache(mediaBucket, join(dataDir, 'cache'), connection, onTrouble);
}

function mediaOfFolder(folder: string): Media {
  const find = async (path: string) => {
    const found = isMediaPath(path) ? await stat(join(folder, path)).catch(() => null) : null;
    return found?.isFile() ? { size: found.size, mtimeMs: Math.round(found.mtimeMs) } : null;
  };
  return { folder, find, fetch: async (path) => ((await find(path)) ? join(folder, path) : null) };
}
