import { readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { type FetchedImage, store } from './fetch-image.server.ts';

const host = 'https://media.invalid';
const maxBytes = 10_000_000;

/** Placeholder host for exports that omit the site's address: an image is keyed by the source's name and its path. */
export const unknownAddressOf = (site: string): string => `${host}/${encodeURIComponent(site)}`;
export const isOwnPicture = (url: string): boolean => url.startsWith(`${host}/`);
/** For example `content/images/2019/x.png`. */
export const pathOfOwnPicture = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.split('/').slice(2).join('/'));

/**
 * Finds an image in the `--media` folder: the site's root, its `content` or its `content/images`.
 * @returns null where it is in none of these
 */
export async function findInFolder(folder: string, url: string): Promise<{ file: string; size: number } | null> {
  const path = pathOfOwnPicture(url);
  for (const inside of [path, path.replace(/^content\//, ''), path.replace(/^content\/images\//, '')]) {
    const file = resolve(join(folder, inside));
    if (!file.startsWith(resolve(folder) + sep)) return null;
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return { file, size: found.size };
  }
  return null;
}

/** Stores an image of the `--media` folder. @returns null where it is not there */
export async function takeFromFolder(folder: string, url: string, media: MediaStore): Promise<FetchedImage | null> {
  const found = await findInFolder(folder, url);
  if (!found) return null;
  if (found.size > maxBytes) throw new Error('It has more than 10 MB.');
  return store(await readFile(found.file), url, media);
}

/** Replaces an unavailable image by its alternative text. */
export function withoutPicture(body: string, url: string): string {
  const written = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '\\\\?_');
  return body
    .replace(new RegExp(`!\\[([^\\]]{0,500})\\]\\(<?${written}>?(?: "[^"]{0,500}")?\\)`, 'g'), (_, alt: string) =>
      alt.trim() === '' ? '' : `*${alt.trim()}*`,
    )
    .replace(new RegExp(`<img[^>]{0,2000}src="${written}"[^>]{0,2000}>`, 'g'), '');
}
