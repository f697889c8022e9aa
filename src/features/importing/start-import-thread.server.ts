import { Worker } from 'node:worker_threads';

/** A separate module: once bundled, `import.meta.url` elsewhere would resolve the worker to another path. */
export const startImportThread = (megabytes: number): Worker =>
  new Worker(new URL('./import-thread.server.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
