import { createTextWorker, type TextWorker } from '../../../platform/text/text-worker.server.ts';

/**
 * A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. The heap is
 * what 500,000 characters of markdown need; the process ends after an idle minute.
 */
export const startPieceTexts = (): TextWorker =>
  createTextWorker(new URL('./piece-text-worker.server.ts', import.meta.url), { megabytes: 256 });
