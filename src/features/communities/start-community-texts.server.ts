import { createTextWorker, type TextWorker } from '../../platform/text/text-worker.server.ts';

export const startCommunityTexts = (): TextWorker =>
  createTextWorker(new URL('./community-text-worker.server.ts', import.meta.url));
