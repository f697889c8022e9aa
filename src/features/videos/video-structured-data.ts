import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Thing } from '../../ui/json-ld.tsx';
import { absolute, type Site } from '../../ui/site-context.ts';
import { isoDuration, person, publisherRef } from '../../ui/structured-data.ts';
import { sharePicture } from '../articles/article-structured-data.ts';
import type { Video } from './videos.contract.ts';

export function videoObject(site: Site, video: Video, lang: PieceLanguage): Thing {
  return {
    '@type': 'VideoObject',
    name: video.title,
    description: video.description || video.title,
    inLanguage: `${lang}-IN`,
    url: absolute(site, video.canonicalUrl),
    contentUrl: absolute(site, video.videoUrl),
    thumbnailUrl: [absolute(site, video.thumbnail ?? sharePicture('video', video.id, '').path)],
    uploadDate: video.publishedAt,
    duration: isoDuration(video.durationSeconds),
    caption: video.captionsUrl && {
      '@type': 'MediaObject',
      contentUrl: absolute(site, video.captionsUrl),
      encodingFormat: 'text/vtt',
      inLanguage: lang,
    },
    author: person(site, video.createdBy),
    publisher: publisherRef(site),
    isFamilyFriendly: true,
  };
}
