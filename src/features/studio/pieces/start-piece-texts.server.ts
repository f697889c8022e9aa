import { createTextThread, type TextThread } from '../../../platform/text/text-thread.server.ts';

/**
 * A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. The heap is
 * what 500,000 characters of markdown need; the thread ends after an idle minute.
 */
export const startPieceTexts = (): TextThread =>
  createTextThread(new URL('./piece-text-thread.server.ts', import.meta.url), { megabytes: 256 });
