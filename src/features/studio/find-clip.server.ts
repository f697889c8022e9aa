import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { studioMedia, videos } from '../../database/schema.ts';
import { mp4Seconds } from '../importing/content/copy-media.server.ts';
import type { Piece } from './pieces.queries.server.ts';
import type { LiveConfig } from './run-of-revision.server.ts';

type Named = Pick<Piece, 'id' | 'key'>;

/** The clip that a video names; without one, the file that has the video's own name. */
const urlOf = ({ key }: Named, video: unknown): string =>
  typeof video === 'string' ? video.replace(/^\/?/, '/') : `/media/videos/${key}.mp4`;

type Clip = {
  url: string;
  seconds: number;
  captions: string | undefined;
  poster: string | undefined;
  /** What readers see of the video now. */
  row: typeof videos.$inferSelect | undefined;
};

/** @returns the clip with its length, or what is wrong with it */
export async function findClip(
  db: Queryable,
  { mediaDir }: Pick<LiveConfig, 'mediaDir'>,
  piece: Named,
  video: unknown,
): Promise<Clip | { problem: string }> {
  const url = urlOf(piece, video);
  const [row] = await db.select().from(videos).where(eq(videos.id, piece.id));
  const [uploaded] = await db
    .select({ seconds: studioMedia.seconds, captions: studioMedia.captions, poster: studioMedia.poster })
    .from(studioMedia)
    .where(eq(studioMedia.path, url));
  const seconds =
    (row?.videoUrl === url ? row.durationSeconds : uploaded?.seconds) ??
    (await mp4Seconds(join(mediaDir, url.slice('/media/'.length))).catch(() => null));
  if (seconds === null)
    return { problem: typeof video === 'string' ? `${url} is no clip that can be played` : 'There is no clip yet.' };
  return { url, seconds, row, captions: uploaded?.captions ?? undefined, poster: uploaded?.poster ?? undefined };
}
