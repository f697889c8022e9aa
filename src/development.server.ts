import { relative } from 'node:path';
import type { Server } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { AppOptions } from './app.server.ts';
import { createPageCache } from './platform/page-cache.server.ts';
import { isServerSource } from './server-sources.ts';

/** Where pages come from: here, or a build. `attach` follows once there is an HTTP server. */
export type Pages = {
  options: Pick<AppOptions, 'loadPages' | 'development' | 'pageCache'>;
  attach(server: Server): Promise<void>;
  close(): Promise<void>;
};

// A page that is asked for again while the server starts anew would find nobody; Vite's script waits until there is one.
const isOfNewServer = (file: string) => isServerSource(relative('.', file));

/** Pages straight from the sources, by Vite. What the server itself runs is watched by scripts/dev.ts, which starts it anew. */
export async function pagesFromSources(): Promise<Pages> {
  let vite: ViteDevServer | undefined;
  return {
    options: {
      loadPages: () => vite!.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      development: (request, response, next) => vite!.middlewares(request, response, next),
      // Room for nothing: every page is made anew.
      pageCache: createPageCache(0),
    },
    async attach(server: Server) {
      vite = await createServer({
        server: { middlewareMode: true, ws: { server }, watch: { ignored: isOfNewServer } },
        appType: 'custom',
        configLoader: 'native',
      });
      // Most of a page is drawn by the server only, where nothing can be replaced in the browser: the page is asked for again.
      vite.watcher.on('change', (file) => {
        if (/\.(tsx?|css)$/.test(file)) vite?.ws.send({ type: 'full-reload' });
      });
    },
    async close() {
      await vite?.close();
    },
  };
}
