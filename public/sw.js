// Reading without a connection. Only public pages, at most 50 of them; nothing of the API, of forms or of an account.
const version = new URL(location.href).searchParams.get('v') ?? '0';
const pages = `pages-${version}`;
const parts = `parts-${version}`;
const core = `core-${version}`;
const mostPages = 50;
const mostParts = 60;
const isPrivate = /^\/(api|dev|img|media|og|login|signup|forgot-password|profile|profile_built|notifications|moderation|settings|search|cart|refer|community\/ask)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(prepare().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (![pages, parts, core].includes(name)) await caches.delete(name);
    await self.clients.claim();
  })());
});

/** The offline page, and the styles and fonts that it names. */
async function prepare() {
  const response = await fetch('/offline', { cache: 'reload', credentials: 'omit' });
  if (!response.ok) throw new Error('no offline page');
  const html = await response.clone().text();
  const named = [...html.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+\.css|fonts\/[^"]+|icon\.svg|favicon\.ico))"/g)].map((match) => match[1]);
  const cache = await caches.open(core);
  await cache.put('/offline', response);
  await cache.addAll([...new Set(named)]);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!isPrivate.test(url.pathname)) event.respondWith(page(event, url));
    else event.respondWith(fetch(request).catch(offline));
    return;
  }
  // Their names change with their content, so what is here is right.
  if (/^\/(assets|fonts)\//.test(url.pathname)) event.respondWith(part(event));
});

/** The network first; what was read before when there is none. */
async function page(event, url) {
  const key = url.origin + url.pathname + (url.searchParams.get('page') ? `?page=${url.searchParams.get('page')}` : '');
  try {
    const response = await fetch(event.request);
    const isPublic = /\bpublic\b/.test(response.headers.get('cache-control') ?? '');
    if (response.ok && isPublic && !response.redirected) event.waitUntil(keep(pages, key, response.clone(), mostPages));
    else if (response.status === 404 || response.status === 410) event.waitUntil(caches.open(pages).then((cache) => cache.delete(key)));
    return response;
  } catch {
    const kept = await (await caches.open(pages)).match(key);
    return kept ?? offline();
  }
}

async function part(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(parts, event.request, response.clone(), mostParts));
  return response;
}

async function offline() {
  return (await (await caches.open(core)).match('/offline')) ?? Response.error();
}

/** Oldest out first: a cache lists its keys in the order in which they were put. */
async function keep(name, key, response, most) {
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, response);
  const keys = await cache.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(oldest);
}
