import { createTextThread, type TextThread } from '../../platform/text-thread.server.ts';

/** A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. */
export const startComparisons = (): TextThread =>
  createTextThread(new URL('./compare-texts-thread.server.ts', import.meta.url));
