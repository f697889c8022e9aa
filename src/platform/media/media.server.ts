import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../config.server.ts';
import { comingIn, removeAbandoned } from './media-folder.server.ts';
import { isMediaPath } from './media-path.ts';
import type { MediaFacts } from './media-store.server.ts';

/** The media as an instance serves them. Paths are what follows `/media/`. Where the store does not answer, all of it throws AppError 503. */
export type Media = {
  /** What can be served from this disk. */
  folder: string;
  /** Null where there is no such file. */
  find(path: string): Promise<MediaFacts | null>;
  /** The file on this disk, to be read at once; null where there is none. */
  fetch(path: string): Promise<string | null>;
  /** Sees that `folder` has what is asked for, or answers itself, and then returns true; only where the media are elsewhere. */
  prepare?(request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean>;
};

type Settings = Pick<Config, 'mediaDir' | 'mediaBucket' | 'dataDir'>;

/** @param onTrouble told why readers got a 503 */
export async function openMedia(
  { mediaDir, mediaBucket, dataDir }: Settings,
  connection: Pick<Connection, 'listen'>,
  onTrouble: (error: Error) => void,
): Promise<Media> {
  if (!mediaBucket) {
    void removeAbandoned(comingIn(mediaDir)).catch(onTrouble);
    return mediaOfFolder(mediaDir);
  }
  // Loaded only where it is set.
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
