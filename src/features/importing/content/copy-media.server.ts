import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import sharp from 'sharp';
import type { MediaStore } from '../../../platform/media/media-store.server.ts';

export type MediaFile = { /** `/media/stories/a.webp` */ url: string; path: string; size: number };
const pictures = /\.(?:webp|avif|jpe?g|png)$/i;
// No SVG or HTML: they can run scripts on our origin.
const taken = /\.(?:webp|avif|jpe?g|png|mp4|webm|vtt)$/i;
const ignored = /(?:^|\/)(?:\.|manifest\.json$|README)/;

/** Servable files under content/media by URL, and those refused. Symbolic links are not followed. */
export async function listMedia(contentRoot: string): Promise<{ files: Map<string, MediaFile>; refused: string[] }> {
  const root = join(contentRoot, 'media');
  const files = new Map<string, MediaFile>();
  const refused: string[] = [];
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (entry.isDirectory() || ignored.test(name)) continue;
    if (!entry.isFile() || !taken.test(name) || !/^[\w./-]+$/.test(name)) {
      refused.push(`content/media/${name}`);
      continue;
    }
    files.set(`/media/${name}`, { url: `/media/${name}`, path, size: (await lstat(path)).size });
  }
  return { files, refused };
}

/**
 * Stores new and changed files before any row refers to them.
 * @param onDone after each file @throws Error where one cannot be stored
 */
export async function copyMedia(files: MediaFile[], store: MediaStore, onDone: () => void): Promise<void> {
  const waiting = [...files];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        await store.put(file.url.slice('/media/'.length), file.path).catch((error: Error) => {
          const left = waiting.splice(0).length;
          throw new Error(
            `content${file?.url}${left > 0 ? ` (and ${left} more)` : ''} could not be stored: ${error.message}`,
          );
        });
        onDone();
      }
    }),
  );
}

/** Displayed width and height (after EXIF orientation) of the images among `urls`. */
export async function pictureSizes(
  files: Map<string, MediaFile>,
  urls: Iterable<string>,
): Promise<Map<string, { width: number; height: number }>> {
  const sizes = new Map<string, { width: number; height: number }>();
  for (const url of new Set(urls)) {
    const file = files.get(url);
    if (!file || !pictures.test(url)) continue;
    const { width, height, orientation } = await sharp(file.path)
      .metadata()
      .catch(() => ({ width: 0, height: 0, orientation: 1 }));
    if (width && height) sizes.set(url, (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height });
  }
  return sizes;
}
