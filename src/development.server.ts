import type { Server } from 'node:http';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { AppOptions } from './app.server.ts';
import { buildIslands } from './islands/build-islands.ts';
import type { BrowserFiles } from './platform/page/page-context.ts';
import { createPageCache } from './platform/cache/page-cache.server.ts';
import { isServerModule, isServerSource } from './server-sources.ts';

/** The source of pages: Vite or a build. `attach` is called once there is an HTTP server. */
export type Pages = {
  options: Pick<AppOptions, 'loadPages' | 'development' | 'pageCache' | 'browserFiles'> & { clientDir?: string };
  attach(server: Server): Promise<void>;
  close(): Promise<void>;
};

// A reload during the server's restart would fail; Vite's client polls until the server is back.
const isOfNewServer = (file: string) => isServerSource(relative('.', file));

// Inserted by a trusted script ('strict-dynamic'); a parser-inserted script would be blocked by the CSP.
const withClient = (files: BrowserFiles): BrowserFiles => ({
  ...files,
  first: `${files.first}import('/@vite/client')`,
});

/**
 * Pages straight from the sources, by Vite. Changes of the server's own code are watched by scripts/dev.ts, which
 * restarts it.
 */
export async function pagesFromSources(): Promise<Pages> {
  let vite: ViteDevServer | undefined;
  const clientDir = join(import.meta.dirname, '../.react-router/browser/client');
  const build = async () =>
    withClient(await buildIslands({ root: join(import.meta.dirname, '..'), clientDir, isDevelopment: true }));
  let browser = await build();
  return {
    options: {
      clientDir,
      browserFiles: () => browser,
      loadPages: () => vite!.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      development: (request, response, next) => vite!.middlewares(request, response, next),
      // Size 0 disables caching, so every request renders afresh.
      pageCache: createPageCache(0),
    },
    async attach(server: Server) {
      vite = await createServer({
        server: { middlewareMode: true, ws: { server }, watch: { ignored: isOfNewServer } },
        appType: 'custom',
        configLoader: 'native',
      });
      // The server's modules once, as in the build (vite.config.ts).
      const { ssr } = vite.environments;
      const fetchModule = ssr.fetchModule.bind(ssr);
      ssr.fetchModule = async (url, importer, options) =>
        isServerModule(url.slice(1))
          ? { externalize: pathToFileURL(join(ssr.config.root, url)).href, type: 'module' }
          : fetchModule(url, importer, options);
      // Most of a page is server-rendered, so hot module replacement cannot update it: reload instead.
      vite.watcher.on('change', (file) => {
        if (!/\.(tsx?|css)$/.test(file)) return;
        void build()
          .then((built) => {
            browser = built;
          })
          .catch((error: Error) => process.stderr.write(`${error.message}\n`))
          .finally(() => vite?.ws.send({ type: 'full-reload' }));
      });
    },
    async close() {
      await vite?.close();
    },
  };
}
