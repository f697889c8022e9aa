import { saveVideo } from '../../videos/save-video.server.ts';
import type { VideoInput } from '../../videos/video-input.ts';
import type { ContentRun } from './content-run.ts';
import { mp4Seconds } from './copy-media.server.ts';
import type { ContentFile } from './read-folder.server.ts';
import { inRounds } from './renamed-files.ts';
import { type Outcome, mediaUrl, inBatches } from './save-in-batches.server.ts';
import { contentKey } from './site-keys.server.ts';
import { originalId } from './translation-files.ts';

export async function saveVideoFiles(run: ContentRun): Promise<void> {
  for (const files of inRounds(run.folder.files.videos, run.renamed.videos)) await saveRound(run, files);
}

async function saveRound(run: ContentRun, files: ContentFile<'videos'>[]): Promise<void> {
  await inBatches(run, files, async (tx, { key, data, body }): Promise<Outcome> => {
    const clip = run.media.get(mediaUrl(data.video, 'videos') ?? `/media/videos/${key}.mp4`);
    const seconds = clip ? await mp4Seconds(clip.path).catch(() => null) : null;
    if (!clip || seconds === null)
      return {
        outcome: 'refused',
        reason: clip
          ? `content/media/videos/${key}.mp4 is no MP4 that can be read`
          : `content/media/videos/${key}.mp4 is missing: make it with scripts/render-videos.ts`,
        cacheTags: [],
      };
    return saveVideo(tx, videoInput(run, { key, data, body }, { url: clip.url, seconds }), run.saving);
  });
}

/** What is saved for a video's file. @param clip its film, whose length in seconds is known */
export function videoInput(
  run: ContentRun,
  { key, data, body }: Pick<ContentFile<'videos'>, 'key' | 'data' | 'body'>,
  clip: { url: string; seconds: number },
): VideoInput {
  const existing = (url: string) => (run.media.has(url) ? url : null);
  const { id: _, author, sample, article, scenes: __, video: ___, captions, poster, ...rest } = data;
  return {
    ...rest,
    sourceKey: contentKey(key),
    id: run.keys.videos.get(key)!.id,
    translationOf: originalId(run.folder, run.keys, 'videos', key),
    body,
    author: { key: author, name: run.keys.authors.get(author)!.name },
    videoUrl: clip.url,
    captionsUrl: mediaUrl(captions, 'videos') ?? existing(`/media/videos/${key}.${data.lang}.vtt`),
    thumbnail: mediaUrl(poster, 'videos') ?? existing(`/media/videos/${key}.webp`),
    durationSeconds: clip.seconds,
    articleId: article && !run.keys.takenDown.has(contentKey(article)) ? run.keys.articles.get(article)!.id : null,
    isSample: sample,
  };
}
