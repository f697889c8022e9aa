import { createHash } from 'node:crypto';
import sharp, { type OutputInfo } from 'sharp';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { PictureTooLarge, shrinkPicture } from '../../platform/media/shrink-picture.server.ts';
import { askPublic, internet, type Network } from '../../platform/http/public-request.server.ts';

export type FetchedImage = { mediaPath: string; width: number; height: number };
export type ImageFetcher = (url: string, signal: AbortSignal) => Promise<FetchedImage>;

const maxBytes = 10_000_000;
const maxMilliseconds = 10_000;
const maxRedirects = 3;
const maxPixels = 40_000_000;
const widest = 1_600;

/**
 * Fetches images and re-encodes them as WebP. SSRF and DNS rebinding: each host is resolved once and checked, and the
 * connection is pinned to that address, redirects included. @param resolve for tests
 */
export function createImageFetcher(media: MediaStore, resolve: Network['resolve'] = internet.resolve): ImageFetcher {
  return async (url, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]);
    const bytes = await download(url, limit, { ...internet, resolve }, 0).catch((error: Error) => {
      throw limit.aborted && !signal.aborted ? new Error('It took more than 10 s.') : error;
    });
    return store(bytes, url, media);
  };
}

async function download(written: string, signal: AbortSignal, network: Network, redirects: number): Promise<Buffer> {
  const { url, response } = await askPublic(written, {
    signal,
    network,
    headers: { accept: 'image/webp,image/avif,image/png,image/jpeg,image/gif', 'user-agent': 'Nagrik-import/1' },
  });
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    if (redirects >= maxRedirects) throw new Error('It was redirected too often.');
    const next = URL.parse(response.headers.location, url);
    if (!next) throw new Error('It was redirected to no address.');
    return download(next.href, signal, network, redirects + 1);
  }
  try {
    if (status !== 200) throw new Error(`The server answered ${status}.`);
    const type = response.headers['content-type']?.toLowerCase() ?? '';
    if (!/^(?:image\/(?!svg)|application\/octet-stream|binary\/octet-stream)/.test(type))
      throw new Error('It is no picture (or an SVG, which is not taken).');
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Error('It has more than 10 MB.');
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error('It has more than 10 MB.');
      parts.push(chunk);
    }
    return Buffer.concat(parts);
  } finally {
    response.destroy();
  }
}

/** Decodes and re-encodes, so that nothing of the original bytes (metadata, polyglot files) survives. */
export async function store(bytes: Buffer, url: string, media: MediaStore): Promise<FetchedImage> {
  let picture: { data: Buffer; info: OutputInfo };
  try {
    const { format } = await sharp(bytes, { pages: 1 }).metadata();
    if (!['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'].includes(format ?? '')) throw new Error(format);
    picture = await shrinkPicture(bytes, { mostPixels: maxPixels, width: widest });
  } catch (error) {
    throw new Error(
      error instanceof PictureTooLarge
        ? 'It has too many pixels to be opened here: save it smaller, with 8 bits and not interlaced or progressive.'
        : 'It cannot be decoded as a picture.',
      { cause: error },
    );
  }
  const name = `${createHash('sha256').update(url).digest('hex').slice(0, 24)}.webp`;
  await media.put(`imported/${name}`, picture.data);
  return { mediaPath: `/media/imported/${name}`, width: picture.info.width, height: picture.info.height };
}
