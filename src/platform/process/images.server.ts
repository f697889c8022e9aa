import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { pictureWidths } from '../../ui/picture-sources.ts';
import type { DiskCache } from '../cache/disk-cache.server.ts';
import { notFound } from '../wire/errors.ts';
import type { Media } from '../media/media.server.ts';
import type { MediaFacts } from '../media/media-store.server.ts';
import type { WorkQueue } from './work-queue.server.ts';

// One thread per image and one image at a time: the remaining cores serve pages.
sharp.concurrency(1);
sharp.cache({ memory: 32, files: 0, items: 50 });

const limits = { limitInputPixels: 50_000_000, failOn: 'error' as const, sequentialRead: true };
// Checked by content, not by extension: SVGs or documents renamed to .png are refused.
const readable = new Set(['jpeg', 'png', 'webp', 'heif', 'avif']);
const known = /^(320|480|640|960|1280|1920)\/((?!.*\.\.)(?!.*\/\/)[\w./-]+\.(?:jpe?g|png|webp|avif))\.(avif|webp)$/i;

export type Wanted = { width: number; path: string; format: 'avif' | 'webp' };

/** Parses `640/stories/one.webp.avif`; null for a width, format or path outside the allowed lists. */
export function parseVariant(address: string): Wanted | null {
  const match = known.exec(address);
  const width = pictureWidths.find((each) => String(each) === match?.[1]);
  if (!match?.[2] || width === undefined || match[2].startsWith('/')) return null;
  return { width, path: match[2], format: match[3]?.toLowerCase() === 'avif' ? 'avif' : 'webp' };
}

/** @throws AppError page_not_found where the file is not an image */
export async function openPicture(file: string): Promise<Sharp> {
  const picture = sharp(file, limits);
  const { format } = await picture.metadata().catch(() => ({ format: undefined }));
  if (!format || !readable.has(format)) throw notFound('page');
  return picture.rotate();
}

export type Made = { bytes: Buffer; etag: string };

/** Sniffed from the content: a variant may hold the original's format where converting would make it larger. */
export function pictureType(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF')) return 'image/webp';
  if (start.startsWith('\u0089PNG')) return 'image/png';
  return start.includes('ftyp') ? 'image/avif' : 'image/jpeg';
}

export function createPictures({ media, cache, queue }: { media: Media; cache: DiskCache; queue: WorkQueue }) {
  return {
    /**
     * A resized and recompressed variant of a media file, made on the first request and cached on disk.
     * @throws AppError page_not_found; 503 when the queue is full
     */
    async variant({ width, path, format }: Wanted, original: MediaFacts): Promise<Made> {
      const key = `variant 1 ${width} ${format} ${path} ${original.size} ${original.mtimeMs}`;
      const etag = `"${Buffer.from(`${width}${format[0]}${original.size.toString(36)}${original.mtimeMs.toString(36)}`).toString('base64url')}"`;
      const cached = await cache.get(key);
      if (cached) return { bytes: cached, etag };
      const bytes = await queue.run(key, async () => {
        const file = await media.fetch(path);
        if (file === null) throw notFound('page');
        const picture = (await openPicture(file)).resize({ width, withoutEnlargement: true });
        // Effort 2 takes a sixth of the time of effort 3, for half a per cent more bytes.
        const made = await (
          format === 'avif' ? picture.avif({ quality: 48, effort: 2 }) : picture.webp({ quality: 72, effort: 4 })
        ).toBuffer();
        // Recompressing an already small file makes it larger: keep the original then.
        const lightest = made.length < original.size ? made : await readFile(file);
        await cache.put(key, lightest);
        return lightest;
      });
      return { bytes, etag };
    },
  };
}
