// Offline reading: at most 50 public pages, as many that were saved, the tools once used, and the first help; never
// anything of forms or of an account.

import { splitPrefix } from '../platform/settings/site-languages.ts';
import { prefixOf } from './prefix-of.ts';
import { pageTable } from '../page-table.ts';
import { joinShared, type Shared, sharedPicture } from '../features/message-check/message-limits.ts';
import { readingCachePrefix, readingFolder } from '../features/message-check/reading-files.ts';
import type { PushPayload } from '../features/notifications/push-payload.ts';
import { finderPage } from '../features/schemes/finder-paths.ts';
import { keyOfPage } from '../platform/page/page-table.ts';
import { isToolCache, isToolFile, keepTool, type KeepTool, cachedTool, readToolFile } from './keep-tools.ts';
import { isOwnForm, type OfflinePage, withCachedPages, withUnsent } from './cached-pages.ts';
import { sendUnsent } from './send-unsent.ts';
import { dropPage, listSaved, partsIn, renewSaved, savedCache, savedPicture } from './saved-pages.ts';

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type PushEvent = ExtendableEvent & { data: { json(): PushPayload } | null };
type SyncEvent = ExtendableEvent & { tag: string; lastChance: boolean };
type ClickEvent = ExtendableEvent & { notification: { close(): void; data: { href: string } } };
type Worker = {
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(kind: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: ExtendableEvent & MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  cookieStore?: { get(name: string): Promise<{ value: string } | null> };
  clients: {
    claim(): Promise<void>;
    openWindow(address: string): Promise<unknown>;
    matchAll(options: { type: 'window' }): Promise<{ visibilityState: string; url: string }[]>;
  };
  registration: { showNotification(title: string, options: object): Promise<void> };
};

const worker = self as unknown as Worker;
const version = new URL(location.href).searchParams.get('v') ?? '0';
const pages = `pages-${version}`;
const parts = `parts-${version}`;
const core = `core-${version}`;
const aDay = 86_400_000;
/** Kept unread, as small as they are: whoever needs them in a hurry may have no network then. */
const firstHelp = ['/helplines', '/check'];
/** What the reader has asked for comes first. */
const helpWaitMs = 5_000;
const mostPages = 50;
const mostParts = 60;

/** The key under which a page is stored, with the parameters that it declares; null for a page that is not stored. */
function keyOf({ origin, pathname, search }: URL): string | null {
  const found = pageTable.find(pathname);
  if (found?.page.audience !== 'everyone' || found.page.isOnlineOnly) return null;
  return origin + keyOfPage(found, search.slice(1));
}

worker.addEventListener('install', (event) => {
  event.waitUntil(prepare().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeCharge());
});

async function takeCharge(): Promise<void> {
  // What reads pictures is large, and the same in most builds: the page that fetches it deletes what is outdated.
  for (const name of await caches.keys())
    if (![pages, parts, core, savedCache].includes(name) && !name.startsWith(readingCachePrefix) && !isToolCache(name))
      await caches.delete(name);
  await worker.clients.claim();
  // Pages are held back until this is done, so that it waits for none.
  for (const { url } of await worker.clients.matchAll({ type: 'window' }))
    void keepOfflinePages(splitPrefix(new URL(url).pathname).language);
}

/**
 * The offline page of a language, with its fonts, once a page below its prefix has been read, and the first help; anew
 * after a day, because the studio may have changed the site's name or logo.
 */
async function keepOfflinePages(language: string | null): Promise<void> {
  const prefix = language === null ? '' : `/${language}`;
  if (await isStale(`${prefix}/offline`)) await precache(`${prefix}/offline`).catch(() => {});
  if ((navigator as { connection?: { saveData: boolean } }).connection?.saveData) return;
  for (const address of firstHelp.map((path) => prefix + path)) {
    if (!(await isStale(address))) continue;
    await new Promise((resolve) => setTimeout(resolve, helpWaitMs));
    await precache(address).catch(() => {});
  }
}

async function isStale(address: string): Promise<boolean> {
  const cachedAt = (await (await caches.open(core)).match(address))?.headers.get('date');
  return !(Date.now() - Date.parse(cachedAt ?? '') < aDay);
}

const prepare = (): Promise<void> => precache('/offline');

/** Caches a page, with its styles and fonts. */
async function precache(address: string): Promise<void> {
  const response = await fetch(address, { cache: 'reload', credentials: 'omit' });
  if (!response.ok) throw new Error(`no copy of ${address}`);
  const html = await response.clone().text();
  const cache = await caches.open(core);
  await cache.addAll(partsIn(html));
  await cache.put(address, response);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (isShared(request, url)) {
    event.respondWith(takeShared(event));
    return;
  }
  if (request.mode === 'navigate' && isPlainForm(request)) {
    event.respondWith(request.cache === 'only-if-cached' ? comeBack(url) : sendForm(request, url));
    return;
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    const key = keyOf(url);
    if (key !== null) event.respondWith(readPage(event, key, url));
    else event.respondWith(fetch(request).catch(async () => (await cachedTool(url.pathname)) ?? offline(url)));
    return;
  }
  if (isToolFile(url.pathname)) {
    event.respondWith(readToolFile(request, version));
    return;
  }
  // Content-hashed names are immutable, so a cached copy needs no revalidation.
  if (/^\/(assets|fonts)\//.test(url.pathname)) event.respondWith(readPart(event));
  else if (request.destination === 'image')
    event.respondWith(fetch(request).catch(async () => (await savedPicture(url.pathname)) ?? Response.error()));
});

/** Network first; falls back to the cached copy. */
async function readPage(event: FetchEvent, key: string, url: URL): Promise<Response> {
  try {
    const response = await fetch(event.request);
    const isPublic = /\bpublic\b/.test(response.headers.get('cache-control') ?? '');
    if (response.ok && isPublic && !response.redirected) {
      // A copy for each: the page is being read meanwhile.
      const copy = response.clone();
      event.waitUntil(keep(pages, key, response.clone(), mostPages));
      event.waitUntil(renewSaved(key, copy).catch(() => {}));
      event.waitUntil(keepOfflinePages(splitPrefix(url.pathname).language));
    } else if (response.status === 404 || response.status === 410)
      event.waitUntil(
        Promise.all([caches.open(pages).then((cache) => cache.delete(key)), dropPage(key).catch(() => {})]),
      );
    return response;
  } catch {
    // The newest of what was saved is in the first, too. A tool with its scripts goes before its page alone.
    const cached =
      (await (await caches.open(pages)).match(key)) ??
      (url.search ? null : await cachedTool(url.pathname)) ??
      (await caches.match(key));
    return cached ?? offline(url);
  }
}

/** Without files: what is written is small. */
const isPlainForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^application\/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '');

/** Never stored: where no response comes, the page that says so carries what was typed. */
async function sendForm(request: Request, url: URL): Promise<Response> {
  const written = request
    .clone()
    .formData()
    .catch(() => []);
  try {
    return await fetch(request);
  } catch {
    const page = await offline(url);
    if (!isOwnForm(request.referrer, location.origin)) return page;
    return new Response(withUnsent(await page.text(), url.href, await written), page);
  }
}

/** Back to what a form answered: nothing is sent again, and a draft comes back by the page's own script. */
// Redirects are the browser's to follow: it refuses a navigation that was redirected on the way.
const comeBack = (url: URL): Promise<Response> => fetch(url, { redirect: 'manual' }).catch(() => offline(url));

async function readPart(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (new URL(event.request.url).pathname.startsWith(readingFolder)) return response;
  if (response.ok) event.waitUntil(keep(parts, event.request, response.clone(), mostParts));
  return response;
}

/** In the language of the page that was asked for, where its offline page has been stored. */
async function offline(url: URL): Promise<Response> {
  const cache = await caches.open(core);
  const { language } = splitPrefix(url.pathname);
  const own = language && (await cache.match(`/${language}/offline`));
  const page = own || (await cache.match('/offline'));
  if (!page) return Response.error();
  const headers = new Headers(page.headers);
  // Those of the stored bytes, not of this text.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(withCachedPages(await page.text(), await listCached(url)), { headers });
}

/** What opens now: the scheme finder, once it has been used, what was saved, what was read, the newest first; first help. */
async function listCached({ pathname }: URL): Promise<OfflinePage[]> {
  const cache = await caches.open(pages);
  const saved = await listSaved();
  const read: OfflinePage[] = [];
  for (const request of await cache.keys()) {
    const { pathname: path, search } = new URL(request.url);
    const address = path + search;
    if (path.endsWith('/offline') || saved.some((one) => one.address === address)) continue;
    read.unshift({ address, html: (await (await cache.match(request))?.text()) ?? '' });
  }
  for (const path of firstHelp) {
    const address = prefixOf(pathname) + path;
    const page = [...saved, ...read].some((one) => one.address === address) ? null : await caches.match(address);
    if (page) read.push({ address, html: await page.text() });
  }
  const finder = await cachedTool(prefixOf(pathname) + finderPage);
  return [...(finder ? [{ address: new URL(finder.url).pathname, html: await finder.text() }] : []), ...saved, ...read];
}

/** Evicts the oldest entries: Cache.keys() returns them in insertion order. */
async function keep(name: string, key: string | Request, response: Response, most: number): Promise<void> {
  try {
    const cache = await caches.open(name);
    await cache.delete(key);
    await cache.put(key, response);
    const keys = await cache.keys();
    for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
  } catch {
    // Quota exceeded: the page is not stored.
  }
}

// What is shared from another app is judged on this device: it waits here, in memory, for the page that asks for it.
let shared: Shared | null = null;
const longestWaitMs = 30_000;

/** A Web Share Target sends multipart; our own form without script does not, and goes to the server. */
const isShared = ({ method, headers }: Request, { pathname }: URL): boolean =>
  method === 'POST' && pathname === '/check' && /^multipart\/form-data/i.test(headers.get('content-type') ?? '');

async function takeShared(event: FetchEvent): Promise<Response> {
  const whole = event.request.clone();
  try {
    const form = await event.request.formData();
    const fields = ['title', 'text', 'url'].map((name) => form.get(name));
    const text = joinShared(fields.map((field) => (typeof field === 'string' ? field : null)));
    const file = form.get(sharedPicture);
    const isPicture = typeof file === 'object' && file !== null && file.size > 0;
    shared = { text, picture: isPicture ? file : null };
  } catch {
    // The server answers it, and keeps nothing.
    return fetch(whole);
  }
  // Keeps this worker alive until the page has asked.
  event.waitUntil(
    new Promise<void>((resolve) => {
      setTimeout(() => {
        shared = null;
        resolve();
      }, longestWaitMs);
    }),
  );
  return Response.redirect('/check', 303);
}

worker.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent<'shared' | KeepTool | null>;
  if (data !== 'shared') {
    // Without space or connection the tool is not kept, and asks again at the next visit.
    if (data?.keepTool) event.waitUntil(keepTool(version, data.keepTool).catch(() => {}));
    return;
  }
  // A page of an older build knows texts only.
  ports[0]?.postMessage(shared?.picture ? shared : (shared?.text ?? null));
  shared = null;
});

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, href, tag } = event.data.json();
  // The tag: a message that was delivered twice is shown once.
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { href }, icon: '/icon-192.png' }));
});

worker.addEventListener('sync', (event) => {
  if (event.tag === 'unsent') event.waitUntil(sendWaiting(event.lastChance));
});

/** @throws where there is no network yet, or a page is looked at, which sends: the browser tries once more */
async function sendWaiting(isLast: boolean): Promise<void> {
  const { cookieStore, clients } = worker;
  // Nobody knows who is here: it waits for a page.
  if (!cookieStore) return;
  const pagesOpen = await clients.matchAll({ type: 'window' });
  if (!isLast && pagesOpen.some(({ visibilityState }) => visibilityState === 'visible'))
    throw new Error('a page sends');
  const { isUnreached } = await sendUnsent(async () => (await cookieStore.get('user_id'))?.value ?? '');
  if (isUnreached) throw new Error('no network');
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.href));
});
