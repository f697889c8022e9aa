import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { preferredEncoding } from './accepted-encoding.server.ts';
import { patientAnswer } from './answer-in-time.server.ts';
import { visitIdOf } from './cookies.server.ts';
import { AppError, foreignOrigin, unavailable } from './errors.ts';
import { inTime } from './in-time.server.ts';
import { gateBehind, networkOf } from './limits.server.ts';
import { originOf } from './own-origin.server.ts';
import { isPersonalPage, pageKey, takesLong } from './page-address.server.ts';
import type { PageCache, RenderedPage } from './page-cache.server.ts';
import type { PageState, pageState, Visit } from './page-context.ts';
import type { PageServices } from './page-services.server.ts';
import type { Viewer } from './viewer.ts';
import {
  closedPolicy,
  commonHeaders,
  loosened,
  pageCachingOf,
  pageHeaders,
  publicPageCaching,
} from './security-headers.server.ts';

/** As many pages are rendered at once; more would only make everyone wait. */
const mostRenderings = 100;
// What is no address shows the page for what is not here, kept under a key that no request can have.
const nowhere = '/-';
const nowhereKey = '#nowhere';

/** What is read by machines and shares the pages' cache, but is no HTML: feeds, sitemaps, robots.txt. */
export type PageDocument = {
  /** The whole path. */
  pattern: RegExp;
  /** null: not here (the 404 page answers). */
  render(
    services: PageServices,
    match: RegExpExecArray,
  ): Promise<{ type: string; body: string; tags: string[] } | null>;
};

/** Finds out who asks; `setCookies` renew what has run out, or clear what is dead. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<{ viewer: Viewer | null; setCookies: string[] }>;

export type PageHandler = {
  /** Answers a GET or HEAD from memory, before any routing; false where it is not there. */
  answerFromCache(request: IncomingMessage, response: ServerResponse): boolean;
  /** @throws AppError 429 to who asks for much that is not here, 503 where too much is under way */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** The page's address as the route table has it; `none` where no page is. */
  patternOf(url: string): Promise<string>;
};

type PagesBuild = ServerBuild & { entry: { module: { pageState: typeof pageState } } };

/**
 * Our adapter to React Router's request handler.
 * @param loadBuild the built pages; called for every rendering, so that development can hand in a fresh one
 * @param documents asked before the pages, in order
 * @param report takes errors of ours, for the log
 * @param isDevelopment the policy of pages allows what Vite puts into them
 */
export function createPageHandler(
  services: PageServices,
  cache: PageCache,
  loadBuild: () => Promise<ServerBuild>,
  documents: PageDocument[] = [],
  report: (error: unknown) => void = () => {},
  isDevelopment = false,
  identify: Identify = async () => ({ viewer: null, setCookies: [] }),
): PageHandler {
  const { config, longestAnswer } = services;
  const isHttps = config.publicOrigin.startsWith('https:');
  const tagHosts = { analytics: config.analyticsId !== undefined, advertising: config.adsenseClient !== undefined };
  const headersOf = isDevelopment ? loosened : pageHeaders;
  const gate = gateBehind(services.limits.reads);
  let renderings = 0;
  let handler: { build: PagesBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;

  async function renderDocument(key: string): Promise<RenderedPage | null> {
    const path = key.split('?', 1)[0] as string;
    for (const { pattern, render: renderOne } of documents) {
      const match = pattern.exec(path);
      const found = match && (await renderOne(services, match));
      if (!found) continue;
      const headers = {
        ...commonHeaders(isHttps),
        'content-type': found.type,
        'cache-control': publicPageCaching,
        'content-security-policy': closedPolicy,
      };
      return { status: 200, headers, body: found.body, tags: found.tags, isCacheable: true };
    }
    return null;
  }

  async function render(key: string, address: string, visit: Visit | null = null): Promise<RenderedPage> {
    const build = (await loadBuild()) as PagesBuild;
    if (handler?.build !== build)
      handler = { build, handle: createRequestHandler(build, isDevelopment ? 'development' : 'production') };
    const state: PageState = {
      services,
      remember: cache.remember,
      address,
      model: null,
      tags: new Set(),
      isPublic: true,
      retryAfterSeconds: undefined,
      report,
      scriptHashes: [],
      visit,
    };
    const context = new RouterContextProvider();
    context.set(build.entry.module.pageState, state);
    // Addresses are built from the configured origin only, never from what the request says of its host.
    const response = await handler.handle(
      new Request(new URL(key, config.publicOrigin), { method: visit?.form ? 'POST' : 'GET' }),
      context,
    );
    const isCacheable = state.isPublic && visit === null && response.status === 200;
    const headers: Record<string, string> = {
      ...headersOf(isHttps, state.scriptHashes, tagHosts),
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      'cache-control': visit
        ? 'private, no-store'
        : isCacheable || response.status === 301
          ? pageCachingOf(key)
          : 'no-store',
    };
    if (state.retryAfterSeconds !== undefined) headers['retry-after'] = String(state.retryAfterSeconds);
    for (const name of ['location', 'x-robots-tag']) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return { status: response.status, headers, body: await response.text(), tags: state.tags, isCacheable };
  }

  async function renderForOne(key: string, address: string): Promise<RenderedPage> {
    if (renderings >= mostRenderings) throw unavailable(2);
    renderings += 1;
    try {
      const page = (await renderDocument(key)) ?? (await render(key, address));
      if (page.status === 404) await gate.count(networkOf(address));
      return page;
    } finally {
      renderings -= 1;
    }
  }

  // A page for one reader: who that is, what they sent, and cookies of their own.
  async function answerPersonal(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> {
    if (renderings >= mostRenderings) throw unavailable(2);
    renderings += 1;
    try {
      const isForm = request.method === 'POST';
      const page = await inTime(
        (async () => {
          const { viewer, setCookies } = await identify(request.headers);
          const origin = originOf(config, request.headers);
          if (isForm && (origin === 'foreign' || (origin === 'unknown' && viewer)))
            throw foreignOrigin(
              'This was sent from another site, so it was not done. Open the page here and try again.',
            );
          const visit: Visit = {
            viewer,
            userAgent: request.headers['user-agent'] ?? '',
            visitId: visitIdOf(request.headers.cookie),
            form: isForm ? await readForm(request) : null,
            sent: null,
            setCookies: [...setCookies],
          };
          return { ...(await render(key, address, visit)), setCookies: visit.setCookies };
        })(),
        isForm && takesLong(pathOf(key)) ? Math.max(longestAnswer, patientAnswer) : longestAnswer,
      );
      writeOnce(page, request, response);
    } finally {
      renderings -= 1;
    }
  }

  return {
    async patternOf(url) {
      const key = pageKey(url);
      const page = key === null ? undefined : pageAt(await loadBuild(), pathOf(key));
      return page ? `/${page.path ?? ''}` : 'none';
    },
    answerFromCache(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '/';
      // Nothing is kept under what is no address, so a bare one needs no look.
      const key = url.includes('?') ? pageKey(url) : url;
      return key !== null && cache.answer(key, request, response);
    },
    async answer(request, response, address) {
      // Outside the time that a rendering has: development compiles here.
      const build = await loadBuild();
      const key = pageKey(request.url ?? '/');
      if (request.method === 'POST' && (key === null || !pageAt(build, pathOf(key))?.module.action)) throw onlyRead();
      if (key !== null && (request.method === 'POST' || isPersonalPage(pathOf(key))))
        return answerPersonal(wholeAddress(request.url ?? '/'), request, response, address);
      if (cache.answer(key ?? nowhereKey, request, response)) return;
      gate.pass(networkOf(address));
      if (key !== null)
        await cache.fill(key, request, response, () => inTime(renderForOne(key, address), longestAnswer));
      else
        await cache.fill(nowhereKey, request, response, async () => ({
          ...(await inTime(render(nowhere, address), longestAnswer)),
          tags: ['categories', 'feed'],
          isCacheable: true,
        }));
    },
  };
}

const onlyRead = () => new AppError(405, 'method_not_allowed', 'Nothing can be sent to it.');

// All pages are children of the root: the route table is flat.
function pageAt({ routes }: ServerBuild, path: string) {
  const pages = Object.values(routes).flatMap((route) =>
    route?.parentId === 'root' ? [{ id: route.id, path: route.path, index: route.index } as RouteObject] : [],
  );
  const id = matchRoutes(pages, path)?.at(-1)?.route.id;
  return id === undefined ? undefined : routes[id];
}

const pathOf = (key: string) => key.split('?', 1)[0] as string;

// Personal pages see every parameter; the host is never the request's.
function wholeAddress(target: string): string {
  const { pathname, search } = new URL(target, 'http://here.invalid');
  return pathname + search;
}

const longestForm = 64 * 1024;

/** @throws AppError 415 for what is no form, 413 past 64 KB, 400 for what is not UTF-8 */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?: *;|$)/i.test(type))
    throw new AppError(415, 'unsupported_media_type', 'Send the form of this page.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestForm) throw new AppError(413, 'too_large', 'That is more than can be sent at once.');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const form = /^multipart/i.test(type) ? await readParts(body, type) : new URLSearchParams(body.toString('latin1'));
  for (const [name, value] of form) {
    if (/[\u0000\ufffd]/.test(name + value))
      throw new AppError(400, 'validation_failed', 'The form contains a character that cannot be stored.');
  }
  return form;
}

/** As the mail programs send that unsubscribe somebody (RFC 8058). @throws AppError 400 */
async function readParts(body: Buffer, type: string): Promise<URLSearchParams> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError(400, 'validation_failed', 'The form cannot be read. Send the form of this page.');
  });
  return new URLSearchParams([...parts].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function writeOnce(
  page: RenderedPage & { setCookies: string[] },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const whole = Buffer.isBuffer(page.body) ? page.body : Buffer.from(page.body);
  const encoding = preferredEncoding(String(request.headers['accept-encoding'] ?? ''));
  const body =
    encoding === 'br'
      ? brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : encoding === 'gzip'
        ? gzipSync(whole, { level: 1 })
        : whole;
  response.writeHead(page.status, {
    ...page.headers,
    vary: 'Accept-Encoding, Cookie',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...(page.setCookies.length > 0 ? { 'set-cookie': page.setCookies } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
