import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioMedia, type StudioFields, videos } from '../../../database/schema.ts';
import { mp4Seconds } from '../../../platform/media/mp4-boxes.server.ts';
import { defaultCaptions, defaultPoster, filmOf } from '../../pieces/project-video.server.ts';
import type { Clip } from '../../pieces/projection.ts';
import type { Piece } from '../pieces/pieces.queries.server.ts';
import { problem, type Problem } from '../../../platform/wire/problem.ts';

/** The clip with its length, and what was uploaded with it or stands beside it now; or what is wrong with it. */
export async function findClip(
  db: Queryable,
  mediaDir: string,
  { id, key }: Pick<Piece, 'id' | 'key'>,
  { video, lang }: StudioFields,
): Promise<Clip | { problem: Problem }> {
  const data = { video: typeof video === 'string' ? video : undefined, lang: typeof lang === 'string' ? lang : 'en' };
  const named = { key, data };
  const url = filmOf(named);
  const [row] = await db.select().from(videos).where(eq(videos.id, id));
  const [uploaded] = await db
    .select({ seconds: studioMedia.seconds, captions: studioMedia.captions, poster: studioMedia.poster })
    .from(studioMedia)
    .where(eq(studioMedia.path, url));
  const seconds =
    (row?.videoUrl === url ? row.durationSeconds : uploaded?.seconds) ??
    (await mp4Seconds(join(mediaDir, url.slice('/media/'.length))));
  if (seconds === null)
    return { problem: typeof video === 'string' ? problem('piece.noClip', url) : problem('piece.clipMissing') };
  const shown = (file: string) => ([row?.captionsUrl, row?.thumbnail].includes(file) ? file : undefined);
  return {
    url,
    seconds,
    captions: uploaded?.captions ?? shown(defaultCaptions(named)),
    poster: uploaded?.poster ?? shown(defaultPoster(named)),
  };
}
