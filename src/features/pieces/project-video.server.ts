import type { Transaction } from '../../database/connect.server.ts';
import { sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { saveVideo } from '../videos/save-video.server.ts';
import { mediaUrl, originalId, type PieceFile, type Projected, type Projection } from './projection.ts';

export async function projectVideo(
  tx: Transaction,
  projection: Projection,
  file: PieceFile<'videos'>,
): Promise<Projected> {
  const clip = await projection.findClip(tx, file);
  if ('problem' in clip) return { outcome: 'refused', reason: clip.problem, cacheTags: [] };
  const { keys } = projection;
  const { key, data, body } = file;
  const existing = (url: string) => (projection.hasMedia(url) ? url : null);
  const { id: _, author, sample, article, scenes: __, video: ___, captions, poster, ...rest } = data;
  return saveVideo(
    tx,
    {
      ...rest,
      sourceKey: sourceKeyOf(key),
      id: keys.videos.get(key)!.id,
      translationOf: originalId(projection, 'videos', key),
      body,
      author: { key: author, name: keys.authors.get(author)!.name },
      videoUrl: clip.url,
      captionsUrl: mediaUrl(captions, 'videos') ?? clip.captions ?? existing(defaultCaptions(file)),
      thumbnail: mediaUrl(poster, 'videos') ?? clip.poster ?? existing(defaultPoster(file)),
      durationSeconds: clip.seconds,
      articleId: article && !keys.takenDown.has(sourceKeyOf(article)) ? keys.articles.get(article)!.id : null,
      isSample: sample,
    },
    projection.saving,
  );
}

type Named = { key: string; data: Pick<PieceFile<'videos'>['data'], 'lang' | 'video'> };
/** The film, its captions and its poster, where they are named after the video. */
export const filmOf = ({ key, data }: Named) => mediaUrl(data.video, 'videos') ?? `/media/videos/${key}.mp4`;
export const defaultCaptions = ({ key, data }: Named) => `/media/videos/${key}.${data.lang}.vtt`;
export const defaultPoster = ({ key }: Named) => `/media/videos/${key}.webp`;
