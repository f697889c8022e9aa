import { createTextWorker, type TextWorker } from '../../platform/text/text-worker.server.ts';

/** A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. */
export const startCommunityTexts = (): TextWorker =>
  createTextWorker(new URL('./community-text-worker.server.ts', import.meta.url));
