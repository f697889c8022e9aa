import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { patientAnswer } from '../http/answer-in-time.server.ts';
import { visitIdOf } from '../http/cookies.server.ts';
import { countWrite } from '../guard/count-write.server.ts';
import { foreignOrigin } from '../wire/errors.ts';
import { inTime } from '../process/in-time.server.ts';
import { gateBehind } from '../guard/limits.server.ts';
import { networkOf } from '../guard/networks.ts';
import { isFromShareSheet, originOf, refererOf } from '../guard/own-origin.server.ts';
import type { RenderedPage } from '../cache/cached-page.server.ts';
import type { PageCache } from '../cache/page-cache.server.ts';
import { type BrowserFiles, noBrowserFiles, type PageState, type pageState, type Visit } from './page-context.ts';
import { type Address, readAddress } from './page-address.server.ts';
import type { PageServices } from './page-services.server.ts';
import type { Page, PageTable } from './page-table.ts';
import { inLanguage } from '../http/request-context.server.ts';
import { addressIn, defaultLanguage, frameLanguage, siteLanguages, splitPrefix } from '../settings/site-languages.ts';
import type { Viewer } from '../wire/viewer.ts';
import {
  closedPolicy,
  commonHeaders,
  loosened,
  missingPageCaching,
  pageHeaders,
  previewHeaders,
  publicPageCaching,
  scriptHash,
} from '../guard/security-headers.server.ts';
import { problems } from '../../messages/problems.ts';
import { readForm } from '../http/read-form.server.ts';
import type { PageDocument } from './page-document.ts';
import type { Language } from '../../messages/catalogue.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { preferredEncoding } from '../http/accepted-encoding.server.ts';

// Malformed paths get the 404 page of their language, cached under a key that no request can have.
const nowhere = '/-';
const nowhereKey = (language: string) => `#nowhere ${language}`;

/** Authenticates the request; `setCookies` renew an expired session cookie, or clear an invalid one. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<{ viewer: Viewer | null; setCookies: string[] }>;

export type PageHandler = {
  /** Answers a GET or HEAD from the cache, before any routing; false on a cache miss. */
  answerFromCache(request: IncomingMessage, response: ServerResponse): boolean;
  /** @throws AppError 429 for callers with many 404s, 503 at the deadline */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  /** The pattern of the page's route, as in the page table; `none` where there is no page. */
  patternOf(url: string): string;
  /** The methods of the page or document at this address; none where there is neither. */
  methodsOf(url: string): Promise<string[]>;
};

type PagesBuild = ServerBuild & { entry: { module: { pageState: typeof pageState } } };

/**
 * Our adapter to React Router's request handler.
 * @param table every page; any other path is a document, an old permalink or a 404
 * @param loadBuild the built pages; called for each rendering, so that development can hand in a fresh build
 * @param documents tried before the pages, in order
 * @param browserFiles the build's output for the browser
 * @param report logs unexpected errors
 * @param isDevelopment relaxes the pages' CSP for what Vite injects
 */
export function createPageHandler(
  services: PageServices,
  table: PageTable,
  cache: PageCache,
  loadBuild: () => Promise<ServerBuild>,
  documents: PageDocument[] = [],
  browserFiles: () => BrowserFiles = () => noBrowserFiles,
  report: (error: unknown) => void = () => {},
  isDevelopment = false,
  identify: Identify = async () => ({ viewer: null, setCookies: [] }),
): PageHandler {
  const { config, longestAnswer } = services;
  const isHttps = config.publicOrigin.startsWith('https:');
  const tagHosts = { analytics: config.analyticsId !== undefined, advertising: config.adsenseClient !== undefined };
  const headersOf = isDevelopment ? loosened : pageHeaders;
  const gate = gateBehind(services.limits.reads);
  let handler: { build: PagesBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;

  async function renderDocument(key: string): Promise<RenderedPage | null> {
    const { language, bare } = splitPrefix(key.split('?', 1)[0] as string);
    if (language !== null && !siteLanguages().includes(language)) return null;
    for (const { pattern, hasPrefix, render: renderOne } of documents) {
      const match = language !== null && !hasPrefix ? null : pattern.exec(bare);
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

  async function render(
    key: string,
    address: string,
    page: Page | undefined,
    visit: Visit | null = null,
  ): Promise<RenderedPage> {
    const build = (await loadBuild()) as PagesBuild;
    if (handler?.build !== build)
      handler = { build, handle: createRequestHandler(build, isDevelopment ? 'development' : 'production') };
    const language = frameLanguage(key);
    const state: PageState = {
      services,
      remember: (name, tags, load) => cache.remember(`${language} ${name}`, tags, load),
      address,
      model: null,
      versions: null,
      tags: new Set(),
      html: null,
      isPublic: true,
      isForCaller: false,
      retryAfterSeconds: undefined,
      report,
      browser: browserFiles(),
      visit,
      preview: null,
    };
    const context = new RouterContextProvider();
    context.set(build.entry.module.pageState, state);
    // Absolute URLs come from the configured origin only, never from the request's Host header.
    const url = new URL(page ? splitPrefix(key).bare : key, config.publicOrigin);
    const { handle } = handler;
    const response = await inLanguage(language, () =>
      handle(new Request(url, { method: visit?.form ? 'POST' : 'GET' }), context),
    );
    const isCacheable = state.isPublic && visit === null && response.status === 200;
    const headers: Record<string, string> = {
      ...(state.preview
        ? previewHeaders(headersOf(isHttps, [], { analytics: false, advertising: false }))
        : headersOf(isHttps, [scriptHash(state.browser.first)], tagHosts, page?.runsWasm)),
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      'cache-control': visit
        ? cachingOfVisit(visit, page, !state.preview && response.status !== 303)
        : cachingOf(response.status, isCacheable),
    };
    if (state.retryAfterSeconds !== undefined) headers['retry-after'] = String(state.retryAfterSeconds);
    for (const name of ['location', 'x-robots-tag']) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = name === 'location' ? keepPrefix(table, language, value) : value;
    }
    return {
      status: response.status,
      headers,
      body: keepPrefixInHtml(table, language, state.html ?? (await response.text())),
      tags: state.tags,
      isCacheable,
      isForCaller: state.isForCaller,
    };
  }

  async function renderForAll(key: string, address: string, row: Page | undefined): Promise<RenderedPage> {
    const page = (await renderDocument(key)) ?? (await render(key, address, row));
    if (page.status === 404) await gate.count(networkOf(address));
    return page;
  }

  // A page for one viewer, with the viewer's identity, form data and cookies.
  async function answerPersonal(
    { page: row, whole }: Address & { kind: 'page' },
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> {
    const isForm = request.method === 'POST';
    const page = await inTime(
      (async () => {
        const { viewer, setCookies } = await identify(request.headers);
        const origin = originOf(config, request.headers);
        const isStrange = origin === 'foreign' || (origin === 'unknown' && viewer !== null);
        const isShared = row.takesShares && isFromShareSheet(request.headers);
        if (isForm && isStrange && !isShared) throw foreignOrigin(() => problems.foreign);
        // Free of cost: signing out, which always works.
        if (isForm && viewer && row.cost !== 'free') await countWrite(services, viewer.userId, address);
        const visit: Visit = {
          viewer,
          userAgent: request.headers['user-agent'] ?? '',
          cookie: request.headers.cookie,
          referer: refererOf(config, request.headers),
          visitId: visitIdOf(request.headers.cookie),
          form: isForm ? await readForm(request, filesOf(row, viewer)) : null,
          sent: null,
          setCookies: [...setCookies],
        };
        return { ...(await render(whole, address, row, visit)), setCookies: visit.setCookies };
      })(),
      isForm && row.isPatient ? Math.max(longestAnswer, patientAnswer) : longestAnswer,
    );
    // A script cannot read where a redirect leads.
    const isScripts = page.status === 303 && request.headers['x-sent-by'] === 'script';
    writeOnce(isScripts ? { ...page, status: 200 } : page, request, response);
  }

  // The redirect depends on the URL alone, so it can be cached, except for pages of one viewer.
  function redirect(
    { page, to }: { page: Pick<Page, 'audience'>; to: string },
    isForm: boolean,
    response: ServerResponse,
  ): void {
    response.writeHead(isForm ? 308 : 301, {
      ...commonHeaders(isHttps),
      location: to,
      'cache-control': isForm || page.audience === 'one' ? 'private, no-store' : publicPageCaching,
      'content-security-policy': closedPolicy,
      'content-length': '0',
    });
    response.end();
  }

  /** A misspelled address whose slug is outdated too: one redirect, not two. */
  async function canonicalOf({ page, key, to, path }: Address & { kind: 'misspelled' }, address: string) {
    if (page.audience === 'one' || !page.pattern.includes(':')) return to;
    gate.pass(networkOf(address));
    const target = await cache.targetOf(key, () => inTime(renderForAll(key, address, page), longestAnswer));
    const canonical = target?.split('?', 1)[0] ?? path;
    return canonical + to.slice(path.length);
  }

  /** The one spelling of a document's path: lower case, without the default language's prefix; null for no document. */
  function documentPath(path: string): string | null {
    const spelled = path.toLowerCase();
    const { language, bare } = splitPrefix(spelled);
    if (language !== null && !siteLanguages().includes(language)) return null;
    if (!documents.some(({ hasPrefix, pattern }) => (hasPrefix || language === null) && pattern.test(bare)))
      return null;
    return language === defaultLanguage() ? bare : spelled;
  }

  return {
    patternOf(url) {
      const found = readAddress(table, url);
      return 'page' in found ? found.page.pattern : 'none';
    },
    async methodsOf(url) {
      const resolved = readAddress(table, url);
      if ('page' in resolved)
        return takesForm(await loadBuild(), resolved.page) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
      return resolved.kind === 'other' && documentPath(resolved.key) !== null ? ['GET', 'HEAD'] : [];
    },
    answerFromCache(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '/';
      // Cache keys are canonical paths, so a path without a query can be looked up without parsing.
      if (!url.includes('?')) return cache.answer(url, request, response);
      const resolved = readAddress(table, url);
      return (
        resolved.kind !== 'none' && resolved.kind !== 'misspelled' && cache.answer(resolved.key, request, response)
      );
    },
    async answer(request, response, address) {
      // Before the rendering's deadline starts: in development this compiles.
      await loadBuild();
      const resolved = readAddress(table, request.url ?? '/');
      const isForm = request.method === 'POST';
      if (resolved.kind === 'misspelled')
        return redirect(
          isForm ? resolved : { ...resolved, to: await canonicalOf(resolved, address) },
          isForm,
          response,
        );
      if (resolved.kind === 'page' && (isForm || resolved.page.audience === 'one'))
        return answerPersonal(resolved, request, response, address);
      if (resolved.kind === 'other') {
        const to = documentPath(resolved.key);
        if (to !== null && to !== resolved.key) return redirect({ page: documentPage, to }, isForm, response);
      }
      const key = resolved.kind === 'none' ? nowhereKey(resolved.language) : resolved.key;
      if (cache.answer(key, request, response)) return;
      gate.pass(networkOf(address));
      const page = 'page' in resolved ? resolved.page : undefined;
      if (resolved.kind !== 'none')
        await cache.fill(key, request, response, () => inTime(renderForAll(key, address, page), longestAnswer));
      else
        await cache.fill(key, request, response, async () => ({
          ...(await inTime(render(addressIn(resolved.language, nowhere), address, undefined), longestAnswer)),
          tags: ['categories', 'feed'],
          isCacheable: true,
        }));
    },
  };
}

/** Files are held in memory: those of nobody in particular are read and forgotten. */
function filesOf({ takesShares, takesFiles }: Page, viewer: Viewer | null): 'drop' | 'take' | undefined {
  if (takesFiles && viewer) return 'take';
  return takesFiles || takesShares ? 'drop' : undefined;
}

const documentPage = { audience: 'everyone' } as const;

function cachingOf(status: number, isCacheable: boolean): string {
  if (isCacheable || status === 301) return publicPageCaching;
  return status === 404 || status === 410 ? missingPageCaching : 'no-store';
}

/**
 * What the finder answered is the browser's to show again on going back, or that ends on an error page of its own. What
 * an account shows, or holds a name, a number or a message, is not.
 */
function cachingOfVisit({ form, viewer, setCookies }: Visit, page: Page | undefined, isStorable: boolean): string {
  const isOfNobody = !viewer && setCookies.length === 0 && page?.keepsAnswer;
  return form && isOfNobody && isStorable ? 'private, no-cache' : 'private, no-store';
}

/** Whether the page's route module has an action. All pages are children of the root, with their pattern as path. */
function takesForm({ routes }: ServerBuild, page: Page): boolean {
  const route = Object.values(routes).find((one) => one?.path === page.pattern.slice(1));
  return route?.module.action !== undefined;
}

/** Puts the prefix before an address of one of our pages; any other address, and one with a prefix, is unchanged. */
function keepPrefix(table: PageTable, language: Language, address: string): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address;
  const found = table.find(address.split(/[?#&]/, 1)[0]!);
  return found && found.language === null ? addressIn(language, address) : address;
}

const linkingTag = /<(?:a|area|form|button|input)\s[^>]*>/g;
const linkingAttribute = / (href|action|formaction)="(\/[^"]*)"/gi;

/** Links and forms of a finished page that lead to pages of ours; a link with `hreflang` keeps its address. */
export function keepPrefixInHtml(table: PageTable, language: Language, html: string): string {
  if (language === defaultLanguage()) return html;
  return html.replace(linkingTag, (tag) =>
    / hreflang=/i.test(tag)
      ? tag
      : tag.replace(
          linkingAttribute,
          (_, name: string, address: string) => ` ${name}="${keepPrefix(table, language, address)}"`,
        ),
  );
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
