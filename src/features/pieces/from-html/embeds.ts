import type { MediaLoss } from '../../../database/tables/importing.ts';
import type { LostMedia } from './lost-files.ts';

const providers: [RegExp, string][] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, 'Video on YouTube'],
  [/(?:^|\.)vimeo\.com$/, 'Video on Vimeo'],
  [/(?:^|\.)dailymotion\.com$/, 'Video on Dailymotion'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'Post on X (Twitter)'],
  [/(?:^|\.)instagram\.com$/, 'Post on Instagram'],
  [/(?:^|\.)facebook\.com$/, 'Post on Facebook'],
  [/^(?:drive|docs)\.google\.com$/, 'Document on Google Drive'],
  [/(?:^|\.)google\.[a-z.]+$/, 'Map or page on Google'],
  [/(?:^|\.)soundcloud\.com$/, 'Sound on SoundCloud'],
  [/(?:^|\.)spotify\.com$/, 'Sound on Spotify'],
  [/(?:^|\.)scribd\.com$/, 'Document on Scribd'],
  [/(?:^|\.)slideshare\.net$/, 'Slides on SlideShare'],
  [/(?:^|\.)ted\.com$/, 'Talk on TED'],
  [/(?:^|\.)flickr\.com$/, 'Picture on Flickr'],
  [/(?:^|\.)wordpress\.(?:com|tv)$/, 'Page on WordPress'],
];

/** Rewrites an embed address to the page for visitors; null where it is no web address. */
export function webAddress(raw: string, baseUrl?: string): string | null {
  const written = raw.trim();
  if (written === '' || /[\u0000-\u001f]/.test(written)) return null;
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written, baseUrl);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '') return null;
  const video = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
  if (video && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname))
    return `https://www.youtube.com/watch?v=${video}`;
  if (/^player\.vimeo\.com$/.test(url.hostname)) return `https://vimeo.com${url.pathname.replace(/^\/video/, '')}`;
  return url.href;
}

/** The same for a link, which may also lead to another page of the site that is imported. */
export const linkAddress = (raw: string, baseUrl?: string): string | null =>
  webAddress(raw, baseUrl) ?? (/^\/(?![/\\])/.test(raw) ? raw : null);

/** Link text of an embed. */
export function embedTitle(address: string, title?: string): string {
  const host = URL.parse(address)?.hostname.toLowerCase() ?? '';
  const known =
    providers.find(([pattern]) => pattern.test(host))?.[1] ?? `Embedded page on ${host.replace(/^www\./, '')}`;
  const own = (title ?? '').replace(/\s+/g, ' ').trim();
  return own === '' || /^youtube video player$/i.test(own) || own === address
    ? known
    : `${known}: ${own.slice(0, 160)}`;
}

/** Dropped content for the report: counted by kind, and media by their addresses. */
export class LeftOut {
  readonly counts = new Map<string, number>();
  readonly media: LostMedia[] = [];
  lose(loss: MediaLoss, address: string): void {
    this.media.push({ loss, address: address.trim().slice(0, 300) });
  }
  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
  notes(): string[] {
    return [...this.counts].map(([what, count]) =>
      count === 1 ? `Left out: ${what}.` : `Left out: ${what} (${count} times).`,
    );
  }
}
