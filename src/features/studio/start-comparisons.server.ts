import { createTextThread, type TextThread } from '../../platform/text-thread.server.ts';

/**
 * A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. The heap is
 * what 500,000 characters of markdown need; the thread ends after an idle minute.
 */
export const startComparisons = (): TextThread =>
  createTextThread(new URL('./compare-texts-thread.server.ts', import.meta.url), { megabytes: 256 });
