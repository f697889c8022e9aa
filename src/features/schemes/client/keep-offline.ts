import { apiHere, splitPrefix } from '../../../platform/settings/site-languages.ts';
import { finderFile, finderWords, type KeepFinder } from '../finder-paths.ts';

const isPart = /^\/(?:assets|fonts)\//;

/** Asks the service worker to keep the finder, with what this page loaded for it. Waits until there is a worker. */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const worker = (await workers?.ready)?.active;
  if (!worker) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const parts = loaded.filter(({ origin, pathname }) => origin === location.origin && isPart.test(pathname));
  const { language } = splitPrefix(location.pathname);
  const message: KeepFinder = {
    keepFinder: {
      page: `${language === null ? '' : `/${language}`}/find-schemes`,
      files: [apiHere(finderFile), apiHere(finderWords)],
      parts: [...new Set(parts.map(({ pathname }) => pathname))],
    },
  };
  worker.postMessage(message);
}
