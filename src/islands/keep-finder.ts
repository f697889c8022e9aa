import { finderFile, finderPage, finderWords, type KeepFinder } from '../features/schemes/finder-paths.ts';
import { splitPrefix } from '../platform/settings/site-languages.ts';

// Part of the service worker: the finder, once used, works without a connection. Its page is kept as a visitor without
// an account gets it; answers are in the page's own storage, and never here.

const prefix = 'finder-';
export const isFinderCache = (name: string): boolean => name.startsWith(prefix);

const pathOf = (address: string): string => new URL(address, location.origin).pathname;
export const isFinderPage = (path: string): boolean => splitPrefix(path).bare.replace(/\/$/, '') === finderPage;
export const isFinderFile = (path: string): boolean => path === finderFile || path === finderWords;

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

/** The page is stored last: where it is, everything that it needs is there too. */
export async function keepFinder(version: string, { page, files, parts }: KeepFinder['keepFinder']): Promise<void> {
  if (!isFinderPage(page) || !files.every((file) => isFinderFile(pathOf(file)))) return;
  const name = prefix + version;
  const cache = await caches.open(name);
  await Promise.all(
    [...parts.filter((part) => /^\/(assets|fonts)\//.test(part)), ...files].map(async (address) => {
      if (await cache.match(address)) return;
      await cache.put(address, (await caches.match(address)) ?? (await fetched(address)));
    }),
  );
  if (!(await cache.match(page))) await cache.put(page, await fetched(page));
  // That of an earlier build works until this one is whole.
  for (const other of await caches.keys()) if (isFinderCache(other) && other !== name) await caches.delete(other);
}

/** The kept page of the same language; undefined where the finder was not used there. */
export async function keptFinderPage(path: string): Promise<Response | undefined> {
  const { language } = splitPrefix(path);
  return caches.match(language === null ? finderPage : `/${language}${finderPage}`);
}

/** Network first; a kept file is renewed, so that the rules of the last visit are there. */
export async function readFinderFile(request: Request, version: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  try {
    const response = await fetch(request);
    const cache = await caches.open(prefix + version);
    if (response.ok && (await cache.match(address))) await cache.put(address, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(address, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
