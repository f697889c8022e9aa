import { inArray } from 'drizzle-orm';
import { importedImages } from '../../database/schema.ts';
import { openMediaStore } from '../../platform/media/media-store.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { isOwnPicture, findInFolder, pathOfOwnPicture, takeFromFolder, withoutPicture } from './own-pictures.server.ts';
import { createImageFetcher } from './fetch-image.server.ts';
import type { ListedImage } from '../pieces/from-html/clean-html.server.ts';
import type { LostMedia } from '../pieces/from-html/lost-files.ts';

/** Stands for the address that a picture of a dry run would get. */
const notStored = '/media/imported/dry-run.webp';

export type ImageStore = {
  /** Rewrites image URLs to our own where the image is stored; the others are lost or stay where they are. */
  place(
    pieces: { input: ArticleInput; images: ListedImage[]; thumbnailUrl: string | undefined }[],
  ): Promise<{ input: ArticleInput; lost: LostMedia[] }[]>;
  sizeOf(path: string): { width: number; height: number } | null;
};

/**
 * @param fetches whether to download images that are not stored
 * @param folder of `--media`: images of a source without a known address
 * @param isDry only looks whether the folder has them
 */
export async function createImageStore(
  context: CommandContext,
  { fetches, folder, isDry = false }: { fetches: boolean; folder: string | undefined; isDry?: boolean },
): Promise<ImageStore> {
  const media =
    !isDry && (fetches || folder !== undefined) ? await openMediaStore(context.config, context.connection) : null;
  const fetcher = fetches && media ? createImageFetcher(media) : null;
  const failed = new Map<string, string>();
  const sizes = new Map<string, { width: number; height: number }>();
  const { db } = context.connection;

  async function findFetched(urls: string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    if (urls.length === 0) return found;
    for (const row of await db.select().from(importedImages).where(inArray(importedImages.url, urls))) {
      if (row.mediaPath === null || row.width === null || row.height === null) continue;
      found.set(row.url, row.mediaPath);
      sizes.set(row.mediaPath, { width: row.width, height: row.height });
    }
    return found;
  }

  async function fetchMissing(
    wanted: Map<string, { alt: string; sourceKey: string }>,
    found: Map<string, string>,
  ): Promise<void> {
    const queue = [...wanted].filter(
      ([url]) => !found.has(url) && !failed.has(url) && (isOwnPicture(url) ? folder !== undefined : fetcher !== null),
    );
    const work = async () => {
      for (let next = queue.shift(); next && !context.signal.aborted; next = queue.shift()) {
        const [url, { alt, sourceKey }] = next;
        try {
          const picture = isOwnPicture(url)
            ? await takeFromFolder(folder!, url, media!)
            : await fetcher!(url, context.signal);
          if (!picture) continue;
          const row = { mediaPath: picture.mediaPath, width: picture.width, height: picture.height };
          await db
            .insert(importedImages)
            .values({ url, alt: alt.slice(0, 500), firstSourceKey: sourceKey, ...row })
            .onConflictDoUpdate({ target: importedImages.url, set: row });
          found.set(url, picture.mediaPath);
          sizes.set(picture.mediaPath, { width: picture.width, height: picture.height });
        } catch (error) {
          failed.set(url, (error as Error).message);
        }
      }
    };
    await Promise.all([work(), work(), work(), work()]);
  }

  return {
    sizeOf: (path) => sizes.get(path) ?? null,
    async place(pieces) {
      const wanted = new Map(
        pieces
          .flatMap(({ input, images }) =>
            images.map(({ url, alt }) => [url, { alt, sourceKey: input.sourceKey }] as const),
          )
          .filter(([url]) => url.length <= 2_000),
      );
      const found = await findFetched([...wanted.keys()]);
      if (media) await fetchMissing(wanted, found);
      else if (folder !== undefined)
        for (const url of wanted.keys())
          if (isOwnPicture(url) && !found.has(url) && (await findInFolder(folder, url))) found.set(url, notStored);
      return pieces.map(({ input, images, thumbnailUrl }) => {
        let body = input.body;
        const lost: LostMedia[] = [];
        for (const { url } of images) {
          const path = found.get(url);
          if (path !== undefined) body = replaceAddress(body, url, path);
        }
        for (const url of new Set([...images.map((image) => image.url), ...(thumbnailUrl ? [thumbnailUrl] : [])])) {
          if (found.has(url)) continue;
          const why = failed.get(url);
          if (isOwnPicture(url)) {
            body = withoutPicture(body, url);
            lost.push({ loss: 'picture_gone', address: pathOfOwnPicture(url) });
          } else if (why !== undefined) lost.push({ loss: 'picture_failed', address: `${url} (${why})` });
          // A dry run fetches nothing.
          else if (!(isDry && fetches)) lost.push({ loss: 'picture_there', address: url });
        }
        const thumbnail = thumbnailUrl === undefined ? undefined : found.get(thumbnailUrl);
        return { input: { ...input, body, ...(thumbnail ? { thumbnail } : {}) }, lost };
      });
    },
  };
}

/** Image destinations only: a link to the same URL stays. */
function replaceAddress(body: string, url: string, path: string): string {
  const forms = [...new Set([url, url.replaceAll('&', '\\&'), url.replace(/[_*&]/g, '\\$&')])];
  let replaced = body;
  for (const form of forms) {
    for (const [before, after] of [
      ['](', ')'],
      ['](', ' "'],
      ['](<', '>'],
    ] as const) {
      const written = before + form + after;
      for (let at = replaced.indexOf(written); at !== -1; at = replaced.indexOf(written, at + 1)) {
        const line = replaced.slice(Math.max(0, at - 1_000), at);
        const open = line.lastIndexOf('[');
        if (open > 0 && line[open - 1] === '!')
          replaced = `${replaced.slice(0, at)}](${path}${after === '>' ? '' : after}${replaced.slice(at + written.length)}`;
      }
    }
  }
  const html = url.replaceAll('&', '&#x26;');
  return replaced.replaceAll(`src="${html}"`, `src="${path}"`).replaceAll(`src="${url}"`, `src="${path}"`);
}
