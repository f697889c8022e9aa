import { splitPrefix } from '../platform/settings/site-languages.ts';
import { readCookie } from '../platform/http/read-cookie.ts';
import { prefixOf } from './prefix-of.ts';

// Pages that a reader saved on this device, with their styles and pictures: for the service worker and for pages.

// 'pages-…': a sign-out, and leaving in a hurry, delete it like all other copies of pages.
export const savedCache = 'pages-saved';
export const mostSaved = 50;
const widestPicture = 640;

/** `address`: path, percent-encoded. `html`: as a visitor without an account gets it. */
type SavedPage = { address: string; html: string };

/** Saved beside the first page: an errand may begin where there is no network. The checker is a tool (keep-tools.ts). */
const errands = ['/papers', '/letters'];
const isErrand = (path: string) => errands.includes(splitPrefix(path).bare);

const isPage = ({ pathname }: URL): boolean =>
  !/^\/(?:assets|fonts|img|media)\/|\.(?:svg|ico|png|webp)$/.test(pathname);

const attribute = (tag: string, name: string) => new RegExp(` ${name}="(/[^"]+)"`, 'i').exec(tag)?.[1];

/** One width of each picture is enough: the service worker answers with it for the others. */
function pictureOf(tag: string): string | undefined {
  const set = attribute(tag, 'srcset')?.split(', ') ?? [];
  const fitting = set.filter((one) => Number(/ (\d+)w$/.exec(one)?.[1]) <= widestPicture).at(-1) ?? set[0];
  return fitting?.split(' ')[0] ?? attribute(tag, 'poster') ?? attribute(tag, 'src');
}

/** Styles, scripts, fonts and signs that a page names. */
export const partsIn = (html: string): string[] => [
  ...new Set(
    [
      ...html.matchAll(
        /(?:href|src)="(\/(?:assets\/(?:logo-[^"]+|[^"]+\.(?:css|js))|fonts\/[^"]+|icon\.svg|favicon\.ico))"/g,
      ),
    ].map((match) => match[1]!),
  ),
];

/** Of the piece alone: what stands beside and below it leads elsewhere. */
const picturesIn = (html: string): string[] => {
  const piece = /<main[^]*?<\/(?:article|main)>/.exec(html)?.[0] ?? '';
  return [...piece.matchAll(/<(?:img|video) [^>]*>/g)].flatMap(([tag]) => pictureOf(tag) ?? []);
};

const allIn = (html: string): string[] => [...partsIn(html), ...picturesIn(html)];

/** The page is stored last: where it is, everything that it needs is there too. Throws where the device refuses. */
async function store(cache: Cache, address: string, response: Response): Promise<void> {
  const html = await response.clone().text();
  await Promise.all(
    allIn(html).map(async (part) => {
      if (await cache.match(part)) return;
      const found = (await caches.match(part)) ?? (await fetch(part, { credentials: 'omit' }));
      if (found.ok) await cache.put(part, found);
    }),
  );
  await cache.put(address, response);
}

/** Newest first. */
async function pagesIn(cache: Cache): Promise<string[]> {
  const found: string[] = [];
  for (const { url } of await cache.keys()) if (isPage(new URL(url))) found.unshift(new URL(url).pathname);
  return found;
}
const savedIn = async (cache: Cache): Promise<string[]> => (await pagesIn(cache)).filter((path) => !isErrand(path));

/** Deletes what no saved page needs any more. */
async function free(cache: Cache): Promise<void> {
  const all = (await savedIn(cache)).length === 0 ? [] : await readAll(cache, await pagesIn(cache));
  const needed = new Set(all.flatMap(({ address, html }) => [address, ...allIn(html)]));
  for (const request of await cache.keys()) if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
}

const readAll = (cache: Cache, addresses: string[]): Promise<SavedPage[]> =>
  Promise.all(
    addresses.map(async (address) => ({ address, html: (await (await cache.match(address))?.text()) ?? '' })),
  );

/** False also where the browser has no such storage. */
const hasSaved = async (): Promise<boolean> => (await globalThis.caches?.has(savedCache)) ?? false;

/** Newest first; no cache is made for somebody who has saved nothing. */
export async function listSaved(): Promise<SavedPage[]> {
  if (!(await hasSaved())) return [];
  const cache = await caches.open(savedCache);
  return readAll(cache, await savedIn(cache));
}

export const isSaved = async (address: string): Promise<boolean> =>
  (await hasSaved()) && (await (await caches.open(savedCache)).match(address)) !== undefined;

/** Where that fails, the page is saved all the same. */
async function storeErrands(cache: Cache, prefix: string): Promise<void> {
  for (const errand of errands.map((path) => prefix + path)) {
    if (await cache.match(errand)) continue;
    const response = await fetch(errand, { credentials: 'omit' }).catch(() => null);
    if (response?.ok) await store(cache, errand, response).catch(() => undefined);
  }
}

export type Outcome = 'kept' | 'full' | 'refused' | 'unreached';

/** Who has saved nothing need not look for it (acts.ts); a sign-out removes the note. */
function noteSaved(): void {
  try {
    localStorage.setItem('saved', 'pages');
  } catch {
    /* storage is blocked: a saved page is marked when it is opened from the list */
  }
}

export async function savePage(address: string): Promise<Outcome> {
  try {
    const cache = await caches.open(savedCache);
    if (!(await isSaved(address)) && (await savedIn(cache)).length >= mostSaved) return 'full';
    const owner = readCookie('user_id');
    const response = await fetch(address, { credentials: 'omit' });
    if (!response.ok || response.redirected) return 'unreached';
    // Another tab has signed out meanwhile: nothing is saved for whoever comes next.
    if (readCookie('user_id') !== owner) return 'refused';
    await store(cache, address, response);
    noteSaved();
    await storeErrands(cache, prefixOf(address));
    return 'kept';
  } catch (error) {
    // A lost connection is a TypeError; all else is the storage: full, or forbidden in a private window.
    if (await hasSaved().catch(() => false)) await free(await caches.open(savedCache)).catch(() => undefined);
    return error instanceof TypeError ? 'unreached' : 'refused';
  }
}

/** Gives back the space, too. */
export async function dropPage(address: string): Promise<void> {
  if (!(await isSaved(address))) return;
  const cache = await caches.open(savedCache);
  await cache.delete(address);
  await free(cache);
}

/** Deletes all of them. @returns what puts them back, as they were, without a network */
export async function dropAll(): Promise<() => Promise<void>> {
  if (!(await hasSaved())) return () => Promise.resolve();
  const cache = await caches.open(savedCache);
  const entries = await Promise.all(
    (await cache.keys()).map(async (request) => [request, (await cache.match(request))!] as const),
  );
  await caches.delete(savedCache);
  return async () => {
    const again = await caches.open(savedCache);
    for (const [request, response] of entries) await again.put(request, response.clone());
  };
}

/** A saved page that was read again: its copy is the new one. Without space the old one stays. */
export async function renewSaved(address: string, response: Response): Promise<void> {
  if (!(await isSaved(address))) return;
  const cache = await caches.open(savedCache);
  await store(cache, address, response);
  await free(cache);
}

const pictureOfPath = (path: string) => /^\/(?:img\/\d+\/(.+)\.\w+|media\/(.+))$/.exec(path)?.slice(1).join('');

/** A picture of a saved page, in whatever width it was saved. */
export async function savedPicture(address: string): Promise<Response | undefined> {
  if (!(await hasSaved())) return undefined;
  const cache = await caches.open(savedCache);
  const own = await cache.match(address);
  const wanted = pictureOfPath(address);
  if (own || wanted === undefined) return own;
  const key = (await cache.keys()).find(({ url }) => pictureOfPath(new URL(url).pathname) === wanted);
  return key && cache.match(key);
}
