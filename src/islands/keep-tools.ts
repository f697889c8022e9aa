import { finderFile, finderPage, finderWords } from '../features/schemes/finder-paths.ts';
import { splitPrefix } from '../platform/settings/site-languages.ts';
import { prefixOf } from './prefix-of.ts';
import { partsIn } from './saved-pages.ts';

// Part of the service worker: a tool, once used, works without a connection. Its page is kept as a visitor without an
// account gets it; answers are in the page's own storage, and never here.

/** Sent by a tool that has been drawn. `parts`: paths of the scripts, styles and fonts that it loaded. */
export type KeepTool = { keepTool: { page: string; files: string[]; parts: string[] } };

const savedFile = '/api/schemes';
/** By page: the prefix of its cache, and what it reads. 'pages-…' goes at a sign-out: it tells what somebody saved. */
const tools: { page: string; prefix: string; files: string[] }[] = [
  { page: finderPage, prefix: 'finder-', files: [finderFile, finderWords] },
  { page: '/cart', prefix: 'pages-cart-', files: [savedFile] },
  { page: '/check', prefix: 'check-', files: ['/scams.json'] },
];
export const isToolCache = (name: string): boolean => tools.some(({ prefix }) => name.startsWith(prefix));

const pathOf = (address: string): string => new URL(address, location.origin).pathname;
const toolOf = (path: string) => tools.find(({ page }) => page === splitPrefix(path).bare.replace(/\/$/, ''));
const toolReading = (path: string) => tools.find(({ files }) => files.includes(splitPrefix(path).bare));
export const isToolFile = (path: string): boolean => toolReading(path) !== undefined;

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

/** The page is stored last: where it is, everything that it needs is there too. */
export async function keepTool(version: string, { page, files, parts }: KeepTool['keepTool']): Promise<void> {
  const tool = toolOf(page);
  if (!tool) return;
  const name = tool.prefix + version;
  const cache = await caches.open(name);
  const requested = files.filter((file) => toolReading(pathOf(file)) === tool);
  await Promise.all(
    [...parts.filter((part) => /^\/(assets|fonts)\//.test(part)), ...requested].map(async (address) => {
      if (await cache.match(address)) return;
      await cache.put(address, (await caches.match(address)) ?? (await fetched(address)));
    }),
  );
  // Of a list that changes, the last one only.
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (pathname === savedFile && tool.files.includes(savedFile) && !requested.includes(pathname + search))
      await cache.delete(url);
  }
  if (!(await cache.match(page))) {
    const response = await fetched(page);
    await cache.addAll(partsIn(await response.clone().text()));
    await cache.put(page, response);
  }
  // That of an earlier build works until this one is whole.
  for (const other of await caches.keys())
    if (other.startsWith(tool.prefix) && other !== name) await caches.delete(other);
}

/** The kept page of the same language; undefined where the tool was not used there. */
export async function cachedTool(path: string): Promise<Response | undefined> {
  const tool = toolOf(path);
  return tool && caches.match(prefixOf(path) + tool.page);
}

/** Network first; a kept file is renewed, so that the rules of the last visit are there. */
export async function readToolFile(request: Request, version: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  try {
    const response = await fetch(request);
    const name = toolReading(pathname)!.prefix + version;
    const isCached = (await caches.has(name)) && (await (await caches.open(name)).match(address));
    if (response.ok && isCached) await (await caches.open(name)).put(address, response.clone());
    return response;
  } catch (error) {
    // A list from which something was removed meanwhile finds the rest in the list before.
    const cached =
      (await caches.match(address, { ignoreVary: true })) ??
      (pathname === savedFile && (await caches.match(pathname, { ignoreVary: true, ignoreSearch: true })));
    if (cached) return cached;
    throw error;
  }
}
