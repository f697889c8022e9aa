import { createTextWorker, type TextWorker } from '../../../platform/text/text-worker.server.ts';

/** The heap is what 500,000 characters of markdown need. */
export const startPieceTexts = (): TextWorker =>
  createTextWorker(new URL('./piece-text-worker.server.ts', import.meta.url), { megabytes: 256 });
