import { createTextThread, type TextThread } from '../../platform/text/text-thread.server.ts';

/** A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. */
export const startCommunityTexts = (): TextThread =>
  createTextThread(new URL('./community-text-thread.server.ts', import.meta.url));
