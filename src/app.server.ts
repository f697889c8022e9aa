import type { IncomingMessage } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import fastify, { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { apiDescription } from './api-description.server.ts';
import { isMigrated } from './database/migrate.server.ts';
import { devOutbox } from './features/otp/dev-outbox.api.server.ts';
import { authApi } from './features/sessions/auth.api.server.ts';
import { carriesToken, identifyRequest, isAnonymous } from './features/sessions/identify-request.server.ts';
import { findViewer, knowViewers } from './features/sessions/viewer-hook.server.ts';
import { documents } from './features/syndication/documents.server.ts';
import { servePictures } from './features/syndication/pictures.server.ts';
import { createUploadGuard } from './features/studio/media/guard-uploads.server.ts';
import { trackingApi } from './features/tracking/tracking.api.server.ts';
import { readBrowserFiles } from './islands/browser-files.server.ts';
import { type ApiApp, hardenApi } from './platform/http/api.server.ts';
import { docsApi } from './platform/http/api-docs.server.ts';
import { boundLog } from './platform/observe/bounded-log.server.ts';
import { describeError } from './platform/observe/describe-error.server.ts';
import { AppError } from './platform/wire/errors.ts';
import { serveHealth } from './platform/http/health.server.ts';
import { createHttpServer, isFromThisMachine } from './platform/http/http-server.server.ts';
import { honourIdempotency } from './platform/http/idempotency.server.ts';
import { networkOf, wideNetworkOf } from './platform/guard/networks.ts';
import { listRoutes, type ListedRoute, refuseMethod } from './platform/http/listed-routes.server.ts';
import { openMedia } from './platform/media/media.server.ts';
import { logAccess } from './platform/observe/access-log.server.ts';
import { watchCertificate } from './platform/observe/certificate.server.ts';
import type { Metrics } from './platform/observe/metrics.server.ts';
import { createOverload, type Overload } from './platform/guard/overload.server.ts';
import { createPageHandler } from './platform/page/page-adapter.server.ts';
import type { BrowserFiles } from './platform/page/page-context.ts';
import { createPageCache, type PageCache } from './platform/cache/page-cache.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';
import { features } from './features.server.ts';
import { readFigures } from './site-figures.server.ts';
import { pageTable } from './page-table.ts';
import { problemReportsApi, problemsPath } from './platform/observe/problem-reports.server.ts';
import { violationReportsApi } from './platform/observe/violation-reports.server.ts';
import { answerBusy, answerClientError } from './platform/http/raw-answers.server.ts';
import {
  carryContext,
  requestContext,
  requestIdOf,
  trustedAddress,
  trustedPeer,
} from './platform/http/request-context.server.ts';
import { isOfApi, kindOf } from './platform/guard/request-kind.server.ts';
import { commonHeaders, violationsPath } from './platform/guard/security-headers.server.ts';
import { serveStaticFiles } from './platform/http/static-files.server.ts';
import { contentLanguage, takeLanguage } from './platform/http/api-language.server.ts';
import { frameLanguage, setSiteLanguages } from './platform/settings/site-languages.ts';
import type { Tracing } from './platform/observe/tracing.server.ts';
import { toAppError } from './platform/http/to-app-error.server.ts';
import { problems } from './messages/problems.ts';
import { answerPage } from './platform/page/answer-page.server.ts';
import { answerError } from './platform/http/answer-error.server.ts';
import { followBrand } from './platform/settings/site-brand.server.ts';
import { brandFilesOf, serveLogos } from './features/syndication/serve-brand.server.ts';

export type AppOptions = {
  services: PageServices;
  /** Loads the built pages; called for every rendering, so that development can hand in a fresh build. */
  loadPages: () => Promise<ServerBuild>;
  /** Folder of the built browser files. */
  clientDir: string;
  /** The browser build; by default it is read from beside `clientDir`. */
  browserFiles?: () => BrowserFiles;
  pageCache?: PageCache;
  overload?: Pick<Overload, 'enter'> & Partial<Overload>;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
  logger?: FastifyBaseLogger | false;
  /** Vite's middleware: runs before everything else. The CSP is relaxed for what it injects. */
  development?: (request: FastifyRequest['raw'], response: FastifyReply['raw'], next: () => void) => void;
};

export type App = ApiApp & {
  pageCache: PageCache;
  /** Every API route and document; pages are in page-table.ts. */
  routes: ListedRoute[];
  /** Fails readiness, and sends `Connection: close` with every response from now on. */
  drain(): void;
};

/** The whole product behind one `inject`: API, pages, files. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { services, pageCache = createPageCache() } = options;
  setSiteLanguages(services.config.languages);
  const unfollowBrand = await followBrand(services, {
    onChange: () => pageCache.clear(),
    onError: (error) => app.log.error({ err: describeError(error) }, 'the name and logo of the site are not known'),
  });
  const pages = createPageHandler(
    // Not a copy: what the services hold may change, such as a test's clock.
    services,
    pageTable,
    pageCache,
    options.loadPages,
    documents,
    browserFilesOf(options),
    (error) => app.log.error({ reqId: requestContext.getStore()?.requestId, err: describeError(error) }, 'page failed'),
    options.development !== undefined,
    (headers) => identifyRequest(services, headers),
  );
  const isHttps = services.config.publicOrigin.startsWith('https:');
  const { overload = createOverload(services.longestAnswer) } = options;
  const isTrusted = trustedPeer(services.config.trustedProxies);
  const isProxy = trustedAddress(services.config.trustedProxies);
  const idOf = (request: IncomingMessage) => requestIdOf(request, isTrusted);
  const bounded = options.logger ? boundLog(options.logger) : undefined;
  let isDraining = false;

  const app = fastify({
    ...(bounded ? { loggerInstance: bounded.log } : { logger: false }),
    bodyLimit: 64 * 1024,
    genReqId: (request) => idOf(request as IncomingMessage),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify's own error logs must be redacted like ours.
    childLoggerFactory: (logger, bindings, childOptions) =>
      logger.child(bindings, { ...childOptions, serializers: { ...childOptions?.serializers, err: describeError } }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_024 },
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      isOfApi(request.url)
        ? answerError(toAppError(error), request, (reply as FastifyReply).headers(commonHeaders(isHttps)))
        : void answerPage(pages, request, reply as FastifyReply, isHttps),
    clientErrorHandler: answerClientError,
    serverFactory: (handler, serverOptions) =>
      createHttpServer(
        serverOptions,
        (request, response) => {
          if (isDraining) response.setHeader('connection', 'close');
          // Cached pages are answered before any routing: a hit is one Map lookup and one write.
          if (pages.answerFromCache(request, response)) return;
          if (options.development) options.development(request, response, () => handler(request, response));
          else
            overload.enter(
              kindOf(request.method, request.url ?? '/', pageTable),
              request,
              response,
              () => handler(request, response),
              () => answerBusy(request, response, idOf(request), isHttps),
            );
        },
        {
          isExempt: (address) => isFromThisMachine(address) || isProxy(address),
          onError: (error) => app.log.error({ err: describeError(error) }, 'request failed before any routing'),
        },
      ),
  }) as unknown as App;
  app.addHook('onClose', async () => {
    unfollowBrand();
    bounded?.close();
  });
  app.decorate('pageCache', pageCache);
  app.decorate('drain', () => {
    isDraining = true;
  });
  // Public pages depend on no viewer, even when a signed-in user requests them.
  const mayReadReplica = ({ method, url, headers }: FastifyRequest) =>
    services.config.replicaUrl !== undefined &&
    ['page', 'reading', 'search', 'picture'].includes(kindOf(method, url, pageTable)) &&
    (isOfApi(url) ? isAnonymous(services.config, headers) : isForEveryone(url.split('?', 1)[0] as string));
  carryContext(app, (request) => ({
    requestId: request.id,
    language: isOfApi(request.url) ? contentLanguage(request.url) : frameLanguage(request.url),
    readsReplica: mayReadReplica(request),
    trace: options.tracing?.begin(request, isTrusted(request.raw)),
    networkOf: () => wideNetworkOf(request.ip),
  }));

  options.tracing?.measure(app, pages.patternOf);
  options.metrics?.measure(app, pages.patternOf);
  options.metrics?.watch({
    connection: services.connection,
    outbox: services.outbox,
    pageCache,
    overload,
    figures: () => readFigures(services),
    certificateEnds: watchCertificate(services.config.publicOrigin),
  });
  if (services.config.logsAccess) logAccess(app, pages.patternOf);

  // Page forms are parsed by the page adapter.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const headers = Object.entries(commonHeaders(isHttps));
  app.addHook('onRequest', async (_request, reply) => {
    for (const [name, value] of headers) reply.header(name, value);
  });

  const { routes, methodsOf, methodsOfFixed } = listRoutes(app);
  app.decorate('routes', routes);

  await app.register(
    async (api) => {
      hardenApi(api as ApiApp, services, (request) => carriesToken(services, request.headers));
      // The router takes GET /article/recommended for an article's id; the call of that name takes POST only.
      api.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.url?.includes(':')) return;
        const allowed = methodsOfFixed(request.url.split('?', 1)[0] as string);
        if (allowed) refuseMethod(reply, allowed);
      });
      takeLanguage(api as ApiApp);
      knowViewers(api as ApiApp, services);
      honourIdempotency(api as ApiApp, services, async (request) => (await findViewer(request))?.userId ?? null);
      await api.register(fastifySwagger, apiDescription);
      await api.register(docsApi as never);
      for (const { api: plugins = [], tag } of features)
        await api.register(async (own) => {
          own.addHook('onRoute', (route) => {
            route.schema = { ...(tag && { tags: [tag] }), ...route.schema };
          });
          for (const plugin of plugins) await own.register(plugin as never, { services });
        });
    },
    { prefix: '/api' },
  );

  // A scope of its own: next-auth's client dictates its response shapes, and its CSRF protection is a token.
  await app.register(authApi as never, { prefix: '/api/auth', services });
  await app.register(trackingApi as never, { prefix: '/api/track', services });
  await app.register(violationReportsApi as never, { prefix: violationsPath });
  await app.register(problemReportsApi as never, {
    prefix: problemsPath,
    services,
    count: (kind: string) => options.metrics?.browserProblem(kind),
  });

  app.setErrorHandler((error, request, reply) => answerError(toAppError(error), request, reply));

  const media = await openMedia(services.config, services.connection, (error) =>
    app.log.error({ err: describeError(error) }, 'media failed'),
  );
  const guardMedia = createUploadGuard(services);
  await serveStaticFiles(app, fastifyStatic, {
    clientDir: options.clientDir,
    media,
    guardMedia,
    instead: brandFilesOf(services),
  });
  serveLogos(app, services);

  servePictures(app, services, media, guardMedia);
  await devOutbox(app, { services });

  serveHealth(app, async () => {
    if (isDraining) return 'draining';
    if (!(await isMigrated(services.connection))) return 'migrations are missing';
    const deaf = Object.entries(services.connection.hears()).flatMap(([channel, hears]) => (hears ? [] : [channel]));
    return deaf.length > 0 ? `no notification arrives: ${deaf.join(', ')}` : null;
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = methodsOfFixed(path) ?? methodsOf(path);
    if (isOfApi(path)) {
      await services.limits.reads(networkOf(request.ip));
      if (allowed.length === 0) throw new AppError(404, 'route_not_found', () => problems.noCall);
      refuseMethod(reply, allowed);
    }
    return answerPage(pages, request, reply, isHttps, isOfApi(path) ? [] : allowed);
  });

  await pageCache.follow(services.connection);
  return app;
}

// The development outbox must show what was written just now.
const isForEveryone = (path: string): boolean =>
  pageTable.find(path)?.page.audience !== 'one' && !path.startsWith('/dev/');

function browserFilesOf({ browserFiles, clientDir }: AppOptions): () => BrowserFiles {
  if (browserFiles) return browserFiles;
  const built = readBrowserFiles(clientDir);
  return () => built;
}
