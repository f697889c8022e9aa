import { prefixOf } from './prefix-of.ts';
import type { KeepTool } from './keep-tools.ts';

const isPart = /^\/(?:assets|fonts)\//;

/**
 * Asks the service worker to keep this tool, with what its page loaded. Waits until there is a worker.
 * @param tool its page without a language's prefix @param files addresses of what it reads
 */
export async function keepOffline(tool: string, files: string[] = []): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const worker = (await workers?.ready)?.active;
  if (!worker) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const parts = loaded.filter(({ origin, pathname }) => origin === location.origin && isPart.test(pathname));
  const message: KeepTool = {
    keepTool: {
      page: prefixOf(location.pathname) + tool,
      files,
      parts: [...new Set(parts.map(({ pathname }) => pathname))],
    },
  };
  worker.postMessage(message);
}
